import type { SessionAmount } from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode, type FieldError } from '../../shared/errors.ts';
import type { TillgateErrorDetails } from './error.ts';

/** The result of one try. */
export type CallTryResult =
  { ok: true; body: unknown } | { ok: false; facts: TillgateErrorDetails; retryAfter: string | null; effect: Effect };

/** What a failed try has done: nothing, nothing beyond earlier tries, or perhaps what it asks for. */
type Effect = 'none' | 'same' | 'unknown';

/** Codes after which the companion may have begun or finished the work. */
const UNKNOWN: ReadonlySet<string> = new Set<ErrorCode>([
  'network_error',
  'internal_error',
  'store_unavailable',
  'gateway_no_answer',
  'request_in_progress',
]);
/** Refusals before the companion looks at the Idempotency-Key: an earlier try may have succeeded. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set<ErrorCode>([
  'rate_limited',
  'too_many_headers',
  'unauthenticated',
  'forbidden',
]);

const REQUEST_ID = 'x-request-id';

/** Reads a response to its end; one that does not come from a companion is a `network_error`. */
export async function readResponse(response: Response, url: string): Promise<CallTryResult> {
  const retryAfter = response.headers.get('retry-after');
  const requestId = response.headers.get(REQUEST_ID) ?? undefined;
  const status = response.status;
  const body = parseObject(await response.text());
  if (response.ok && body !== undefined) return { ok: true, body };
  const code = response.ok ? undefined : body?.['code'];
  if (typeof code !== 'string') {
    const message = `${url} did not respond as a companion (HTTP ${String(status)}).`;
    // A proxy that has no companion behind it may have one later; a page at a wrong address stays there.
    const isRetryable = status === 429 || status >= 500;
    return {
      ok: false,
      facts: { code: 'network_error', message, status, requestId, isRetryable },
      retryAfter,
      effect: 'unknown',
    };
  }
  const isRetryable = code in ERRORS ? ERRORS[code as ErrorCode].retryable : status === 429 || status === 503;
  const facts: TillgateErrorDetails = {
    code: code as ErrorCode,
    message: textOf(body?.['detail']) ?? textOf(body?.['title']) ?? code,
    status,
    requestId: textOf(body?.['request_id']) ?? requestId,
    fields: Array.isArray(body?.['fields']) ? (body['fields'] as FieldError[]) : undefined,
    session: body?.['session'] as SessionAmount | undefined,
    isRetryable,
  };
  return { ok: false, facts, retryAfter, effect: effectOf(code, status) };
}

/** A try without a response. */
export function toNetworkErrorResult(url: string, cause: unknown): CallTryResult {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  const message = `The companion at ${url} ${isLate ? 'did not respond in time' : 'cannot be reached'}.`;
  return {
    ok: false,
    facts: { code: 'network_error', message, isRetryable: true, cause },
    retryAfter: null,
    effect: 'unknown',
  };
}

/** Whether the client itself repeats a call after this failure. */
export function isRetriedAutomatically({ code, status = 0, isRetryable = false }: TillgateErrorDetails): boolean {
  if (!isRetryable) return false;
  // The same call is still under way, because its first response was lost.
  return code === 'network_error' || code === 'request_in_progress' || status === 429 || status === 503;
}

function effectOf(code: string, status: number): Effect {
  if (BEFORE_THE_KEY.has(code)) return 'same';
  return UNKNOWN.has(code) || (status >= 500 && !(code in ERRORS)) ? 'unknown' : 'none';
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // A page of a proxy, or a response that was cut.
  }
  return undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
