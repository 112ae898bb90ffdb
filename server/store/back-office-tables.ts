import type { AlertRecord } from './alerts.ts';
import type { PaymentRecord } from './tables.ts';
import { count, defineTable, flag, integer, json, list, optional, text, type RecordOf, type RowOf } from './table.ts';

/**
 * The tables of what follows a payment: refunds, subscriptions, disputes, saved cards, operations, webhook events, audit.
 * Times are milliseconds since the epoch.
 */

/**
 * The state of a refund:
 * - `submitting`: stored; the request may or may not have left. `not_sent`: no byte left; final, nothing is reserved.
 * - `unknown`: nobody can say whether the gateway took it. `in_progress`, `accepted`: the gateway took it.
 * - `refunded`: the money is back. `refused`: the gateway refused it, at once or later; nothing is reserved.
 */
export type RefundStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'accepted' | 'refunded' | 'refused';

/** States in which the money is on its way back or there. */
export const REFUNDED_STATES: readonly RefundStatus[] = ['accepted', 'in_progress', 'refunded'];

/** States in which a refund reserves nothing of what was paid. */
export const UNRESERVED_STATES: readonly RefundStatus[] = ['not_sent', 'refused'];

export const REFUNDS = defineTable({
  id: text(),
  /** Null for a transaction that was not made through this companion. */
  payment_id: optional(text()),
  transaction_id: text(),
  order_no: text(),
  currency: text(),
  /** What was paid. */
  amount: text(),
  refund_amount: text(),
  /** refund_amount in hundredths. */
  hundredths: integer(),
  reason: text(),
  /** The shop's own reference; ours where it gave none. Tells refunds of one transaction apart. */
  reference: text(),
  status: text<RefundStatus>(),
  /** The gateway's reference: transaction_id, hyphen, sequence. */
  reference_id: optional(text()),
  /** The gateway's code and message. */
  code: optional(text()),
  message: optional(text()),
  /** What a person should look at; empty where all is well. */
  alerts: list<AlertRecord>(),
  version: integer(),
  created_at: integer(),
  updated_at: integer(),
});
export type RefundRecord = RecordOf<typeof REFUNDS>;

/** What of a transaction is reserved for refunds that are requested or done, in hundredths. */
export const REFUND_TOTALS = defineTable({
  transaction_id: text(),
  currency: text(),
  paid: integer(),
  reserved: count(),
});

/** `Inactived` as the interface spells it. */
export type SubscriptionStatus = 'Active' | 'Inactived';

export const SUBSCRIPTIONS = defineTable({
  /** recurring_id, the gateway's ID of the subscription. */
  recurring_id: text(),
  contract_name: text(),
  session_id: text(),
  /** The payment that began it. */
  payment_id: text(),
  shopper_email: optional(text()),
  currency: text(),
  /** What each renewal charges, as the shop's terms say. */
  amount: text(),
  /** recurring_deduction_period and recurring_deduction_time, as the gateway writes them. */
  deduction_period: optional(text()),
  deduction_time: optional(text()),
  status: text<SubscriptionStatus>(),
  /** A cancellation was sent, and nobody can say whether it reached the gateway. */
  cancel_unknown: flag(),
  created_at: integer(),
  updated_at: integer(),
});
export type SubscriptionRecord = RecordOf<typeof SUBSCRIPTIONS>;

export const DISPUTES = defineTable({
  id: text(),
  payment_id: text(),
  transaction_id: text(),
  status: text<'received' | 'won' | 'lost'>(),
  reason: optional(text()),
  code: optional(text()),
  /** The deadline for an answer that a person recorded; the interface has none. */
  due_at: optional(integer()),
  created_at: integer(),
  updated_at: integer(),
});
export type DisputeRecord = RecordOf<typeof DISPUTES>;
/** A dispute with what its payment says about the order. */
export type DisputeOfOrder = DisputeRecord & Pick<PaymentRecord, 'order_no' | 'amount' | 'currency' | 'shopper_email'>;

/** What people wrote about payments. */
export const PAYMENT_NOTES = defineTable({
  id: text(),
  payment_id: text(),
  at: integer(),
  /** Names the API key that wrote it. */
  author: text(),
  /** Card numbers masked. */
  text: text(),
});
export type PaymentNoteRecord = RecordOf<typeof PAYMENT_NOTES>;

/** The state of an operation at the gateway that is no payment: a payout, a card, a recharge. */
export type OperationStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'succeeded' | 'refused';

export const OPERATIONS = defineTable({
  id: text(),
  /** The client's method: `createCard`, `payout` ... */
  name: text(),
  /** Sent as request_id; the same one is the same operation. */
  request_id: text(),
  /** Digest of the stored request, to tell a repetition from another request. */
  fingerprint: text(),
  /** The same of the whole request, under a key; null where an older version began it. */
  keyed_fingerprint: optional(text()),
  status: text<OperationStatus>(),
  /** order_id of the service, once it is known. */
  order_id: optional(text()),
  /** The request's fields and the result's, card numbers truncated and codes removed. */
  request: json<Record<string, unknown>>(),
  result: optional(json<Record<string, unknown>>()),
  code: optional(text()),
  message: optional(text()),
  alerts: list<AlertRecord>(),
  version: integer(),
  /** When it was last about to leave. */
  sent_at: integer(),
  created_at: integer(),
  updated_at: integer(),
});
export type OperationRecord = RecordOf<typeof OPERATIONS>;

/** Events for the shop, each written with the change that it reports: the outbox. */
export const WEBHOOK_EVENTS = defineTable({
  id: text(),
  /** `payment.paid` ... */
  type: text(),
  /** The id of its payment, refund, dispute or subscription. */
  ref: text(),
  data: json<Record<string, unknown>>(),
  /** `none`: the shop has no address for events. */
  state: text<'waiting' | 'delivered' | 'given_up' | 'none'>(),
  attempts: count(),
  created_at: integer(),
  delivered_at: optional(integer()),
});
export type WebhookEvent = RecordOf<typeof WEBHOOK_EVENTS>;
export type WebhookEventRow = RowOf<typeof WEBHOOK_EVENTS>;

/** Attempts to deliver an event. */
export const WEBHOOK_DELIVERIES = defineTable({
  id: text(),
  event_id: text(),
  at: integer(),
  /** The HTTP status of the shop's response; null where none came. */
  status: optional(integer()),
  error: optional(text()),
  duration_ms: integer(),
});
export type WebhookDelivery = Omit<RecordOf<typeof WEBHOOK_DELIVERIES>, 'id' | 'event_id'>;

/** Who did what through the merchant API. */
export const AUDIT_LOG = defineTable({
  id: text(),
  at: integer(),
  /** Names the key without revealing it. */
  key_id: text(),
  /** Method and route, such as `POST /v1/payments/:id/resolve`. */
  action: text(),
  /** The id in the path; null where there is none. */
  target: optional(text()),
  request_id: text(),
  /** HTTP status of the response; null while it is worked on, or where that was cut off. */
  status: optional(integer()),
});
export type AuditEntry = RecordOf<typeof AUDIT_LOG>;

/** Cards that the gateway stores for the shop's shoppers. */
export const SAVED_CARDS = defineTable({
  /** Our own name of it, which may leave the companion. */
  id: text(),
  /** The gateway account that issued the token. */
  account_id: text(),
  /** The shop's own ID of its shopper. */
  shopper_id: text(),
  /** The gateway's token, which may not leave the companion. */
  token: text(),
  brand: optional(text()),
  /** First six digits. */
  bin: optional(text()),
  last4: text(),
  /** `MM/YY` */
  expiry: optional(text()),
  /** The name on it, which the interface requires with every payment. */
  holder: optional(text()),
  created_at: integer(),
});
export type SavedCardRecord = RecordOf<typeof SAVED_CARDS>;

/** Sign-ins of the back-office console. */
export const CONSOLE_SESSIONS = defineTable({
  /** SHA-256 of the cookie's token; the token is only in the browser. */
  token_hash: text(),
  /** The API key that signed in; once it is gone from the settings, its sign-ins are void. */
  key_id: text(),
  created_at: integer(),
  seen_at: integer(),
});
export type ConsoleSession = RecordOf<typeof CONSOLE_SESSIONS>;

/** Sums of each hour that is over. */
export const GROSS_VOLUME = defineTable({
  /** When it begins, in ms since the epoch. */
  slice: integer(),
  sums: text(),
});
