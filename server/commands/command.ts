import type { ParseArgsConfig } from 'node:util';

/** One command of the `tillgate` program. */
export interface Command {
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Returns the exit code; undefined where the command goes on serving. */
  run(values: Readonly<Record<string, unknown>>, print: (line: string) => void): Promise<number | undefined>;
}

/** Runs `close` once at the first SIGTERM or SIGINT, then lets the process end. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
