import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import type { ApiRoute } from './route.ts';

/** A call, such as `POST /checkout/payments`, with its error codes beside {@link ERRORS_OF_EACH_CALL}. */
export interface DeclaredCall {
  method: ApiRoute['method'];
  path: string;
  errors: readonly ErrorCode[];
}

/** The errors of each call of the companion. */
export const ERRORS_OF_EACH_CALL: readonly ErrorCode[] = [
  'invalid_request',
  'rate_limited',
  'too_many_headers',
  'internal_error',
  'store_unavailable',
];
/** The errors of a call with an API key. */
export const API_KEY_ERRORS: readonly ErrorCode[] = ['unauthenticated', 'forbidden'];

/** The errors of a call with a body. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'malformed_body',
  'duplicate_key',
  'body_too_large',
  'unsupported_media_type',
];

/** The errors of a call whose result depends on the gateway's response. */
export const GATEWAY_ERRORS: readonly ErrorCode[] = [
  'gateway_refused',
  'gateway_invalid_request',
  'gateway_no_answer',
  'gateway_misconfigured',
  'gateway_unreachable',
];

/** The error codes that a call of the merchant API returns: those of its route, and those of its shape. */
export function errorsOf({ method, path, idempotency, errors }: ApiRoute): ErrorCode[] {
  return [
    ...new Set([
      ...errors,
      ...ERRORS_OF_EACH_CALL,
      ...API_KEY_ERRORS,
      ...(path.includes(':') ? (['not_found'] as const) : []),
      ...(method === 'POST' ? BODY_ERRORS : []),
      ...(idempotency === 'none' ? [] : (['request_in_progress', 'idempotency_key_reused'] as const)),
      ...(idempotency === 'required' ? (['idempotency_key_required'] as const) : []),
    ]),
  ];
}

/** The error codes of a call by HTTP status, in ascending order. */
export function errorsByStatus(entry: ApiRoute): [status: string, codes: ErrorCode[]][] {
  const codes = errorsOf(entry);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [String(status), codes.filter((code) => ERRORS[code].status === status)]);
}
