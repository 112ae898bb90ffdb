import { pino } from 'pino';

/** Facts that may be logged. There is no field for anything a shopper typed. */
export interface LogFacts {
  request_id?: string | undefined;
  payment_id?: string | undefined;
  session_id?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  http_status?: number | undefined;
  duration_ms?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  source?: string | undefined;
  reason?: string | undefined;
  code?: string | undefined;
  count?: number | undefined;
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

const ALLOWED: readonly (keyof LogFacts)[] = [
  'request_id',
  'payment_id',
  'session_id',
  'method',
  'path',
  'http_status',
  'duration_ms',
  'from',
  'to',
  'source',
  'reason',
  'code',
  'count',
  'error',
];

/** A logger that writes JSON lines to standard output and drops every fact that is not on its list. */
export function createLogger(level: LogLevel): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const write =
    (method: 'debug' | 'info' | 'warn' | 'error') =>
    (facts: LogFacts, message: string): void => {
      log[method](pick(facts), message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function pick(facts: LogFacts): LogFacts {
  return Object.fromEntries(ALLOWED.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));
}

/** What may be said of an error: its class and code; its message only where we wrote it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const cause = error.cause instanceof Error ? `, because of ${describeError(error.cause)}` : '';
  return `${error.name}${code}${cause}`;
}
