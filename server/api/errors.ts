import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { mayHaveBody, type ApiRoute } from './route.ts';

/** A call, such as `POST /checkout/payments`, with its error codes beside {@link ERROR_CODES_OF_EVERY_CALL}. */
export interface CallErrorCodes {
  method: ApiRoute['method'];
  path: string;
  errors: readonly ErrorCode[];
}

/** The errors of each call of the companion. */
export const ERROR_CODES_OF_EVERY_CALL: readonly ErrorCode[] = [
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

/** The errors of a call that returns the gateway's response. */
export const GATEWAY_READ_ERRORS: readonly ErrorCode[] = [
  'gateway_refused',
  'gateway_no_answer',
  'gateway_misconfigured',
  'gateway_unreachable',
];

/** The errors of an operation that is stored and sent once. Without a response it is `unknown`, which is no error. */
export const GATEWAY_WRITE_ERRORS: readonly ErrorCode[] = ['gateway_refused', 'gateway_unreachable'];

/** The error codes that a call of the merchant API returns: those of its route, and those of its shape. */
export function errorCodesOfRoute({ method, path, idempotency, errors }: ApiRoute): ErrorCode[] {
  return [
    ...new Set([
      ...errors,
      ...ERROR_CODES_OF_EVERY_CALL,
      ...API_KEY_ERRORS,
      ...(path.includes(':') ? (['not_found'] as const) : []),
      ...(mayHaveBody({ method }) ? BODY_ERRORS : []),
      ...(idempotency === 'none' ? [] : (['request_in_progress', 'idempotency_key_reused'] as const)),
      ...(idempotency === 'required' ? (['idempotency_key_required'] as const) : []),
    ]),
  ];
}

/** The error codes of a call by HTTP status, in ascending order. */
export function errorsByStatus(entry: ApiRoute): [status: string, codes: ErrorCode[]][] {
  const codes = errorCodesOfRoute(entry);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [String(status), codes.filter((code) => ERRORS[code].status === status)]);
}
