import {
  extractDigitsAsAscii,
  patternOfTruncatedCardNumber,
  cardNumberFinder,
  replaceCardNumbers,
} from '../../shared/card-numbers.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';

/** Truncates card data to the storable part: the first six digits and the last four. */
export function maskCardNumber(digits: string): string {
  return digits.length < 11 ? '*'.repeat(digits.length) : `${digits.slice(0, 6)}***${digits.slice(-4)}`;
}

/** A text with every card number masked, in any grouping and script. */
export function maskCardNumbers(text: string): string {
  return replaceCardNumbers(text, maskCardNumber);
}

/** The longest gateway message that is stored or passed on. */
const MESSAGE_MAX_LENGTH = 300;

/** A gateway message for storage: card numbers masked, control characters removed, limited length. */
export function redactGatewayMessage(message: string): string {
  return maskCardNumbers(message)
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, MESSAGE_MAX_LENGTH);
}

/** Field names that may contain a security code; `acsCode` belongs to the issuer's access control server. */
const SECRET_NAMES = /cv[cv]|(?<!a)csc|security_?code|^pin$/i;

function isSecretName(name: string): boolean {
  // Camel case: `dataCsc` contains the code, `acsCode` does not.
  return SECRET_NAMES.test(name.replace(/(?<=[a-z\d])(?=[A-Z][A-Za-z]{2})/g, '_'));
}

/**
 * Field names of identifiers, documents, phone numbers and bank accounts: their digits can look like a card number by
 * chance.
 */
const REFERENCE_NAMES =
  /(^|_)(id|ids|uuid|guid|(order|invoice|customer|reference|tracking|ticket)_(no|number)|(document|account|branch|phone|tax)_number|bank_code|sku|ean|gtin|ref|reference|references|hash|digest|data|token|cookie|fingerprint|url|sign|phone|mobile|tel|fax|iban|bic|swift|document|tax|vat|cpf|cnpj|cavv|xid|eci)$/;

/** Whether a field of this name holds an identifier, a document, a phone number or a bank account. */
export function isReferenceFieldName(name: string): boolean {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
  return REFERENCE_NAMES.test(words) && !CARD_NAMES.test(words);
}

/** Fields that identify the payment. They are masked only if they contain the submitted number itself. */
const IDENTITY_FIELDS = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'transaction_id',
  'amount',
  'currency',
  'encryption_data',
]);

/**
 * Text fields in which a gateway may repeat the submitted security code; in other fields the same digits have another
 * meaning.
 */
const MESSAGE_FIELDS = new Set(['result_info', 'note', 'threeds_result', 'name', 'status']);

/**
 * The known data of the card behind a response: everything while the request is in flight, later its first and last
 * digits.
 */
export interface KnownCardData {
  number?: string | undefined;
  security_code?: string | undefined;
  bin?: string | null | undefined;
  last4?: string | null | undefined;
}

/**
 * A gateway's result or notification for storage: `card` masked in any form, card numbers in other texts masked, and
 * the known card's number and code removed in any form and position.
 */
export function redactGatewayResult<T extends PaymentResult | Record<string, unknown>>(
  result: T,
  known: KnownCardData = {},
): T {
  const entries = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (isSecretName(name)) return [name, '***'];
    if (typeof value !== 'string')
      return [name, Array.isArray(value) ? value.map((part) => redactPart(part, known)) : value];
    if (name === 'issuer_url' && urlContainsCardData(value, known)) return [name, ''];
    const bare = withoutNumber(value, known);
    if (name === 'card') return [name, maskCardField(bare)];
    // A token may look like a card number; it is treated as one unless the submitted number is known.
    const isName =
      name === 'token_id' ? known.number !== undefined : IDENTITY_FIELDS.has(name) || isReferenceFieldName(name);
    return [maskCardNumbers(name), isName ? bare : withoutCode(name, maskCardNumbers(bare), known.security_code)];
  });
  return Object.fromEntries(entries) as T;
}

function redactPart(part: unknown, known: KnownCardData): unknown {
  return typeof part === 'object' && part !== null ? redactGatewayResult(part as Record<string, unknown>, known) : part;
}

/** Whether a URL contains the card in flight, or a code under a name for one: `cvcResult=M` is none. */
export function urlContainsCardData(address: string, known: KnownCardData): boolean {
  const text = address.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => decoded(coded) ?? coded);
  const { searchParams } = URL.canParse(address) ? new URL(address) : { searchParams: new URLSearchParams() };
  const isCode = [...searchParams].some(([name, value]) => isSecretName(name) && /^\s*\d{3,4}\s*$/.test(value));
  return isCode || (shapeOf(known)?.test(text) ?? false);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding contains no number.
    return undefined;
  }
}

/**
 * Masks the known card in a text. Its pattern is built only if the text contains its digits, because building costs
 * more than the check.
 */
function withoutNumber(text: string, known: KnownCardData): string {
  const { number = '', bin, last4 } = known;
  if (text.length < (number === '' ? (bin ?? last4 ?? '') : number).length) return text;
  const readings = text.includes('%') ? [text, text.replace(CODED, '')] : [text];
  const mayHold = readings
    .map(extractDigitsAsAscii)
    .some((digits) =>
      number === '' ? digits.includes(bin ?? '') && digits.includes(last4 ?? '') : digits.includes(number),
    );
  const shape = mayHold ? shapeOf(known) : undefined;
  return shape === undefined ? text : text.replace(shape, toMask);
}

const CODED = /%[0-9a-f]{2}/gi;

/** The known number in any grouping and script; without the number, any that begins and ends like it. */
function shapeOf({ number, bin, last4 }: KnownCardData): RegExp | undefined {
  if (number !== undefined && number !== '') return cardNumberFinder(number);
  return bin?.length === 6 && last4?.length === 4 ? patternOfTruncatedCardNumber(bin, last4) : undefined;
}

function toMask(run: string): string {
  return maskCardNumber(extractDigitsAsAscii(run.replace(CODED, '')));
}

/** The code itself, where it stands alone in a message; the code before a result's colon is the gateway's. */
function withoutCode(name: string, text: string, code: string | undefined): string {
  if (code === undefined || code === '' || !MESSAGE_FIELDS.has(name) || !text.includes(code)) return text;
  const from = name === 'result_info' ? text.indexOf(':') + 1 : 0;
  const alone = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`, 'g');
  return text.slice(0, from) + text.slice(from).replace(alone, '***');
}

/** The characters of a masked number. */
const MASK = /^[\d*xX#\u2022. -]*$/;

/**
 * `card` should come masked. If more than ten digits are readable, the middle is masked. Any other value may be an
 * encoded number and is removed whole.
 */
function maskCardField(value: string): string {
  const digits = extractDigitsAsAscii(value);
  if (digits.length > 10) return maskCardNumber(digits);
  return MASK.test(value.trim()) ? value : '';
}

/**
 * Fields without data that must not be stored: card numbers truncated, security codes removed, bank accounts reduced to
 * the last four, at any depth.
 * @param bare what becomes of a value of digits alone that looks like a card number: most are references
 */
export function redactFields(
  fields: Record<string, unknown>,
  bare: 'masked' | 'kept' = 'masked',
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactValue(name, value, bare)]));
}

function redactValue(name: string, value: unknown, bare: 'masked' | 'kept'): unknown {
  if (Array.isArray(value)) return value.map((part) => redactValue(name, part, bare));
  if (typeof value === 'object' && value !== null) return redactFields(value as Record<string, unknown>, bare);
  if (isSecretName(name)) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (CARD_NAMES.test(name)) return maskDigits(String(value)) ?? value;
  if (ACCOUNT_NAMES.test(name)) return `******${String(value).slice(-4)}`;
  // IDs consist of digits as well, and some look like card numbers by chance.
  const isId = isReferenceFieldName(name) || (bare === 'kept' && /^\d*$/.test(String(value)));
  return typeof value === 'string' && !isId ? maskCardNumbers(value) : value;
}

const CARD_NAMES = /card_?(number|num|no|info)$|^(pan|number|card)$/i;
const ACCOUNT_NAMES = /^iban$|account_?(number|num|no)$/i;

function maskDigits(text: string): string | undefined {
  const digits = extractDigitsAsAscii(text);
  return digits.length < 12 ? undefined : `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}
