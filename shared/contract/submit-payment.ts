import * as z from 'zod/mini';
import { ChallengeWindowSize, Resolution, text } from '../interface/identifiers.ts';
import { Person } from '../interface/payment-request.ts';
import { isLongerThan } from '../characters.ts';
import { Billing, Delivery, ShopperInput } from './people.ts';

/** Captcha tokens are one to four thousand characters long. */
export const RISK_TOKEN_MAX_LENGTH = 8_000;

/** A cookie as it stands in the browser. The shopper cannot shorten it, and risk scoring does without: too long is absent. */
const cookie = (most: number) =>
  z.optional(
    z.pipe(
      z.string(),
      z.transform((value) => (isLongerThan(value, most) ? undefined : value)),
    ),
  );

/** What the browser tells about itself, for risk scoring and 3-D Secure. */
export const Device = z.strictObject({
  resolution: z.optional(Resolution),
  /** Bits: `24`. */
  color_depth: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'a number of bits, such as 24'))),
  /** As the profile asks for it: `+08:00`, minutes, or an IANA name. */
  time_zone: z.optional(text(64)),
  browser_lang: z.optional(text(64)),
  fingerprint: z.optional(text(200)),
  cookie_new: cookie(4000),
  cookie_old: cookie(4000),
  challenge_window_size: z.optional(ChallengeWindowSize),
  session_id: z.optional(text(200)),
  /** Seconds between the first sight of the form and paying. */
  checkout_time: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
  /** What the risk vendor's script gave; travels as `<vendor>_token_cookie`. */
  vendor_token: cookie(1000),
  platform_source: z.optional(text(100)),
});
export type Device = z.infer<typeof Device>;

/** Card data as the shopper typed it. Lives in the request only: never stored, never logged. */
export const CardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{8,19}$/, '8 to 19 digits')),
  /** `01` to `12`. */
  expiry_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, 'two digits, 01 to 12')),
  /** Four digits. */
  expiry_year: z.string().check(z.regex(/^20\d{2}$/, 'four digits')),
  /** Absent only for brands that print none. */
  security_code: z.optional(z.string().check(z.regex(/^\d{3,4}$/, 'three or four digits'))),
  /** The brand that the shopper chose for a card of two, as the element names it. */
  brand: z.optional(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))),
  holder_name: z.optional(
    z.string().check(
      z.minLength(1),
      z.maxLength(255),
      // Twelve digits, spaced or not, are the start of a card number.
      z.regex(/^(?!.*\d(?:[ .-]?\d){11})(?=.*[^\d\s-])/, 'a name, and not a card number'),
    ),
  ),
});
export type CardInput = z.infer<typeof CardInput>;

/**
 * What the shopper may be asked for, by group. A session may ask for these fields and for no other, so that whatever is
 * asked for can be submitted.
 */
export const shopperFieldGroups = { shopper: ShopperInput, billing: Billing, delivery: Delivery, person: Person };

/** The body of `POST /checkout/payments`. The same attempt_id with the same body is the same payment. */
export const SubmitPayment = z.strictObject({
  /** Chosen by the browser, once for each press of the pay button; 16 to 64 letters, digits, - and _. */
  attempt_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, '16 to 64 letters, digits, - and _')),
  /** `card` or the name of an APM that the session offers. */
  method: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a method')),
  card: z.optional(CardInput),
  /** Pays with a kept card instead of `card`. */
  token_id: z.optional(text(255)),
  /** Security code for a kept card, where the session asks for it. */
  security_code: z.optional(z.string().check(z.regex(/^\d{3,4}$/, 'three or four digits'))),
  save_card: z.optional(z.boolean()),
  /** The id of one of the session's installment plans. */
  installments: z.optional(text(50)),
  /** The shopper agreed to the subscription's terms as they were shown; kept in the payment's timeline. */
  subscription_agreed: z.optional(z.literal(true)),
  shopper: z.optional(shopperFieldGroups.shopper),
  billing: z.optional(shopperFieldGroups.billing),
  delivery: z.optional(shopperFieldGroups.delivery),
  person: z.optional(shopperFieldGroups.person),
  bank_code: z.optional(text(50)),
  /**
   * For the shop's own check before a payment is sent (`screenPayment`): whatever its captcha or risk script gave the
   * page. Passed to that check alone: neither kept, nor logged, nor sent to the gateway.
   */
  risk_token: z.optional(z.string().check(z.maxLength(RISK_TOKEN_MAX_LENGTH))),
  device: Device,
});
export type SubmitPayment = z.infer<typeof SubmitPayment>;
