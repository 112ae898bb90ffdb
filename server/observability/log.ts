import { pino } from 'pino';
import { maskCardNumbers } from '../gateway/redact.ts';
import { createLineWriter, type LineWriter } from './line-writer.ts';

/** Facts that may be logged. No field holds what a shopper typed. */
export interface LogFields {
  /** The code of an alert. */
  alert?: string | undefined;
  request_id?: string | undefined;
  payment_id?: string | undefined;
  session_id?: string | undefined;
  refund_id?: string | undefined;
  operation_id?: string | undefined;
  event_id?: string | undefined;
  /** The name of a webhook endpoint. */
  endpoint?: string | undefined;
  trace_id?: string | undefined;
  job?: string | undefined;
  method?: string | undefined;
  /** The route's template, never the address, which may contain a session's token. */
  route?: string | undefined;
  /** The gateway's address and an operation's path, without query or shopper data. */
  url?: string | undefined;
  http_status?: number | undefined;
  duration_ms?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  source?: string | undefined;
  /** The origin of a page that called the companion: scheme, host and port. */
  origin?: string | undefined;
  reason?: string | undefined;
  code?: string | undefined;
  count?: number | undefined;
  /** The merchant's sub-account. */
  account_id?: string | undefined;
  /** A digest recipe of the profile. */
  recipe?: string | undefined;
  error?: string | undefined;
}

export interface Logger {
  debug(facts: LogFields, message: string): void;
  info(facts: LogFields, message: string): void;
  warn(facts: LogFields, message: string): void;
  error(facts: LogFields, message: string): void;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const ALLOWED = [
  'alert',
  'request_id',
  'payment_id',
  'session_id',
  'refund_id',
  'operation_id',
  'event_id',
  'endpoint',
  'trace_id',
  'job',
  'method',
  'route',
  'url',
  'http_status',
  'duration_ms',
  'from',
  'to',
  'source',
  'origin',
  'reason',
  'code',
  'count',
  'account_id',
  'recipe',
  'error',
] as const satisfies readonly (keyof LogFields)[];

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
export async function waitForLogLines(): Promise<void> {
  await output?.settled();
}

function pick(facts: LogFields): LogFields {
  return Object.fromEntries(
    ALLOWED.flatMap((name) => {
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
