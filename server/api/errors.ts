import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import type { ApiRoute } from './route.ts';

/** The errors of each call. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'too_many_headers',
  'internal_error',
  'store_unavailable',
];

/** The errors of a call with a body. */
const OF_BODIES: readonly ErrorCode[] = ['malformed_body', 'duplicate_key', 'body_too_large', 'unsupported_media_type'];

/** The errors of a call whose result hangs on the gateway's response. */
export const GATEWAY_ERRORS: readonly ErrorCode[] = [
  'gateway_refused',
  'gateway_invalid_request',
  'gateway_no_answer',
  'gateway_misconfigured',
  'gateway_unreachable',
];

/** The error codes that a call answers with: those that its route declares, and those that its shape brings. */
export function errorsOf({ method, path, once, errors }: ApiRoute): ErrorCode[] {
  return [
    ...new Set([
      ...errors,
      ...COMMON,
      ...(path.includes(':') ? (['not_found'] as const) : []),
      ...(method === 'POST' ? OF_BODIES : []),
      ...(once === 'none' ? [] : (['request_in_progress', 'idempotency_key_reused'] as const)),
      ...(once === 'required' ? (['idempotency_key_required'] as const) : []),
    ]),
  ];
}

/** The error codes of a call by HTTP status, in ascending order. */
export function errorsByStatus(entry: ApiRoute): [status: string, codes: ErrorCode[]][] {
  const codes = errorsOf(entry);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [String(status), codes.filter((code) => ERRORS[code].status === status)]);
}
