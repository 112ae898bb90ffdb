import type { SessionAmount } from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode, type FieldError } from '../../shared/errors.ts';

/** The facts of a failed call. */
export interface TillgateErrorDetails {
  code: ErrorCode;
  message?: string;
  status?: number;
  requestId?: string | undefined;
  fields?: readonly FieldError[] | undefined;
  session?: SessionAmount | undefined;
  isRetryable?: boolean;
  isOutcomeUnknown?: boolean;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/**
 * A failed call. `code` names the reason; the companion's manual lists each code.
 * @example
 * try {
 *   await tillgate.payments.capture('pay_1');
 * } catch (error) {
 *   if (isTillgateError(error) && error.code === 'wrong_state') return 'it is not held';
 *   throw error;
 * }
 */
export class TillgateError extends Error {
  override readonly name = 'TillgateError';
  /** `network_error`: no response of a companion. A newer companion may send a code that this list lacks. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The companion's ID of the request, as its log names it. */
  readonly requestId: string | undefined;
  /** The invalid fields, for `invalid_request`. */
  readonly fields: readonly FieldError[];
  /** The session's current version and sum, for `version_conflict`. */
  readonly session: SessionAmount | undefined;
  /** Whether the same call can succeed later, unchanged. */
  readonly isRetryable: boolean;
  /** Whether the companion may have done what the call asks for. Repeat it with the same `idempotencyKey`. */
  readonly isOutcomeUnknown: boolean;
  /** The key of the call; undefined for a read. */
  readonly idempotencyKey: string | undefined;

  constructor(facts: TillgateErrorDetails) {
    super(facts.message ?? ERRORS[facts.code].title, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? [];
    this.session = facts.session;
    this.isRetryable = facts.isRetryable ?? false;
    this.isOutcomeUnknown = facts.isOutcomeUnknown ?? false;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

/** Whether a value is a {@link TillgateError}, also one made by another copy of this module. */
export function isTillgateError(value: unknown): value is TillgateError {
  return value instanceof Error && value.name === 'TillgateError' && 'code' in value;
}
