/** The table of all errors: code, HTTP status, whether a retry can succeed, and who must act. */

export interface ErrorTraits {
  status: number;
  /** Whether the same request can succeed later, unchanged. */
  retryable: boolean;
  /** Who must act: the caller, the companion's operator, or the gateway. */
  fault: 'caller' | 'operator' | 'gateway';
  title: string;
}

export const ERRORS = {
  invalid_request: { status: 400, retryable: false, fault: 'caller', title: 'The request breaks a rule' },
  malformed_body: { status: 400, retryable: false, fault: 'caller', title: 'The body cannot be read' },
  duplicate_key: { status: 400, retryable: false, fault: 'caller', title: 'A key stands twice in the body' },
  body_too_large: { status: 413, retryable: false, fault: 'caller', title: 'The body is too large' },
  too_many_headers: { status: 431, retryable: false, fault: 'caller', title: 'The request has too many headers' },
  unsupported_media_type: { status: 415, retryable: false, fault: 'caller', title: 'The body has the wrong type' },
  unauthenticated: { status: 401, retryable: false, fault: 'caller', title: 'The key or token is missing or wrong' },
  forbidden: { status: 403, retryable: false, fault: 'caller', title: 'The caller lacks the scope' },
  not_found: { status: 404, retryable: false, fault: 'caller', title: 'There is no such thing' },
  idempotency_key_required: { status: 400, retryable: false, fault: 'caller', title: 'An Idempotency-Key is missing' },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    fault: 'caller',
    title: 'The key came with another body before',
  },
  request_in_progress: { status: 409, retryable: true, fault: 'caller', title: 'The same request is being worked on' },
  session_expired: { status: 410, retryable: false, fault: 'caller', title: 'The session has ended' },
  session_closed: { status: 409, retryable: false, fault: 'caller', title: 'The session is paid or closed' },
  payment_in_progress: {
    status: 409,
    retryable: true,
    fault: 'caller',
    title: 'Another payment of the order is under way',
  },
  attempt_mismatch: {
    status: 422,
    retryable: false,
    fault: 'caller',
    title: 'The attempt came with another body before',
  },
  too_many_attempts: { status: 429, retryable: false, fault: 'caller', title: 'The session has no attempts left' },
  rate_limited: { status: 429, retryable: true, fault: 'caller', title: 'Too many requests' },
  version_conflict: { status: 409, retryable: false, fault: 'caller', title: 'The order has changed since' },
  wrong_state: { status: 409, retryable: false, fault: 'caller', title: 'The payment is not in a state for that' },
  refund_exceeds_paid: {
    status: 409,
    retryable: false,
    fault: 'caller',
    title: 'The refunds would exceed what was paid',
  },
  user_exists: { status: 409, retryable: false, fault: 'caller', title: 'There is such a user already' },
  reference_taken: { status: 409, retryable: false, fault: 'caller', title: 'The reference was used before' },
  not_configured: { status: 501, retryable: false, fault: 'operator', title: 'This part is not set up' },
  store_unavailable: { status: 503, retryable: true, fault: 'operator', title: 'Nothing can be recorded right now' },
  gateway_unreachable: {
    status: 503,
    retryable: true,
    fault: 'gateway',
    title: 'The gateway cannot be reached; nothing was sent',
  },
  gateway_misconfigured: {
    status: 503,
    retryable: false,
    fault: 'operator',
    title: 'The gateway refuses our credentials',
  },
  gateway_refused: { status: 409, retryable: false, fault: 'gateway', title: 'The gateway refused the request' },
  gateway_no_answer: { status: 502, retryable: true, fault: 'gateway', title: 'The gateway gave no usable answer' },
  gateway_invalid_request: {
    status: 400,
    retryable: false,
    fault: 'caller',
    title: 'The gateway would refuse this request',
  },
  configuration_invalid: { status: 500, retryable: false, fault: 'operator', title: 'A setting is missing or wrong' },
  internal_error: { status: 500, retryable: true, fault: 'operator', title: 'Something failed on our side' },
  network_error: { status: 0, retryable: true, fault: 'caller', title: 'The companion cannot be reached' },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: its path, the rule's code, and the rule as text without the value. */
export interface FieldError {
  /** Dotted path into the body, such as `items.0.name`; the setting's name for settings. */
  path: string;
  code:
    | 'required'
    | 'type'
    | 'too_long'
    | 'too_short'
    | 'too_many'
    | 'too_few'
    | 'format'
    | 'unknown_field'
    | 'not_allowed';
  rule: string;
}

/** An error that the caller must handle. Messages never contain input, card data or gateway text. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;

  constructor(code: ErrorCode, message?: string, options: { cause?: unknown; fields?: readonly FieldError[] } = {}) {
    super(message ?? ERRORS[code].title, options);
    this.code = code;
    this.fields = options.fields;
  }
}

/** Whether a value is a {@link CheckoutError}, also one made by another copy of this module. */
export function isCheckoutError(value: unknown): value is CheckoutError {
  return value instanceof Error && value.name === 'CheckoutError' && 'code' in value && String(value.code) in ERRORS;
}
