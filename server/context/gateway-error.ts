import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { redactGatewayMessage } from '../gateway/redact.ts';
import { describeError } from '../observability/index.ts';

type Failure =
  | { kind: 'refused'; code?: string | undefined; message: string }
  | { kind: 'misconfigured' | 'not_sent' | 'unknown'; reason: string };

/**
 * The failure of a gateway call that threw. The clients return failures as values, so unless the request itself was invalid,
 * the outcome is unknown.
 */
export function gatewayCallFailureOfThrown(
  error: unknown,
): { kind: 'not_sent'; reason: string } | { kind: 'unknown'; reason: string; mismatch: false } {
  return isCheckoutError(error) && error.code === 'gateway_invalid_request'
    ? { kind: 'not_sent', reason: error.code }
    : { kind: 'unknown', reason: describeError(error), mismatch: false };
}

/** Why nothing was sent: the request broke a rule, or the gateway cannot be reached. */
export function toNotSentError(reason: string): CheckoutError {
  return new CheckoutError(reason === 'gateway_invalid_request' ? reason : 'gateway_unreachable');
}

/** The error for the caller when a read operation fails. */
export function toGatewayReadError(answer: Failure): CheckoutError {
  switch (answer.kind) {
    case 'refused':
      return new CheckoutError('gateway_refused', describeGatewayRefusal(answer.code, answer.message));
    case 'misconfigured':
      return new CheckoutError('gateway_misconfigured');
    case 'not_sent':
      return toNotSentError(answer.reason);
    case 'unknown':
      return new CheckoutError('gateway_no_answer');
  }
}

/** Whether a gateway document refused our credentials. A bare HTTP 401 or 403 may come from any proxy. */
export function isCredentialRefusalFromGateway({ code }: { code?: string | undefined }): boolean {
  return code !== undefined;
}

/** A gateway's refusal as one line. */
export function describeGatewayRefusal(code: string | undefined, message: string): string {
  const text = redactGatewayMessage(message);
  return `The gateway refused: ${text === '' ? (code ?? 'no reason given') : text}`;
}
