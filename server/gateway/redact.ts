import { asciiDigitsOf, patternOfEnds, patternOfNumber, replaceCardNumbers } from '../../shared/card-numbers.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';

/** Card data is cut down to what may be kept: the first six digits and the last four. */
export function maskCardNumber(digits: string): string {
  return digits.length < 11 ? '*'.repeat(digits.length) : `${digits.slice(0, 6)}***${digits.slice(-4)}`;
}

/** A text with every card number in it masked, in whatever grouping and script. */
export function maskCardNumbers(text: string): string {
  return replaceCardNumbers(text, maskCardNumber);
}

/** The longest word of a gateway that is kept or passed on. */
const MESSAGE_MAX_LENGTH = 300;

/** What a gateway says in words, as it may go further: card numbers masked, control characters gone, of limited length. */
export function cleanMessage(message: string): string {
  return maskCardNumbers(message)
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, MESSAGE_MAX_LENGTH);
}

/** Names under which a security code could stand; `acsCode` is a name of the issuer's access control server. */
const SECRET_NAMES = /cv[cv]|(?<!a)csc|security_?code|^pin$/i;

function isSecretName(name: string): boolean {
  // Words that only a capital tells apart: the code in `dataCsc`, none in `acsCode`.
  return SECRET_NAMES.test(name.replace(/(?<=[a-z\d])(?=[A-Z][A-Za-z]{2})/g, '_'));
}

/**
 * Names of fields that hold an identifier, a document, a phone number or a bank account: digits there look like a card
 * number by chance.
 */
const REFERENCE_NAMES =
  /(^|_)(id|ids|uuid|guid|(order|invoice|customer|reference|tracking|ticket)_(no|number)|(document|account|branch|phone|tax)_number|bank_code|sku|ean|gtin|ref|reference|references|hash|digest|data|token|cookie|fingerprint|url|sign|phone|mobile|tel|fax|iban|bic|swift|document|tax|vat|cpf|cnpj|cavv|xid|eci)$/;

/** Whether a field of this name holds an identifier, a document, a phone number or a bank account. */
export function isReferenceName(name: string): boolean {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
  return REFERENCE_NAMES.test(words) && !CARD_NAMES.test(words);
}

/** Fields that name the payment. They are masked only where they hold the submitted number itself. */
const IDENTITY_FIELDS = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'transaction_id',
  'amount',
  'currency',
  'encryption_data',
]);

/** Fields in whose words a gateway may repeat the code that was submitted; elsewhere the same digits mean something. */
const MESSAGE_FIELDS = new Set(['result_info', 'note', 'threeds_result', 'name', 'status']);

/** What is known of the card that an answer is about: everything while it is under way, afterwards its ends. */
export interface KnownCard {
  number?: string | undefined;
  security_code?: string | undefined;
  bin?: string | null | undefined;
  last4?: string | null | undefined;
}

/**
 * A gateway's result or notification as it may go further: `card` masked whatever its form, card numbers in other
 * texts masked, and the known card's number and code gone wherever and however they stand.
 */
export function redactResult<T extends PaymentResult | Record<string, unknown>>(result: T, known: KnownCard = {}): T {
  const entries = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (isSecretName(name)) return [name, '***'];
    if (typeof value !== 'string')
      return [name, Array.isArray(value) ? value.map((part) => redactPart(part, known)) : value];
    if (name === 'issuer_url' && holdsCardData(value, known)) return [name, ''];
    const bare = withoutNumber(value, known);
    if (name === 'card') return [name, maskCardField(bare)];
    // A token may look like a card number; it is taken for one unless the number is known that it must not be.
    const isName =
      name === 'token_id' ? known.number !== undefined : IDENTITY_FIELDS.has(name) || isReferenceName(name);
    return [maskCardNumbers(name), isName ? bare : withoutCode(name, maskCardNumbers(bare), known.security_code)];
  });
  return Object.fromEntries(entries) as T;
}

function redactPart(part: unknown, known: KnownCard): unknown {
  return typeof part === 'object' && part !== null ? redactResult(part as Record<string, unknown>, known) : part;
}

/** Whether an address holds the card that is under way, or a code under a name for one: `cvcResult=M` is none. */
export function holdsCardData(address: string, known: KnownCard): boolean {
  const text = address.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => decoded(coded) ?? coded);
  const { searchParams } = URL.canParse(address) ? new URL(address) : { searchParams: new URLSearchParams() };
  const isCode = [...searchParams].some(([name, value]) => isSecretName(name) && /^\s*\d{3,4}\s*$/.test(value));
  return isCode || (shapeOf(known)?.test(text) ?? false);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Bytes that are no text hold no number.
    return undefined;
  }
}

/** Masks the known card in a text. Its pattern is only made where the text has its digits: making one costs more. */
function withoutNumber(text: string, known: KnownCard): string {
  const { number = '', bin, last4 } = known;
  const mayHold = [asciiDigitsOf(text), asciiDigitsOf(text.replace(CODED, ''))].some((digits) =>
    number === '' ? digits.includes(bin ?? '') && digits.includes(last4 ?? '') : digits.includes(number),
  );
  const shape = mayHold ? shapeOf(known) : undefined;
  return shape === undefined ? text : text.replace(shape, toMask);
}

const CODED = /%[0-9a-f]{2}/gi;

/** The known number in any grouping and script; without the number, what begins and ends like it. */
function shapeOf({ number, bin, last4 }: KnownCard): RegExp | undefined {
  if (number !== undefined && number !== '') return patternOfNumber(number);
  return bin?.length === 6 && last4?.length === 4 ? patternOfEnds(bin, last4) : undefined;
}

function toMask(run: string): string {
  return maskCardNumber(asciiDigitsOf(run.replace(CODED, '')));
}

/** The code itself, where it stands alone in words; the code before a result's colon is the gateway's. */
function withoutCode(name: string, text: string, code: string | undefined): string {
  if (code === undefined || code === '' || !MESSAGE_FIELDS.has(name) || !text.includes(code)) return text;
  const from = name === 'result_info' ? text.indexOf(':') + 1 : 0;
  const alone = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`, 'g');
  return text.slice(0, from) + text.slice(from).replace(alone, '***');
}

/** What a masked number is written with. */
const MASK = /^[\d*xX#\u2022. -]*$/;

/**
 * `card` should come masked; where more than ten digits are readable, the middle goes. What is no mask may be the number
 * in another code, and goes whole.
 */
function maskCardField(value: string): string {
  const digits = asciiDigitsOf(value);
  if (digits.length > 10) return maskCardNumber(digits);
  return MASK.test(value.trim()) ? value : '';
}

/**
 * Fields without what must not be kept: card numbers cut down, security codes gone, bank accounts down to their last
 * four, wherever they stand.
 * @param bare what becomes of digits alone that only look like a card number: most such are somebody's reference
 */
export function redactCardData(
  fields: Record<string, unknown>,
  bare: 'masked' | 'kept' = 'masked',
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactValue(name, value, bare)]));
}

function redactValue(name: string, value: unknown, bare: 'masked' | 'kept'): unknown {
  if (Array.isArray(value)) return value.map((part) => redactValue(name, part, bare));
  if (typeof value === 'object' && value !== null) return redactCardData(value as Record<string, unknown>, bare);
  if (isSecretName(name)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (CARD_NAMES.test(name)) return maskDigits(String(value)) ?? value;
  if (ACCOUNT_NAMES.test(name)) return `******${String(value).slice(-4)}`;
  // Ids are digits as well, and some of them look like card numbers by chance.
  const isId = isReferenceName(name) || (bare === 'kept' && /^\d*$/.test(String(value)));
  return typeof value === 'string' && !isId ? maskCardNumbers(value) : value;
}

const CARD_NAMES = /card_?(number|num|no|info)$|^(pan|number|card)$/i;
const ACCOUNT_NAMES = /^iban$|account_?(number|num|no)$/i;

function maskDigits(text: string): string | undefined {
  const digits = asciiDigitsOf(text);
  return digits.length < 12 ? undefined : `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}
