import { isLuhn } from '../../shared/luhn.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';

/** Card data is cut down to what may be kept: the first six digits and the last four. */
export function maskCardNumber(digits: string): string {
  return digits.length < 11 ? '*'.repeat(digits.length) : `${digits.slice(0, 6)}***${digits.slice(-4)}`;
}

/** Runs of 12 to 19 digits, single spaces or hyphens allowed between them, that pass the Luhn check. */
const CARD_LIKE = /\d(?:[ -]?\d){11,18}/g;

/** A text with everything that looks like a card number masked. */
export function maskCardNumbers(text: string): string {
  return text.replace(CARD_LIKE, (run) => {
    const digits = run.replace(/\D/g, '');
    return isLuhn(digits) ? maskCardNumber(digits) : run;
  });
}

/** The longest word of a gateway that is kept or passed on. */
const MESSAGE_MAX_LENGTH = 300;

/** What a gateway says in words, as it may go further: card numbers masked, control characters gone, of limited length. */
export function cleanMessage(message: string): string {
  return maskCardNumbers(message)
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, MESSAGE_MAX_LENGTH);
}

/** Names under which a security code could stand. */
export const SECRET_NAMES = /cv[cv]\d?|csc|security_?code|^pin$/i;

/** Fields that name the payment. They are masked only where they hold the submitted number itself. */
const IDENTITY = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'transaction_id',
  'amount',
  'currency',
  'encryption_data',
]);

/**
 * A gateway's result or notification as it may go further: `card` masked whatever its form, card numbers in other
 * texts masked, and the number that was submitted gone wherever it stands. The security code is never asked back.
 */
export function redactResult<T extends PaymentResult | Record<string, unknown>>(
  result: T,
  submittedNumber?: string,
): T {
  const entries = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (SECRET_NAMES.test(name)) return [name, '***'];
    if (typeof value !== 'string')
      return [name, Array.isArray(value) ? value.map((part) => redactPart(part, submittedNumber)) : value];
    const bare =
      submittedNumber === undefined ? value : value.replaceAll(submittedNumber, maskCardNumber(submittedNumber));
    if (name === 'card') return [name, maskCardField(bare)];
    // A token may look like a card number; it is taken for one unless the number is known that it must not be.
    const isName = IDENTITY.has(name) || (name === 'token_id' && submittedNumber !== undefined);
    return [name, isName ? bare : maskCardNumbers(bare)];
  });
  return Object.fromEntries(entries) as T;
}

function redactPart(part: unknown, submittedNumber: string | undefined): unknown {
  return typeof part === 'object' && part !== null
    ? redactResult(part as Record<string, unknown>, submittedNumber)
    : part;
}

/** `card` should come masked; where more than ten digits are readable, the middle goes. */
function maskCardField(value: string): string {
  const digits = value.replace(/\D/g, '');
  return digits.length > 10 ? maskCardNumber(digits) : value;
}
