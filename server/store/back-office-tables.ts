import type { IssuingOrPayoutStatus } from '../../shared/contract/merchant/operations.ts';
import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import type { CreateCardsSession } from '../../shared/contract/merchant/cards-sessions.ts';
import type { AlertRecord } from './alerts.ts';
import type { PaymentRecord } from './payment-tables.ts';
import {
  zeroCountColumn,
  defineTable,
  booleanColumn,
  integerColumn,
  jsonColumn,
  listColumn,
  nullableColumn,
  textColumn,
  type RecordOf,
  type RowOf,
} from './table.ts';

/**
 * The tables of what follows a payment: refunds, subscriptions, disputes, saved cards, operations, webhook events,
 * audit. Times are milliseconds since the epoch.
 */

/** States in which the refund succeeded or is in progress. */
export const GATEWAY_ACCEPTED_REFUND_STATES: readonly RefundStatus[] = ['accepted', 'in_progress', 'refunded'];

/** States in which a refund reserves nothing of the paid amount. */
export const REFUND_STATES_WITHOUT_RESERVATION: readonly RefundStatus[] = ['not_sent', 'refused'];

export const REFUNDS = defineTable({
  id: textColumn(),
  /** The account that the transaction belongs to. */
  account: textColumn(),
  /** Null for a transaction outside this companion. */
  payment_id: nullableColumn(textColumn()),
  transaction_id: textColumn(),
  order_no: textColumn(),
  currency: textColumn(),
  /** The paid amount. */
  amount: textColumn(),
  refund_amount: textColumn(),
  /** refund_amount in hundredths. */
  hundredths: integerColumn(),
  reason: textColumn(),
  /** The shop's own reference; by default one of ours. Unique per transaction. */
  reference: textColumn(),
  status: textColumn<RefundStatus>(),
  /** The gateway's reference: transaction_id, hyphen, sequence. */
  reference_id: nullableColumn(textColumn()),
  /** The gateway's code and message. */
  code: nullableColumn(textColumn()),
  message: nullableColumn(textColumn()),
  /** Alerts that need a person; empty without any. */
  alerts: listColumn<AlertRecord>(),
  version: integerColumn(),
  created_at: integerColumn(),
  updated_at: integerColumn(),
});
export type RefundRecord = RecordOf<typeof REFUNDS>;

/** A refund with the shopper, method and card of its payment; null for a transaction made elsewhere. */
export type RefundWithPayment = RefundRecord & { payment: PaymentOfRefund | null };
export type PaymentOfRefund = Pick<
  PaymentRecord,
  'shopper_email' | 'method' | 'card_bin' | 'card_last4' | 'card_brand'
>;

/** The amount of a transaction that is reserved for requested and completed refunds, in hundredths. */
export const REFUND_TOTALS = defineTable({
  account: textColumn(),
  transaction_id: textColumn(),
  currency: textColumn(),
  paid: integerColumn(),
  reserved: zeroCountColumn(),
});

/** Spelled `Inactived` as in the interface. */
export type SubscriptionStatus = 'Active' | 'Inactived';

export const SUBSCRIPTIONS = defineTable({
  /** recurring_id, the gateway's ID of the subscription. */
  recurring_id: textColumn(),
  /** That of its payments. */
  account: textColumn(),
  contract_name: textColumn(),
  session_id: textColumn(),
  /** The initial payment of the subscription. */
  payment_id: textColumn(),
  shopper_email: nullableColumn(textColumn()),
  currency: textColumn(),
  /** The renewal charge by the shop's terms. */
  amount: textColumn(),
  /** recurring_deduction_period and recurring_deduction_time, as the gateway writes them. */
  deduction_period: nullableColumn(textColumn()),
  deduction_time: nullableColumn(textColumn()),
  status: textColumn<SubscriptionStatus>(),
  /** A cancellation was sent and its outcome is unknown. */
  cancel_unknown: booleanColumn(),
  created_at: integerColumn(),
  updated_at: integerColumn(),
});
export type SubscriptionRecord = RecordOf<typeof SUBSCRIPTIONS>;

export const DISPUTES = defineTable({
  id: textColumn(),
  /** That of its payment. */
  account: textColumn(),
  payment_id: textColumn(),
  transaction_id: textColumn(),
  status: textColumn<'received' | 'won' | 'lost'>(),
  reason: nullableColumn(textColumn()),
  code: nullableColumn(textColumn()),
  /** The deadline for a response that a person recorded; the interface has none. */
  due_at: nullableColumn(integerColumn()),
  created_at: integerColumn(),
  updated_at: integerColumn(),
});
export type DisputeRecord = RecordOf<typeof DISPUTES>;
/** A dispute with the order fields of its payment. */
export type DisputeWithOrder = DisputeRecord &
  Pick<PaymentRecord, 'order_no' | 'amount' | 'currency' | 'shopper_email'>;

/** Notes that people wrote about payments. */
export const PAYMENT_NOTES = defineTable({
  id: textColumn(),
  payment_id: textColumn(),
  at: integerColumn(),
  /** The ID of the author: of the API key, or of the user. */
  author: textColumn(),
  /** The name of the user at that time; null for an API key. */
  author_name: nullableColumn(textColumn()),
  /** Card numbers masked. */
  text: textColumn(),
});
export type PaymentNoteRecord = RecordOf<typeof PAYMENT_NOTES>;

export const ISSUING_OR_PAYOUT_OPERATIONS = defineTable({
  id: textColumn(),
  /** The account that it was sent for. */
  account: textColumn(),
  /** The method of the gateway client: `createCard`, `payout` ... */
  name: textColumn(),
  /** Sent as request_id; an equal request_id means the same operation. */
  request_id: textColumn(),
  /** Digest of the stored request; identifies a repetition. */
  fingerprint: textColumn(),
  /** The digest of the whole request, under a key; null for rows of an older version. */
  keyed_fingerprint: nullableColumn(textColumn()),
  status: textColumn<IssuingOrPayoutStatus>(),
  /** order_id of the service, once it is known. */
  order_id: nullableColumn(textColumn()),
  /** The fields of the request and of the result; card numbers truncated, codes removed. */
  request: jsonColumn<Record<string, unknown>>(),
  result: nullableColumn(jsonColumn<Record<string, unknown>>()),
  code: nullableColumn(textColumn()),
  message: nullableColumn(textColumn()),
  alerts: listColumn<AlertRecord>(),
  version: integerColumn(),
  /** When it was last about to be sent. */
  sent_at: integerColumn(),
  created_at: integerColumn(),
  updated_at: integerColumn(),
});
export type IssuingOrPayoutOperationRecord = RecordOf<typeof ISSUING_OR_PAYOUT_OPERATIONS>;

/** Webhook events for the shop (the outbox), each stored in the transaction of the change that it reports. */
export const WEBHOOK_EVENTS = defineTable({
  id: textColumn(),
  /** That of what it reports. */
  account: textColumn(),
  /** `payment.paid` ... */
  type: textColumn(),
  /** The ID of its payment, refund, dispute or subscription. */
  ref: textColumn(),
  data: jsonColumn<Record<string, unknown>>(),
  /**
   * Of all endpoints: `waiting` until none has to receive it any more, then `given_up` if one did not, otherwise
   * `delivered`. `none`: no endpoint receives such events.
   */
  state: textColumn<'waiting' | 'delivered' | 'given_up' | 'none'>(),
  /** Those at all endpoints. */
  attempts: zeroCountColumn(),
  created_at: integerColumn(),
  delivered_at: nullableColumn(integerColumn()),
});
export type WebhookEventRecord = RecordOf<typeof WEBHOOK_EVENTS>;
export type WebhookEventRow = RowOf<typeof WEBHOOK_EVENTS>;

/** An event at one webhook endpoint of the shop, by the endpoint's name. */
export const WEBHOOK_EVENT_ENDPOINTS = defineTable({
  event_id: textColumn(),
  endpoint: textColumn(),
  state: textColumn<'waiting' | 'delivered' | 'given_up'>(),
  attempts: zeroCountColumn(),
  /** That of the event. */
  created_at: integerColumn(),
  delivered_at: nullableColumn(integerColumn()),
});
export type EndpointDeliveryRecord = RecordOf<typeof WEBHOOK_EVENT_ENDPOINTS>;

/** Attempts to deliver an event. */
export const WEBHOOK_DELIVERIES = defineTable({
  id: textColumn(),
  event_id: textColumn(),
  /** The name of the endpoint. */
  endpoint: textColumn(),
  at: integerColumn(),
  /** The HTTP status of the shop's response; null without a response. */
  status: nullableColumn(integerColumn()),
  error: nullableColumn(textColumn()),
  duration_ms: integerColumn(),
});
export type DeliveryAttemptRecord = Omit<RecordOf<typeof WEBHOOK_DELIVERIES>, 'id' | 'event_id'>;

/** The audit log of the merchant API. */
export const AUDIT_LOG = defineTable({
  id: textColumn(),
  at: integerColumn(),
  /** The ID of the caller: of the API key, without revealing it, or of the user. */
  key_id: textColumn(),
  /** The name of the user at that time; null for an API key. */
  user_name: nullableColumn(textColumn()),
  /** Method and route, such as `POST /v1/payments/:id/resolve`. */
  action: textColumn(),
  /** The ID in the path, or of the one thing that the call created or changed; null if there is none. */
  target: nullableColumn(textColumn()),
  request_id: textColumn(),
  /** Where the call came from: the merchant API, or the console. */
  via: textColumn<'api' | 'console'>(),
  /** HTTP status of the response; null while the call runs, or if it was cut off. */
  status: nullableColumn(integerColumn()),
});
export type AuditEntryRecord = RecordOf<typeof AUDIT_LOG>;
/** An audit entry with the order number of its target, if that is a payment or a session. */
export type AuditEntryWithOrder = AuditEntryRecord & { order_no: string | null };

/** Cards that the gateway stores for the shop's shoppers. */
export const SAVED_CARDS = defineTable({
  /** Our own ID of the card, which may leave the companion. */
  id: textColumn(),
  /** The account that the token belongs to. */
  account: textColumn(),
  /** Its account_id at the gateway, which issued the token. */
  account_id: textColumn(),
  /** The shop's own ID of its shopper. */
  shopper_id: textColumn(),
  /** The gateway's token, which may not leave the companion. */
  token: textColumn(),
  brand: nullableColumn(textColumn()),
  /** First six digits. */
  bin: nullableColumn(textColumn()),
  last4: textColumn(),
  /** `MM/YY` */
  expiry: nullableColumn(textColumn()),
  /** The name on the card, which the interface requires with every payment. */
  holder: nullableColumn(textColumn()),
  /** When the shopper chose it as the default, in ms; the latest choice counts, and without one the newest card. */
  default_since: nullableColumn(integerColumn()),
  created_at: integerColumn(),
});
export type SavedCardRecord = RecordOf<typeof SAVED_CARDS>;

/** Shoppers' lists of saved cards, outside a payment. */
export const CARDS_SESSIONS = defineTable({
  id: textColumn(),
  /** The account whose cards are shown. */
  account: textColumn(),
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: textColumn(),
  /** The shopper, and how a card of theirs is verified, as the shop's server sent it. */
  request: jsonColumn<CreateCardsSession>(),
  /** How often the shopper began to add a card. */
  additions: zeroCountColumn(),
  created_at: integerColumn(),
  expires_at: integerColumn(),
});
export type CardsSessionRecord = RecordOf<typeof CARDS_SESSIONS>;

/** Gross volume of each past hour. */
export const HOURLY_GROSS_VOLUMES = defineTable({
  /** The start of the hour, in ms since the epoch. */
  slice: integerColumn(),
  sums: textColumn(),
});
