import { CheckoutError } from '../../shared/errors.ts';
import { maskCardNumbers } from '../gateway/redact.ts';

type Failure =
  | { kind: 'refused'; code?: string | undefined; message: string }
  | { kind: 'misconfigured' | 'not_sent' | 'unknown'; reason: string };

/** The longest word of a gateway that is passed on. */
const DETAIL_MAX_LENGTH = 300;

/** An answer that is none, of an operation that only reads, as the caller's error. */
export function toGatewayError(answer: Failure): CheckoutError {
  switch (answer.kind) {
    case 'refused':
      return new CheckoutError('gateway_refused', describeRefusal(answer.code, answer.message));
    case 'misconfigured':
      return new CheckoutError('gateway_misconfigured');
    case 'not_sent':
      return new CheckoutError('gateway_unreachable');
    case 'unknown':
      return new CheckoutError('gateway_no_answer');
  }
}

/** A gateway's refusal in one line; card numbers masked, control characters gone. */
export function describeRefusal(code: string | undefined, message: string): string {
  const text = maskCardNumbers(message)
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, DETAIL_MAX_LENGTH);
  return `The gateway refused: ${text === '' ? (code ?? 'no reason given') : text}`;
}
