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

/**
 * Runs `close` once at the first SIGTERM or SIGINT, then lets the process end with the code that it resolves to, 0 for
 * none. A second signal ends it at once.
 */
export function closeOnSignal(close: (signal: NodeJS.Signals) => Promise<number | undefined> | Promise<void>): void {
  let closing = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (closing) process.exit(1);
    closing = true;
    void close(signal).then(
      (code) => process.exit(code ?? 0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
