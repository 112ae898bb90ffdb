import type { ParseArgsConfig } from 'node:util';

/** One command of the `tillgate` program. */
export interface Command {
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Names of what follows the command without a dash, such as a file; all of them needed. */
  positionals?: readonly string[];
  /** Returns the exit code; undefined where the command goes on serving. */
  run(
    values: Readonly<Record<string, unknown>>,
    print: (line: string) => void,
    positionals: readonly string[],
  ): Promise<number | undefined>;
}

/** How often a program that npm started looks whether its parent is still there, in ms. */
const PARENT_CHECK = 500;
/** Ctrl-C reaches a program that npm started twice: from the terminal, and from npm. Within this time both are one, in ms. */
const SAME_SIGNAL = 500;

/**
 * Runs `close` once at the first SIGTERM or SIGINT, then lets the process end with the code that it resolves to, 0 for
 * none. A second signal ends it at once. A program that npm started (`npx`, a script of package.json) also closes when its
 * parent is gone: npm sends a signal to its shell only, and dash ends without passing it on.
 */
export function closeOnSignal(
  close: (signal: NodeJS.Signals) => Promise<number | undefined> | Promise<void>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const isNpm = environment['npm_lifecycle_event'] !== undefined;
  let closingSince: number | undefined;
  const begin = (signal: NodeJS.Signals): void => {
    closingSince = performance.now();
    void close(signal).then(
      (code) => process.exit(code ?? 0),
      () => process.exit(1),
    );
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (closingSince === undefined) begin(signal);
    else if (!isNpm || performance.now() - closingSince > SAME_SIGNAL) process.exit(1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (isNpm) onParentGone(() => closingSince === undefined && begin('SIGTERM'));
}

/** A process whose parent ends gets another one; Windows has no such change, and no such signals. */
function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    act();
  }, PARENT_CHECK);
  check.unref();
}
