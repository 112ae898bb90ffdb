import type { ParseArgsConfig } from 'node:util';
import { flushLogLines } from '../observability/index.ts';

/** One command of the `tillgate` program. */
export interface CliCommand {
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Names of the positional arguments, such as a file. All are required. */
  positionals?: readonly string[];
  /**
   * Returns the exit code, or undefined if the command continues to serve. `values` has the options, and as `env-file` the
   * file that `--env-file` named.
   */
  run(
    values: Readonly<Record<string, unknown>>,
    print: (line: string) => void,
    positionals: readonly string[],
  ): Promise<number | undefined>;
}

/** The pause between two checks for the parent process of a program that npm started, in ms. */
const PARENT_CHECK = 500;
/**
 * Ctrl-C reaches a program that npm started twice: from the terminal and from npm. Two signals within this time count
 * as one, in ms.
 */
const SAME_SIGNAL = 500;

/**
 * Runs `close` once at the first SIGTERM or SIGINT, then ends the process with the exit code that `close` resolves to
 * (default 0). A second signal ends the process at once. A program that npm started (`npx`, a script of package.json)
 * also closes when its parent process ends: npm signals only its shell, and dash does not forward the signal.
 */
export function closeOnSignal(
  close: (signal: NodeJS.Signals) => Promise<number | undefined> | Promise<void>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const isNpm = environment['npm_lifecycle_event'] !== undefined;
  let closingSince: number | undefined;
  const begin = (signal: NodeJS.Signals): void => {
    closingSince = performance.now();
    void exitAfter(close(signal));
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (closingSince === undefined) begin(signal);
    else if (!isNpm || performance.now() - closingSince > SAME_SIGNAL) process.exit(1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (isNpm) onParentGone(() => closingSince === undefined && begin('SIGTERM'));
}

/** Ends the process with the exit code that `closed` resolves to (default 0), or with 1 if it rejects. */
export async function exitAfter(closed: Promise<number | undefined> | Promise<void>): Promise<void> {
  const code = await closed.then(
    (resolved) => resolved ?? 0,
    () => 1,
  );
  await flushLogLines();
  process.exit(code);
}

/** A process whose parent ends gets a new parent ID. Windows has neither this change nor these signals. */
function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    act();
  }, PARENT_CHECK);
  check.unref();
}
