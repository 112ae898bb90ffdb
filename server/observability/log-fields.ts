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

/** Every field of {@link LogFields}; what else is passed is left out of the line. */
export const LOGGED_FIELDS = [
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

/** Our IDs among the parameters of a route, recognised by their shape: a client may send anything there. */
export function findRecordIdLogFields(ids: Iterable<string>): LogFields {
  const found: LogFields = {};
  for (const id of ids) {
    const name = NAMES[/^(ses|pay)_[\w-]{22}$/.exec(id)?.[1] ?? ''];
    if (name !== undefined) found[name] = id;
  }
  return found;
}

const NAMES: Readonly<Record<string, 'session_id' | 'payment_id'>> = { ses: 'session_id', pay: 'payment_id' };
