import type { CreateCardsSession } from '../../shared/contract/merchant/cards-sessions.ts';
import type { AlertRecord } from './alerts.ts';
import type { PaymentRecord } from './tables.ts';
import { count, defineTable, flag, integer, json, list, optional, text, type RecordOf, type RowOf } from './table.ts';

/**
 * The tables of what follows a payment: refunds, subscriptions, disputes, saved cards, operations, webhook events,
 * audit. Times are milliseconds since the epoch.
 */

/**
 * The state of a refund:
 * - `submitting`: stored; the request may or may not have left. `not_sent`: no byte left; final, nothing is reserved.
 * - `unknown`: it is unknown whether the gateway accepted it. `in_progress`, `accepted`: the gateway accepted it.
 * - `refunded`: the money is back. `refused`: the gateway refused it, at once or later; nothing is reserved.
 */
export type RefundStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'accepted' | 'refunded' | 'refused';

/** States in which the refund succeeded or is in progress. */
export const STATES_OF_COUNTED_REFUNDS: readonly RefundStatus[] = ['accepted', 'in_progress', 'refunded'];

/** States in which a refund reserves nothing of the paid amount. */
export const STATES_WITHOUT_RESERVATION: readonly RefundStatus[] = ['not_sent', 'refused'];

export const REFUNDS = defineTable({
  id: text(),
  /** The account that the transaction belongs to. */
  account: text(),
  /** Null for a transaction outside this companion. */
  payment_id: optional(text()),
  transaction_id: text(),
  order_no: text(),
  currency: text(),
  /** The paid amount. */
  amount: text(),
  refund_amount: text(),
  /** refund_amount in hundredths. */
  hundredths: integer(),
  reason: text(),
  /** The shop's own reference; by default one of ours. Unique per transaction. */
  reference: text(),
  status: text<RefundStatus>(),
  /** The gateway's reference: transaction_id, hyphen, sequence. */
  reference_id: optional(text()),
  /** The gateway's code and message. */
  code: optional(text()),
  message: optional(text()),
  /** Alerts that need a person; empty without any. */
  alerts: list<AlertRecord>(),
  version: integer(),
  created_at: integer(),
  updated_at: integer(),
});
export type RefundRecord = RecordOf<typeof REFUNDS>;

/** A refund with the shopper, method and card of its payment; null for a transaction made elsewhere. */
export type RefundWithPayment = RefundRecord & { payment: RefundedPayment | null };
export type RefundedPayment = Pick<
  PaymentRecord,
  'shopper_email' | 'method' | 'card_bin' | 'card_last4' | 'card_brand'
>;

/** The amount of a transaction that is reserved for requested and completed refunds, in hundredths. */
export const REFUND_TOTALS = defineTable({
  account: text(),
  transaction_id: text(),
  currency: text(),
  paid: integer(),
  reserved: count(),
});

/** Spelled `Inactived` as in the interface. */
export type SubscriptionStatus = 'Active' | 'Inactived';

export const SUBSCRIPTIONS = defineTable({
  /** recurring_id, the gateway's ID of the subscription. */
  recurring_id: text(),
  /** That of its payments. */
  account: text(),
  contract_name: text(),
  session_id: text(),
  /** The initial payment of the subscription. */
  payment_id: text(),
  shopper_email: optional(text()),
  currency: text(),
  /** The renewal charge by the shop's terms. */
  amount: text(),
  /** recurring_deduction_period and recurring_deduction_time, as the gateway writes them. */
  deduction_period: optional(text()),
  deduction_time: optional(text()),
  status: text<SubscriptionStatus>(),
  /** A cancellation was sent and its outcome is unknown. */
  cancel_unknown: flag(),
  created_at: integer(),
  updated_at: integer(),
});
export type SubscriptionRecord = RecordOf<typeof SUBSCRIPTIONS>;

export const DISPUTES = defineTable({
  id: text(),
  /** That of its payment. */
  account: text(),
  payment_id: text(),
  transaction_id: text(),
  status: text<'received' | 'won' | 'lost'>(),
  reason: optional(text()),
  code: optional(text()),
  /** The deadline for a response that a person recorded; the interface has none. */
  due_at: optional(integer()),
  created_at: integer(),
  updated_at: integer(),
});
export type DisputeRecord = RecordOf<typeof DISPUTES>;
/** A dispute with the order fields of its payment. */
export type DisputeWithOrder = DisputeRecord &
  Pick<PaymentRecord, 'order_no' | 'amount' | 'currency' | 'shopper_email'>;

/** Notes that people wrote about payments. */
export const PAYMENT_NOTES = defineTable({
  id: text(),
  payment_id: text(),
  at: integer(),
  /** The ID of the author: of the API key, or of the user. */
  author: text(),
  /** The name of the user at that time; null for an API key. */
  author_name: optional(text()),
  /** Card numbers masked. */
  text: text(),
});
export type PaymentNoteRecord = RecordOf<typeof PAYMENT_NOTES>;

/** The state of an operation at the gateway that is not a payment: a payout, a card, a recharge. */
export type OperationStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'succeeded' | 'refused';

export const OPERATIONS = defineTable({
  id: text(),
  /** The account that it was sent for. */
  account: text(),
  /** The method of the gateway client: `createCard`, `payout` ... */
  name: text(),
  /** Sent as request_id; an equal request_id means the same operation. */
  request_id: text(),
  /** Digest of the stored request; identifies a repetition. */
  fingerprint: text(),
  /** The digest of the whole request, under a key; null for rows of an older version. */
  keyed_fingerprint: optional(text()),
  status: text<OperationStatus>(),
  /** order_id of the service, once it is known. */
  order_id: optional(text()),
  /** The fields of the request and of the result; card numbers truncated, codes removed. */
  request: json<Record<string, unknown>>(),
  result: optional(json<Record<string, unknown>>()),
  code: optional(text()),
  message: optional(text()),
  alerts: list<AlertRecord>(),
  version: integer(),
  /** When it was last about to be sent. */
  sent_at: integer(),
  created_at: integer(),
  updated_at: integer(),
});
export type OperationRecord = RecordOf<typeof OPERATIONS>;

/** Webhook events for the shop (the outbox), each stored in the transaction of the change that it reports. */
export const WEBHOOK_EVENTS = defineTable({
  id: text(),
  /** That of what it reports. */
  account: text(),
  /** `payment.paid` ... */
  type: text(),
  /** The ID of its payment, refund, dispute or subscription. */
  ref: text(),
  data: json<Record<string, unknown>>(),
  /** `none`: the shop has no webhook address. */
  state: text<'waiting' | 'delivered' | 'given_up' | 'none'>(),
  attempts: count(),
  created_at: integer(),
  delivered_at: optional(integer()),
});
export type WebhookEventRecord = RecordOf<typeof WEBHOOK_EVENTS>;
export type WebhookEventRow = RowOf<typeof WEBHOOK_EVENTS>;

/** Attempts to deliver an event. */
export const WEBHOOK_DELIVERIES = defineTable({
  id: text(),
  event_id: text(),
  at: integer(),
  /** The HTTP status of the shop's response; null without a response. */
  status: optional(integer()),
  error: optional(text()),
  duration_ms: integer(),
});
export type WebhookDelivery = Omit<RecordOf<typeof WEBHOOK_DELIVERIES>, 'id' | 'event_id'>;

/** The audit log of the merchant API. */
export const AUDIT_LOG = defineTable({
  id: text(),
  at: integer(),
  /** The ID of the caller: of the API key, without revealing it, or of the user. */
  key_id: text(),
  /** The name of the user at that time; null for an API key. */
  user_name: optional(text()),
  /** Method and route, such as `POST /v1/payments/:id/resolve`. */
  action: text(),
  /** The ID in the path, or of the one thing that the call created or changed; null if there is none. */
  target: optional(text()),
  request_id: text(),
  /** HTTP status of the response; null while the call runs, or if it was cut off. */
  status: optional(integer()),
});
export type AuditEntryRecord = RecordOf<typeof AUDIT_LOG>;
/** An audit entry with the order number of its target, if that is a payment or a session. */
export type AuditEntryWithOrder = AuditEntryRecord & { order_no: string | null };

/** Cards that the gateway stores for the shop's shoppers. */
export const SAVED_CARDS = defineTable({
  /** Our own ID of the card, which may leave the companion. */
  id: text(),
  /** The account that the token belongs to. */
  account: text(),
  /** Its account_id at the gateway, which issued the token. */
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
  /** The name on the card, which the interface requires with every payment. */
  holder: optional(text()),
  /** When the shopper chose it as the default, in ms; the latest choice counts, and without one the newest card. */
  default_since: optional(integer()),
  created_at: integer(),
});
export type SavedCardRecord = RecordOf<typeof SAVED_CARDS>;

/** Shoppers' lists of saved cards, outside a payment. */
export const CARDS_SESSIONS = defineTable({
  id: text(),
  /** The account whose cards are shown. */
  account: text(),
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: text(),
  /** The shopper, and how a card of theirs is verified, as the shop's server sent it. */
  request: json<CreateCardsSession>(),
  /** How often the shopper began to add a card. */
  additions: count(),
  created_at: integer(),
  expires_at: integer(),
});
export type CardsSessionRecord = RecordOf<typeof CARDS_SESSIONS>;

/** Gross volume of each past hour. */
export const GROSS_VOLUME = defineTable({
  /** The start of the hour, in ms since the epoch. */
  slice: integer(),
  sums: text(),
});
