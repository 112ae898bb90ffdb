import * as z from 'zod/mini';
import { Amount, Currency } from '../../interface/identifiers.ts';
import { PaymentResult } from '../../interface/payment-result.ts';
import { DeclineCode, Outcome } from '../outcome.ts';
import { SessionItem, SessionStatus } from '../create-session.ts';
import { Billing, Delivery, Shopper } from '../people.ts';
import { Alert } from './alerts.ts';

/** Bodies of the merchant API that speak of sessions and payments. */

/** ISO 8601, UTC. */
export const Moment = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, 'ISO 8601, UTC'));

/** A session as the shop's server sees it. */
export const Session = z.object({
  id: z.string(),
  status: SessionStatus,
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  items: z.array(SessionItem),
  /** Those parts of the amount that were given. */
  totals: z.object({
    item_total: z.optional(Amount),
    shipping: z.optional(Amount),
    handling: z.optional(Amount),
    tax_total: z.optional(Amount),
    insurance: z.optional(Amount),
    shipping_discount: z.optional(Amount),
    discount: z.optional(Amount),
  }),
  /** The shop's own number of its shopper, where it gave one. */
  shopper_id: z.nullable(z.string()),
  outcome: Outcome,
  /** The payment that paid it, otherwise the last one. */
  payment_id: z.nullable(z.string()),
  attempts: z.int(),
  /** How often the shopper may try again. */
  attempts_left: z.int(),
  metadata: z.record(z.string(), z.string()),
  created_at: Moment,
  expires_at: Moment,
});
export type Session = z.infer<typeof Session>;

/** The answer that opens a session: the only one that holds its token. */
export const OpenedSession = z.extend(Session, {
  /** For the element; gives access to this one order only. */
  token: z.string(),
  /** The hosted payment page. */
  url: z.string(),
  /** What looks odd but was taken: `amount_difference`, `items_difference`, `field_not_asked`. */
  warnings: z.optional(z.array(z.string())),
});
export type OpenedSession = z.infer<typeof OpenedSession>;

export const PaymentStatusName = z.enum([
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
export type PaymentStatusName = z.infer<typeof PaymentStatusName>;

/** A payment as the shop's server sees it. */
export const Payment = z.object({
  id: z.string(),
  session_id: z.string(),
  status: PaymentStatusName,
  /** `card`, `gateway_page`, or the interface's payment_method. */
  method: z.string(),
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  /** What was captured, or is being captured, where that is less than the amount; null otherwise. */
  captured_amount: z.nullable(Amount),
  /** What was given back so far. */
  refunded_amount: Amount,
  transaction_id: z.nullable(z.string()),
  shopper_email: z.nullable(z.string()),
  card: z.nullable(z.object({ bin: z.nullable(z.string()), last4: z.string(), brand: z.nullable(z.string()) })),
  decline: z.nullable(z.object({ code: DeclineCode })),
  /** The contract that this payment began, or that deducted it. */
  recurring_id: z.nullable(z.string()),
  review_status: z.nullable(z.enum(['approved', 'rejected', 'unknown'])),
  dispute_status: z.nullable(z.enum(['received', 'won', 'lost'])),
  /** The gateway's latest word, without the token of a card that it keeps. */
  result: z.nullable(PaymentResult),
  /** What a person should look at, the newest first; empty where all is well. */
  alerts: z.array(Alert),
  /** The order was already paid by another payment. */
  duplicate: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
});
export type Payment = z.infer<typeof Payment>;

/** One line of a payment's timeline. */
export const TimelineEntry = z.object({
  at: Moment,
  kind: z.string(),
  from: z.nullable(PaymentStatusName),
  to: PaymentStatusName,
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A dispute of the shopper's. */
export const Dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  transaction_id: z.string(),
  status: z.enum(['received', 'won', 'lost']),
  reason: z.nullable(z.string()),
  code: z.nullable(z.string()),
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  shopper_email: z.nullable(z.string()),
  /** When the answer is due; null where nobody recorded it and the gateway profile has no `dispute_days`. */
  due_at: z.nullable(Moment),
  /** `recorded`: by a person. `estimated`: `dispute_days` of the gateway profile after the dispute was received. */
  due_by: z.nullable(z.enum(['recorded', 'estimated'])),
  created_at: Moment,
  updated_at: Moment,
});
export type Dispute = z.infer<typeof Dispute>;

/** A notification that reports what no digest covers, and that acts only once a person accepts it. */
export const ReportedNotification = z.object({
  /** For `POST /v1/payments/{id}/accept`. */
  id: z.string(),
  at: Moment,
  /** The notification's webhooks_type; `PAYMENT` where it has none. */
  type: z.string(),
  /** Whether its digest is one of the merchant's. */
  verified: z.boolean(),
  /** Whether it came to the address that only the gateway was told, or to one that a browser has seen. */
  address: z.enum(['secret', 'public']),
  /** What accepting it lets act: a saved card, a subscription, a dispute or its end. */
  reports: z.array(z.enum(['token_id', 'recurring_id', 'webhooks_type'])),
  transaction_id: z.nullable(z.string()),
  recurring_id: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** The dispute's chargeback_reason. */
  reason: z.nullable(z.string()),
});
export type ReportedNotification = z.infer<typeof ReportedNotification>;

/** What a person wrote about a payment. */
export const PaymentNote = z.object({
  id: z.string(),
  at: Moment,
  /** The first characters of the SHA-256 of the API key that wrote it. */
  author: z.string(),
  /** Card numbers are masked. */
  text: z.string(),
});
export type PaymentNote = z.infer<typeof PaymentNote>;

/** The order that a payment is for, as the shop's session has it. */
export const PaymentOrder = z.object({
  items: z.array(SessionItem),
  totals: Session.def.shape.totals,
  shopper: Shopper,
  billing: Billing,
  delivery: Delivery,
});
export type PaymentOrder = z.infer<typeof PaymentOrder>;

export const PaymentWithTimeline = z.extend(Payment, {
  /** Null where the session no longer exists. */
  order: z.nullable(PaymentOrder),
  /** The name on a card that the shopper saves; null for any other, because it is not stored. */
  cardholder: z.nullable(z.string()),
  notes: z.array(PaymentNote),
  timeline: z.array(TimelineEntry),
  disputes: z.array(Dispute),
  /** What waits for a person to accept it. */
  reported: z.array(ReportedNotification),
});
export type PaymentWithTimeline = z.infer<typeof PaymentWithTimeline>;

/** A payment, and what the gateway says of it now; null where that cannot be told. */
export const SyncedPayment = z.extend(Payment, {
  gateway_says: z.nullable(z.enum(['paid', 'declined', 'pending', 'refunded', 'cancelled', 'not_found', 'unknown'])),
});
export type SyncedPayment = z.infer<typeof SyncedPayment>;

/** What became of a review, a capture or a cancellation. */
export const Decision = z.object({
  payment_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** `unknown`: nobody can say yet whether the gateway took it; the payment is asked about. */
  status: z.enum(['accepted', 'refused', 'in_progress', 'unknown', 'not_sent']),
  error: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  payment: z.nullable(Payment),
});
export type Decision = z.infer<typeof Decision>;
