import * as z from 'zod/mini';
import { ChallengeWindowSize } from '../interface/identifiers.ts';

/**
 * Where a session's payment stands, as the shopper may know it.
 * - `open`: nothing was submitted yet (our addition to the six below).
 * - `paid`, `declined`: final for that payment; after `declined` the session may stay open for another.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is still working on it.
 * - `unknown`: nobody can say yet whether money moved. The shopper must not pay again.
 * - `expired`: the session ended without a payment.
 */
export const OutcomeStatus = z.enum(['open', 'paid', 'declined', 'action_required', 'pending', 'unknown', 'expired']);
export type OutcomeStatus = z.infer<typeof OutcomeStatus>;

/** Why a payment was declined, in our words; the shopper's sentence comes from the element's dictionary. */
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

/** A QR code as it is painted, without the light zone of four modules around it. */
export const QrMatrix = z.object({
  /** Modules of a side. */
  size: z.int().check(z.minimum(21), z.maximum(177)),
  /** Row by row, dark ones as 1, four to a hexadecimal digit. */
  modules: z.string().check(z.regex(/^[0-9a-f]{111,7833}$/)),
});
export type QrMatrix = z.infer<typeof QrMatrix>;

/** A code that the shopper pays by: scanned with a wallet app, or taken to a bank or a shop. */
export const PayCode = z.object({
  kind: z.enum(['qr', 'voucher']),
  /** What the QR code holds, or the voucher's number. */
  value: z.string(),
  /** ISO 8601, UTC; null where the gateway names none. */
  expires_at: z.nullable(z.string()),
  /** Seconds from the answer until then, below zero after it, since a shopper's clock may be wrong; absent without an end. */
  expires_in: z.optional(z.int()),
  /** The QR code of `value`; absent for vouchers, and where a text is too long for one. */
  matrix: z.optional(QrMatrix),
});
export type PayCode = z.infer<typeof PayCode>;

/** What the shopper's browser has to open next, or the shopper has to be shown. */
export const Action = z.object({
  /** `challenge`: in a frame of window_size. `redirect`: the whole page goes there. `code`: `code` is shown; `url` may be opened as well. */
  type: z.enum(['challenge', 'redirect', 'code']),
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
  window_size: z.optional(ChallengeWindowSize),
  code: z.optional(PayCode),
  /** `payment`: what opens is the gateway's own payment page and no challenge. */
  purpose: z.optional(z.literal('payment')),
});
export type Action = z.infer<typeof Action>;

export const Outcome = z.object({
  status: OutcomeStatus,
  /** The payment that the status speaks of; null before the first submit. */
  payment_id: z.nullable(z.string()),
  action: z.optional(Action),
  /** `retryable`: the session takes another attempt. */
  decline: z.optional(z.object({ code: DeclineCode, retryable: z.boolean() })),
  /** The gateway holds the payment for a review by a person; only with `pending`. */
  in_review: z.optional(z.boolean()),
  /** The shopper may abandon this unfinished payment and choose another method: `POST /checkout/abandon`. */
  abandonable: z.optional(z.boolean()),
});
export type Outcome = z.infer<typeof Outcome>;
