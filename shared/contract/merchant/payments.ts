import * as z from '../../zod.ts';
import { Amount, Currency } from '../../interface/formats.ts';
import { PaymentResult } from '../../interface/payment-result.ts';
import { BillingAddress, DeliveryAddress, Shopper } from '../people.ts';
import { SessionItem } from '../create-session.ts';
import { DeclineCode } from '../outcome.ts';
import { Alert } from './alerts.ts';
import { Dispute } from './disputes.ts';
import { UtcTime } from './utc-time.ts';
import { Session } from './sessions.ts';
import { HeldNotificationBody } from './notifications.ts';

/** Payments as the merchant API reports them. */

/**
 * The state of a payment:
 * - `submitting`: the intent is committed; the request to the gateway may or may not have left.
 * - `not_sent`: no byte left; final, the session is free again.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is working on it. `unknown`: it is unknown whether money moved.
 * - `abandoned`: the shopper chose another method before finishing the action; a late result still counts.
 * - `held`: the gateway waits for the shop to review or capture it.
 * - `paid`, `declined`: the gateway's result. `cancelled`: the shop voided it.
 */
export const PaymentStatus = z.enum([
  'submitting',
  'not_sent',
  'action_required',
  'pending',
  'held',
  'unknown',
  'abandoned',
  'paid',
  'declined',
  'cancelled',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** A payment as the shop's server sees it. */
export const Payment = z.object({
  id: z.string(),
  session_id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  /**
   * `initial`: the shopper submitted it. `renewal`: the gateway charged it for a subscription. `merchant_initiated`: the shop
   * charged a saved card without the shopper. `verification`: the shopper saved a card by it; it is no order.
   */
  kind: z.enum(['initial', 'renewal', 'merchant_initiated', 'verification']),
  status: PaymentStatus,
  /** `card`, `gateway_page`, or the interface's payment_method. */
  method: z.string(),
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  /** The captured amount, or the one being captured, if less than the authorised amount; otherwise null. */
  captured_amount: z.nullable(Amount),
  /** The amount refunded so far. */
  refunded_amount: Amount,
  transaction_id: z.nullable(z.string()),
  shopper_email: z.nullable(z.string()),
  card: z.nullable(z.object({ bin: z.nullable(z.string()), last4: z.string(), brand: z.nullable(z.string()) })),
  decline: z.nullable(z.object({ code: DeclineCode })),
  /** The subscription that this payment began or renewed. */
  recurring_id: z.nullable(z.string()),
  review_status: z.nullable(z.enum(['approved', 'rejected', 'unknown'])),
  dispute_status: z.nullable(z.enum(['received', 'won', 'lost'])),
  /** The gateway's latest result, without the token of a saved card. */
  result: z.nullable(PaymentResult),
  /** Alerts that need a person, newest first; empty without any. */
  alerts: z.array(Alert),
  /** The order was already paid by another payment. */
  duplicate: z.boolean(),
  created_at: UtcTime,
  updated_at: UtcTime,
});
export type Payment = z.infer<typeof Payment>;

/** One entry of a payment's timeline. */
export const TimelineEntry = z.object({
  at: UtcTime,
  kind: z.string(),
  from: z.nullable(PaymentStatus),
  to: PaymentStatus,
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A person's note on a payment. */
export const PaymentNote = z.object({
  id: z.string(),
  at: UtcTime,
  /** The first characters of the SHA-256 of the API key that wrote it, or the ID of the user. */
  author: z.string(),
  /** The name of the user, or of the API key; null for a key without one. */
  author_name: z.nullable(z.string()),
  /** Card numbers are masked. */
  text: z.string(),
});
export type PaymentNote = z.infer<typeof PaymentNote>;

/** The order of a payment, from the shop's session. */
export const OrderOfPayment = z.object({
  items: z.array(SessionItem),
  totals: Session.def.shape.totals,
  shopper: Shopper,
  billing: BillingAddress,
  delivery: DeliveryAddress,
});
export type OrderOfPayment = z.infer<typeof OrderOfPayment>;

export const DetailedPayment = z.extend(Payment, {
  /** Null where the session no longer exists. */
  order: z.nullable(OrderOfPayment),
  /** The name on a card that the shopper saves; null for any other, because it is not stored. */
  cardholder: z.nullable(z.string()),
  notes: z.array(PaymentNote),
  timeline: z.array(TimelineEntry),
  disputes: z.array(Dispute),
  /** Notifications that wait for a person to accept them. */
  reported: z.array(HeldNotificationBody),
});
export type DetailedPayment = z.infer<typeof DetailedPayment>;

/** A payment, and the gateway's current result; null if the query was inconclusive. */
export const SyncedPayment = z.extend(Payment, {
  gateway_says: z.nullable(z.enum(['paid', 'declined', 'pending', 'refunded', 'cancelled', 'not_found', 'unknown'])),
});
export type SyncedPayment = z.infer<typeof SyncedPayment>;
