import * as z from '../zod.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals, isAmount } from '../money.ts';
import { decodeAcquiringBirthDate } from '../dates.ts';

/**
 * Limits, formats and identifiers that every acquiring record shares (interface 2.1 and 8). The lengths that a gateway
 * profile sets are in `DEFAULT_FIELD_LENGTHS` and {@link MAX_PROFILE_FIELD_LENGTHS}.
 */
export const FIELD_LIMITS = {
  merchant_id: 7,
  account_id: 10,
  transaction_id: 64,
  /** For a text whose length the interface does not limit. */
  text: 1000,
  url: 2000,
  /** A file as base64: 256,000 bytes. */
  file_data: 350_000,
  query_orders: 100,
  /** A list of order numbers or IDs in one field. */
  value_list: 66_000,
  update_orders: 50,
  refund_orders: 50,
  review_orders: 100,
  search_refunds: 100,
  /** The largest batch that a profile may allow where the interface shows no limit. */
  batch: 1_000,
  capture_orders: 50,
  cancel_orders: 50,
} as const;

/**
 * The longest length that a gateway profile may set for a field whose length the interface does not show. An order
 * number leaves room for the hyphen and the five digits of its transaction ID (interface 2.1).
 */
export const MAX_PROFILE_FIELD_LENGTHS = {
  order_no: 58,
  amount: 15,
  website: 8_000,
  items: 20_000,
  shopper_id: 255,
  shopper_email: 320,
  shopper_ip: 255,
  shopper_phone: 255,
  card: 20,
  note: 8_000,
  custom: 8_000,
  refund_reference: 255,
} as const;
/** The most characters of each field whose length the interface does not show. */
export type FieldLengths = Readonly<Record<keyof typeof MAX_PROFILE_FIELD_LENGTHS, number>>;

/** Most digits that an issuing id may have; the interface shows digit strings without a length. */
export const ISSUING_ID_MAX_LENGTH = 32;

/** A text of at most `max` characters. */
export const textOrEmpty = (max: number = FIELD_LIMITS.text): z.ZodMiniString => z.string().check(z.maxLength(max));

/** A text of 1 to `max` characters. */
export const requiredText = (max: number = FIELD_LIMITS.text): z.ZodMiniString =>
  z.string().check(z.minLength(1), z.maxLength(max));

const visible = (max: number): z.ZodMiniString =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(max), z.regex(/^[\x21-\x7e]*$/, 'letters, digits and signs without spaces'));

/** The merchant's code: at most 7 characters. */
export const MerchantId = visible(FIELD_LIMITS.merchant_id).check(
  z.regex(/^[A-Za-z0-9_-]*$/, 'letters, digits, _ and -'),
);
/** The sub-account's number: at most 10 characters. */
export const AccountId = visible(FIELD_LIMITS.account_id).check(
  z.regex(/^[A-Za-z0-9_-]*$/, 'letters, digits, _ and -'),
);
/** The caller's ID of a payout, of a query or of an issuing request. */
export const RequestId = visible(64);
/** Queries join several IDs with commas, so an ID must not contain one. */
const withoutComma = z.regex(/^[^,]*$/, 'no comma, since queries separate numbers by commas');
/** The merchant's own order number: visible characters, since digests drop spaces. */
export const orderNo = (max: number): z.ZodMiniString => visible(max).check(withoutComma);
/** The merchant's own refund reference (gateway-profile.md); the gateway profile sets its length. */
export const RefundReference = requiredText(MAX_PROFILE_FIELD_LENGTHS.refund_reference).check(withoutComma);
/** The service's transaction ID: order number, hyphen, five digits; at most 64 characters. */
export const GatewayTransactionId = visible(FIELD_LIMITS.transaction_id);
const printable = z.regex(/^[^\p{Cc}]*$/u, 'no control characters');
/**
 * An order number of another system; it may contain spaces (interface 5.1 removes them before hashing). Only our own
 * new ones are restricted, by {@link orderNo}.
 */
export const OrderNoOfAnySystem = requiredText(MAX_PROFILE_FIELD_LENGTHS.order_no).check(printable);
/** A transaction ID of the service or of another system: at most 64 characters. */
export const TransactionIdOfAnySystem = requiredText(FIELD_LIMITS.transaction_id).check(printable);
/** 64 hexadecimal characters, in either case. */
export const EncryptionData = z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, '64 hexadecimal characters'));
/** A three-letter currency code in capitals. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'a three-letter currency code in capitals'));
/** A two-letter country code in capitals. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'a two-letter country code in capitals'));
/** A decimal number with exactly two decimals, at most 15 characters. */
export const Amount = z.string().check(z.refine(isAmount, 'a decimal number with exactly two decimals, such as 10.50'));
/** An {@link Amount} above zero. */
export const PositiveAmount = Amount.check(
  z.refine((value) => /[1-9]/.test(value) && !value.startsWith('-'), 'more than 0.00'),
);
/** A day written DD-MM-YYYY. */
export const AcquiringBirthDate = z
  .string()
  .check(z.refine((value) => decodeAcquiringBirthDate(value) !== undefined, 'a real day written DD-MM-YYYY'));
/** Screen size, `<width>x<height>` in CSS pixels. */
export const ScreenResolution = z.string().check(z.regex(/^\d{1,5}x\d{1,5}$/, 'width x height, such as 1280x720'));
/** The shape of an e-mail address: text, @, text. */
export const email = (max: number): z.ZodMiniString =>
  z.string().check(z.maxLength(max), z.regex(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'));
/** An absolute http or https address. */
export const HttpUrl = z
  .string()
  .check(
    z.maxLength(FIELD_LIMITS.url),
    z.regex(/^https?:\/\/[^\s/@?#\\]+([/?#][^\s\\]*)?$/i, 'an http or https address'),
  );
/** Challenge window size, as EMV 3-D Secure numbers them: 250x400, 390x400, 500x600, 600x400, full page. */
export const ChallengeWindowSize = z.enum(['01', '02', '03', '04', '05']);

/**
 * Refuses decimals in amounts of a currency without decimals.
 * @param currency the field with the currency
 * @param names the fields with amounts; a point leads into a group
 */
export const refuseUnsupportedDecimals =
  (currency: string, names: readonly string[]): z.core.CheckFn<object> =>
  ({ value, issues }) => {
    for (const name of names) {
      const path = name.split('.');
      if (!hasUnsupportedDecimals(partOf(value, path), partOf(value, [currency]))) continue;
      issues.push({ code: 'custom', input: value, path, message: WHOLE_UNITS_RULE_TEXT });
    }
  };

function partOf(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    value,
  );
}
