import * as z from '../zod.ts';
import { ChallengeWindowSize } from '../interface/formats.ts';

/**
 * The status of a session's payment, as the shopper may see it.
 * - `open`: nothing was submitted yet (our addition to the six below).
 * - `paid`, `declined`: final for that payment; after `declined` the session may stay open for another.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is still working on it.
 * - `unknown`: it is unknown whether money moved. The shopper must not pay again.
 * - `expired`: the session ended without a payment.
 */
export const OutcomeStatus = z.enum(['open', 'paid', 'declined', 'action_required', 'pending', 'unknown', 'expired']);
export type OutcomeStatus = z.infer<typeof OutcomeStatus>;

/** Decline codes; the element's dictionary has the text for the shopper. */
export const DeclineCode = z.enum([
  'declined',
  'insufficient_funds',
  'incorrect_security_code',
  'incorrect_card_number',
  'expired_card',
  'authentication_failed',
  'cancelled_by_shopper',
  'method_not_supported',
  'processing_error',
  'invalid_data',
]);
export type DeclineCode = z.infer<typeof DeclineCode>;

/** A QR code for drawing, without the quiet zone of four modules around it. */
export const QrMatrix = z.object({
  /** Modules per side. */
  size: z.int().check(z.minimum(21), z.maximum(177)),
  /** Row by row, dark modules as 1, four to a hexadecimal digit. */
  modules: z.string().check(z.regex(/^[0-9a-f]{111,7833}$/)),
});
export type QrMatrix = z.infer<typeof QrMatrix>;

/** A code by which the shopper pays: scanned with a wallet app, or shown at a bank or a shop. */
export const QrCodeOrVoucher = z.object({
  kind: z.enum(['qr', 'voucher']),
  /** The content of the QR code, or the voucher's number. */
  value: z.string(),
  /** Its expiry, ISO 8601, UTC; null if the gateway names none. */
  expires_at: z.nullable(z.string()),
  /**
   * Seconds from the response to the expiry, negative after it, because the shopper's clock may be wrong; absent
   * without an expiry.
   */
  expires_in: z.optional(z.int()),
  /** The QR code of `value`; absent for vouchers, and for a text that is too long. */
  matrix: z.optional(QrMatrix),
});
export type QrCodeOrVoucher = z.infer<typeof QrCodeOrVoucher>;

/** What the shopper's browser must open or show next. */
export const NextAction = z.object({
  /**
   * `challenge`: in a frame of window_size. `redirect`: as the whole page. `code`: `code` is shown, and `url` can be
   * opened as well.
   */
  type: z.enum(['challenge', 'redirect', 'code']),
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  window_size: z.optional(ChallengeWindowSize),
  code: z.optional(QrCodeOrVoucher),
  /** `payment`: it opens the gateway's own payment page, not a challenge. */
  purpose: z.optional(z.literal('payment')),
  /** Of a redirect: the name of the bank that the shopper chose. */
  bank: z.optional(z.string()),
});
export type NextAction = z.infer<typeof NextAction>;

export const Outcome = z.object({
  status: OutcomeStatus,
  /** The payment of the status; null before the first submit. */
  payment_id: z.nullable(z.string()),
  action: z.optional(NextAction),
  /** `retryable`: the session accepts another attempt. */
  decline: z.optional(z.object({ code: DeclineCode, retryable: z.boolean() })),
  /** The gateway holds the payment for a review by a person; only with `pending`. */
  in_review: z.optional(z.boolean()),
  /** The shopper may abandon this unfinished payment and choose another method: `POST /checkout/abandon`. */
  abandonable: z.optional(z.boolean()),
});
export type Outcome = z.infer<typeof Outcome>;
