import type { NextAction, CreateSession, DeclineCode, SessionStatus } from '../../shared/contract/index.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { AlertRecord } from './alerts.ts';
import {
  zeroCountColumn,
  defineTable,
  booleanColumn,
  withInitialValue,
  integerColumn,
  jsonColumn,
  listColumn,
  nullableColumn,
  textColumn,
  type RecordOf,
  type RowOf,
} from './table.ts';

/**
 * The tables of sessions, payments and their timelines, each described once. The columns and the types of records and
 * rows follow from the description. Times are milliseconds since the epoch, amounts wire amounts with two decimals
 * unless stated otherwise.
 */

/** The order of a session. `verifies_card`: its payment only saves the card. */
export type SessionRequest = CreateSession & { verifies_card?: true };

export const SESSIONS = defineTable({
  id: textColumn(),
  /** The account of the gateway, as TILLGATE_ACCOUNTS names it; `default` is that of the environment. */
  account: textColumn(),
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: textColumn(),
  order_no: textColumn(),
  currency: textColumn(),
  amount: textColumn(),
  /** The order as the shop's server sent it. */
  request: jsonColumn<SessionRequest>(),
  /** `expired` is stored only if the shop ended the session early; readers compare `expires_at`. */
  status: textColumn<SessionStatus>(),
  /** The payment that is in progress or unknown; at most one. */
  active_payment_id: nullableColumn(textColumn()),
  /** The payment whose outcome the session shows. */
  last_payment_id: nullableColumn(textColumn()),
  paid_payment_id: nullableColumn(textColumn()),
  attempts: zeroCountColumn(),
  /** Incremented by every change of the order; a payment claims the version that the shopper saw. */
  version: withInitialValue(integerColumn(), 1),
  created_at: integerColumn(),
  expires_at: integerColumn(),
});
export type SessionRecord = RecordOf<typeof SESSIONS>;
export type SessionRow = RowOf<typeof SESSIONS>;

/** What the shop may request of an authorised payment: the two results of a review, a capture, a void. */
export type PostAuthorisationAction = 'approve' | 'reject' | 'capture' | 'cancel';

/** A request to the gateway whose response may still come. */
export interface RequestInFlight {
  kind: 'authorise' | PostAuthorisationAction;
  /** Milliseconds since the epoch. */
  sent_at: number;
}

export const PAYMENTS = defineTable({
  id: textColumn(),
  session_id: textColumn(),
  /** That of its session. */
  account: textColumn(),
  /**
   * `initial`: the shopper submitted it; `renewal`: the gateway charged it for a subscription; `merchant_initiated`: the
   * shop charged a saved card without the shopper; `verification`: the shopper saves a card by it, and it is no order.
   */
  kind: withInitialValue(textColumn<'initial' | 'renewal' | 'merchant_initiated' | 'verification'>(), 'initial'),
  attempt_id: textColumn(),
  /** Keyed digest of the submit body; shows whether a repeated attempt is the same. */
  fingerprint: textColumn(),
  status: textColumn<PaymentStatus>(),
  /** `card` or the interface's payment_method. */
  method: textColumn(),
  order_no: textColumn(),
  currency: textColumn(),
  amount: textColumn(),
  shopper_email: nullableColumn(textColumn()),
  transaction_id: nullableColumn(textColumn()),
  card_brand: nullableColumn(textColumn()),
  /** First six digits. */
  card_bin: nullableColumn(textColumn()),
  card_last4: nullableColumn(textColumn()),
  /** `MM/YY` of a card that is to be saved once the payment is paid; null otherwise, and once that is done. */
  card_expiry: nullableColumn(textColumn()),
  /** The name on a card that is to be saved; stored as long as its expiry. */
  card_holder: nullableColumn(textColumn()),
  action: nullableColumn(jsonColumn<NextAction>()),
  /** Origin of the page that submitted, for the message that ends a challenge. */
  page_origin: nullableColumn(textColumn()),
  /** The network that a typed card came from, as a keyed digest; emptied after a day. */
  network: nullableColumn(textColumn()),
  /** The account_id of the payment at the gateway; empty if an older version began it without one. */
  account_id: textColumn(),
  /** SHA-256 of the secret in the notify_url that only the gateway received; null if every address is public. */
  notify_hash: nullableColumn(textColumn()),
  decline_code: nullableColumn(textColumn<DeclineCode>()),
  /** The gateway's latest result, card data masked. */
  result: nullableColumn(jsonColumn<PaymentResult>()),
  /** Alerts that need a person, newest first; empty without any. */
  alerts: listColumn<AlertRecord>(),
  /** The session, or another session of its order, was already paid when this payment became paid. */
  duplicate: booleanColumn(),
  /** Queries that unverified notifications have caused so far. */
  notification_queries: zeroCountColumn(),
  /** Queries that the shopper's browser has caused so far. */
  return_queries: zeroCountColumn(),
  /** Queries about its refunds that notifications have caused so far. */
  refund_queries: zeroCountColumn(),
  /** Another payment had its transaction_id before the database enforced one payment per transaction. */
  shares_transaction: booleanColumn(),
  /** When the shopper's browser returned from the issuer. */
  returned_at: nullableColumn(integerColumn()),
  /** The refunded amount, in hundredths: refunds that the gateway accepted. */
  refunded: zeroCountColumn(),
  /** The subscription that this payment began or renewed. */
  recurring_id: nullableColumn(textColumn()),
  review_status: nullableColumn(textColumn<'approved' | 'rejected' | 'unknown'>()),
  dispute_status: nullableColumn(textColumn<'received' | 'won' | 'lost'>()),
  /** The review, capture or void that the shop requested and whose outcome is unknown. */
  pending_operation: nullableColumn(textColumn<PostAuthorisationAction>()),
  /** When it was requested. */
  pending_operation_at: nullableColumn(integerColumn()),
  /** Requests about it whose response may still come, oldest first. */
  requests_in_flight: listColumn<RequestInFlight>(),
  /**
   * The captured amount, or the one being captured, in hundredths, if less than the authorised amount; otherwise null.
   */
  captured: nullableColumn(integerColumn()),
  /** Incremented by every change; every change names the version that it read. */
  version: integerColumn(),
  created_at: integerColumn(),
  updated_at: integerColumn(),
});
export type PaymentRecord = RecordOf<typeof PAYMENTS>;
export type PaymentRow = RowOf<typeof PAYMENTS>;

/** The timelines of payments. */
export const PAYMENT_TIMELINE = defineTable({
  /** The payment's ID and its version after the event, so a timeline has its own order. */
  id: textColumn(),
  payment_id: textColumn(),
  version: integerColumn(),
  at: integerColumn(),
  /** The event: `submitted`, `answered`, `notified`, `queried`, `returned`, `abandoned`, `resolved` ... */
  kind: textColumn(),
  from_status: nullableColumn(textColumn<PaymentStatus>()),
  to_status: textColumn<PaymentStatus>(),
  /** Facts without card data. */
  detail: jsonColumn<Record<string, string | number | boolean | null>>(),
});
export type TimelineRecord = RecordOf<typeof PAYMENT_TIMELINE>;
export type TimelineRow = RowOf<typeof PAYMENT_TIMELINE>;

/**
 * The task of a job: `reconcile`, `refund` and `operation` query the gateway for an outcome; `webhook` plans an
 * event's delivery to each endpoint; `notification` applies one that was interrupted; `risk` reports a scored payment's outcome to the gateway;
 * `void` releases the amount of a payment that only saved a card; `prune` deletes records past their retention.
 */
export const JOB_KINDS = [
  'reconcile',
  'refund',
  'operation',
  'webhook',
  'risk',
  'notification',
  'void',
  'prune',
] as const;
/** The deliveries to one webhook endpoint, by its name: a kind of their own, so that no endpoint delays another. */
export type WebhookDeliveryJobKind = `webhook:${string}`;
export type JobKind = (typeof JOB_KINDS)[number] | WebhookDeliveryJobKind;

/** The kind of the jobs that deliver events to a webhook endpoint. */
export function jobKindOfWebhookEndpoint(endpoint: string): WebhookDeliveryJobKind {
  return `webhook:${endpoint}`;
}

/** The webhook endpoint that jobs of a kind deliver to; undefined for another kind. */
export function webhookEndpointOfJobKind(kind: string): string | undefined {
  return kind.startsWith('webhook:') ? kind.slice('webhook:'.length) : undefined;
}

/** A planned task that any companion can claim. */
export const JOBS = defineTable({
  id: textColumn(),
  kind: textColumn<JobKind>(),
  /** The ID of its subject. */
  ref: textColumn(),
  run_at: integerColumn(),
  /** The number of runs. */
  runs: zeroCountColumn(),
  locked_until: zeroCountColumn(),
});
export type JobRow = RowOf<typeof JOBS>;
export type Job = Omit<JobRow, 'locked_until'>;

/** Distinguishes one run of a job from a later one. */
export type ClaimedJobRef = Pick<Job, 'id' | 'runs'>;

export const NOTIFICATIONS = defineTable({
  id: textColumn(),
  payment_id: textColumn(),
  /** SHA-256 of the stored fields; a repeated notification is not stored twice. */
  body_hash: textColumn(),
  /** The fields, card data masked. */
  fields: jsonColumn<Record<string, string>>(),
  /** Whether its digest is valid under one of our keys. */
  verified: booleanColumn(),
  /** The notify address that it came to: the secret one that only the gateway received, or one that a browser saw. */
  address: textColumn<'secret' | 'public'>(),
  /**
   * What a stored notification waits for: a `person` who accepts it, or the beginning of the `dispute` whose end it
   * reports.
   */
  waits_for: nullableColumn(textColumn<'person' | 'dispute'>()),
  /** Its last try failed, and it was never applied. */
  given_up: booleanColumn(),
  at: integerColumn(),
});
export type NotificationRow = RowOf<typeof NOTIFICATIONS>;
export type NotificationRecord = RecordOf<typeof NOTIFICATIONS>;

/** A notification as received. */
export type NewNotification = Omit<NotificationRecord, 'waits_for' | 'given_up'>;
/** A notification that waits. */
export type HeldNotification = NewNotification & { waits_for: NonNullable<NotificationRecord['waits_for']> };

/** A response stored for a repeated Idempotency-Key. */
export const IDEMPOTENCY_KEYS = defineTable({
  key: textColumn(),
  fingerprint: textColumn(),
  /** Null while the work runs. */
  status: nullableColumn(integerColumn()),
  body: nullableColumn(textColumn()),
  created_at: integerColumn(),
});

/** The count of a limit, and the end of its window. */
export const VELOCITY_COUNTERS = defineTable({
  key: textColumn(),
  count: zeroCountColumn(),
  refused: zeroCountColumn(),
  until: integerColumn(),
});

export const CARD_TESTING_BREAKERS = defineTable({
  name: textColumn(),
  refuses_until: integerColumn(),
  trips: zeroCountColumn(),
});

/** Results of the shop's own check of a payment. */
export const SCREENINGS = defineTable({
  /** The session and its attempt. */
  attempt: textColumn(),
  fingerprint: textColumn(),
  /** Null while the check runs. */
  allowed: nullableColumn(integerColumn()),
  at: integerColumn(),
});
