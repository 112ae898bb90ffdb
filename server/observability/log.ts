import { pino } from 'pino';
import { maskCardNumbers } from '../gateway/redact.ts';
import { createLineWriter, type LineWriter } from './line-writer.ts';
import { LOGGED_FIELDS, type LogFields } from './log-fields.ts';

export interface Logger {
  debug(facts: LogFields, message: string): void;
  info(facts: LogFields, message: string): void;
  warn(facts: LogFields, message: string): void;
  error(facts: LogFields, message: string): void;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The output of log lines; standard output except in tests. */
export interface LogTarget {
  write(line: string): void;
}

/** A logger that writes JSON lines, drops facts outside its allow-list and masks card numbers. */
export function createLogger(level: LogLevel, target?: LogTarget): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, target ?? standardOutput());
  const write =
    (method: 'debug' | 'info' | 'warn' | 'error') =>
    (facts: LogFields, message: string): void => {
      if (log.isLevelEnabled(method)) log[method](pick(facts), message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

let output: LineWriter | undefined;

/** Shared by all loggers of the process. */
function standardOutput(): LineWriter {
  return (output ??= createLineWriter(1));
}

/** Resolves once the lines on standard output are written, after a second at the latest. */
export async function flushLogLines(): Promise<void> {
  await output?.settled();
}

function pick(facts: LogFields): LogFields {
  return Object.fromEntries(
    LOGGED_FIELDS.flatMap((name) => {
      const value = facts[name];
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? maskCardNumbers(value) : value]];
    }),
  );
}

/** The loggable part of an error: its class and code, and its message only if it is ours. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const cause = error.cause instanceof Error ? `, because of ${describeError(error.cause)}` : '';
  return `${error.name}${code}${cause}`;
}
