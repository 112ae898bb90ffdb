import { pino } from 'pino';
import { maskCardNumbers } from '../gateway/redact.ts';
import { createLineWriter } from './line-writer.ts';

/** Facts that may be logged. There is no field for anything a shopper typed. */
export interface LogFacts {
  request_id?: string | undefined;
  payment_id?: string | undefined;
  session_id?: string | undefined;
  refund_id?: string | undefined;
  operation_id?: string | undefined;
  event_id?: string | undefined;
  trace_id?: string | undefined;
  job?: string | undefined;
  method?: string | undefined;
  /** The route's template, never the address itself: an address may hold a session's token. */
  route?: string | undefined;
  /** The gateway's own address and an operation's path: no query, nothing of a shopper. */
  url?: string | undefined;
  http_status?: number | undefined;
  duration_ms?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  source?: string | undefined;
  /** Of a page that called the companion: scheme, host and port. */
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
  debug(facts: LogFacts, message: string): void;
  info(facts: LogFacts, message: string): void;
  warn(facts: LogFacts, message: string): void;
  error(facts: LogFacts, message: string): void;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const ALLOWED = [
  'request_id',
  'payment_id',
  'session_id',
  'refund_id',
  'operation_id',
  'event_id',
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
] as const satisfies readonly (keyof LogFacts)[];

/** Where lines go; standard output unless a test reads them. */
export interface LogTarget {
  write(line: string): void;
}

/** A logger that writes JSON lines, drops every fact that is not on its list and masks card numbers. */
export function createLogger(level: LogLevel, target?: LogTarget): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, target ?? standardOutput());
  const write =
    (method: 'debug' | 'info' | 'warn' | 'error') =>
    (facts: LogFacts, message: string): void => {
      if (log.isLevelEnabled(method)) log[method](pick(facts), message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

let output: LogTarget | undefined;

/** One for all loggers of the process. */
function standardOutput(): LogTarget {
  return (output ??= createLineWriter(1));
}

function pick(facts: LogFacts): LogFacts {
  return Object.fromEntries(
    ALLOWED.flatMap((name) => {
      const value = facts[name];
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? maskCardNumbers(value) : value]];
    }),
  );
}

/** What may be said of an error: its class and code; its message only where we wrote it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const cause = error.cause instanceof Error ? `, because of ${describeError(error.cause)}` : '';
  return `${error.name}${code}${cause}`;
}
