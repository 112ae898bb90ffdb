import type { Action, CreateSession, DeclineCode, SessionStatus } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { count, defineTable, flag, integer, json, optional, text, type RecordOf, type RowOf } from './table.ts';

/**
 * The tables of sessions, payments and their timelines, each described once: the columns, the type of a record and of a
 * row follow. Times are milliseconds since the epoch, amounts wire amounts with two decimals unless said otherwise.
 */

/**
 * The state of a payment:
 * - `submitting`: the intent is committed; the request to the gateway may or may not have left.
 * - `not_sent`: no byte left; final, the session is free again.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is working on it. `unknown`: nobody can say whether money moved.
 * - `abandoned`: the shopper chose another way before finishing the action; a late result still counts.
 * - `held`: the gateway waits for the shop to review or capture it.
 * - `paid`, `declined`: the gateway's result. `cancelled`: the shop voided it.
 */
export type PaymentStatus =
  | 'submitting'
  | 'not_sent'
  | 'action_required'
  | 'pending'
  | 'held'
  | 'unknown'
  | 'abandoned'
  | 'paid'
  | 'declined'
  | 'cancelled';

export const SESSIONS = defineTable({
  id: text(),
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: text(),
  order_no: text(),
  currency: text(),
  amount: text(),
  /** The order as the shop's server gave it. */
  request: json<CreateSession>(),
  /** `expired` is stored only when the shop ended the session early; readers compare `expires_at`. */
  status: text<SessionStatus>(),
  /** The payment that is under way or unsettled; at most one. */
  active_payment_id: optional(text()),
  /** The payment whose outcome the session shows. */
  last_payment_id: optional(text()),
  paid_payment_id: optional(text()),
  attempts: count(),
  created_at: integer(),
  expires_at: integer(),
});
export type SessionRecord = RecordOf<typeof SESSIONS>;
export type SessionRow = RowOf<typeof SESSIONS>;

export const PAYMENTS = defineTable({
  id: text(),
  session_id: text(),
  attempt_id: text(),
  /** Keyed digest of the submit body; says whether a repeated attempt is the same. */
  fingerprint: text(),
  status: text<PaymentStatus>(),
  /** `card` or the interface's payment_method. */
  method: text(),
  order_no: text(),
  currency: text(),
  amount: text(),
  shopper_email: optional(text()),
  transaction_id: optional(text()),
  card_brand: optional(text()),
  /** First six digits. */
  card_bin: optional(text()),
  card_last4: optional(text()),
  /** `MM/YY` of a card that is to be saved once the payment is paid; null otherwise, and once that is done. */
  card_expiry: optional(text()),
  /** The name on a card that is to be saved; stored as long as its expiry. */
  card_holder: optional(text()),
  action: optional(json<Action>()),
  /** Origin of the page that submitted, for the message that ends a challenge. */
  page_origin: optional(text()),
  /** The network that a typed card came from, as a keyed digest; emptied after a day. */
  network: optional(text()),
  /** The gateway account by which it is paid; empty where an older version began it without naming one. */
  account_id: text(),
  /** SHA-256 of the secret in the notify_url that only the gateway was sent; null where every address is public. */
  notify_hash: optional(text()),
  decline_code: optional(text<DeclineCode>()),
  /** The gateway's latest result, card data masked. */
  result: optional(json<PaymentResult>()),
  /** Why the payment is unknown, or what a person should look at; null where all is well. */
  alarm: optional(text()),
  /** The session, or another of its order, was already paid by another payment when this one turned out paid. */
  duplicate: flag(),
  /** Queries that unverified notifications have caused so far. */
  hint_queries: count(),
  /** Queries that the shopper's browser has caused so far. */
  return_queries: count(),
  /** Queries about its refunds that notifications have caused so far. */
  refund_queries: count(),
  /** Another payment had its transaction_id before the database held one to one payment. */
  shares_transaction: flag(),
  /** Set when the shopper's browser came back from the issuer. */
  returned_at: optional(integer()),
  /** What was refunded, in hundredths: refunds that the gateway took. */
  refunded: count(),
  /** The subscription that this payment began or renewed. */
  recurring_id: optional(text()),
  review_status: optional(text<'approved' | 'rejected' | 'unknown'>()),
  dispute_status: optional(text<'received' | 'won' | 'lost'>()),
  /** The review, capture or void that the shop requested and whose outcome is not known. */
  decision: optional(text<'approve' | 'reject' | 'capture' | 'cancel'>()),
  /** When it was requested. */
  decision_at: optional(integer()),
  /** What was captured, or is about to be, in hundredths, where it is less than the amount; null otherwise. */
  captured: optional(integer()),
  /** Counts changes; every change names the version it saw. */
  version: integer(),
  created_at: integer(),
  updated_at: integer(),
});
export type PaymentRecord = RecordOf<typeof PAYMENTS>;
export type PaymentRow = RowOf<typeof PAYMENTS>;

/** The timelines of payments. */
export const PAYMENT_EVENTS = defineTable({
  /** The payment's id and its version after the event, so that a timeline has an order of its own. */
  id: text(),
  payment_id: text(),
  version: integer(),
  at: integer(),
  /** What happened: `submitted`, `answered`, `notified`, `queried`, `returned`, `abandoned`, `resolved` ... */
  kind: text(),
  from_status: optional(text<PaymentStatus>()),
  to_status: text<PaymentStatus>(),
  /** Facts without card data. */
  detail: json<Record<string, string | number | boolean | null>>(),
});
export type PaymentEvent = RecordOf<typeof PAYMENT_EVENTS>;
export type PaymentEventRow = RowOf<typeof PAYMENT_EVENTS>;

/**
 * What a job does: `reconcile`, `refund` and `operation` query the gateway for an outcome; `webhook` delivers an event;
 * `notification` applies one that was cut short; `risk` reports a scored payment's end to the gateway; `prune` deletes
 * what is past its retention.
 */
export const JOB_KINDS = ['reconcile', 'refund', 'operation', 'webhook', 'risk', 'notification', 'prune'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Work for later, claimed by any companion. */
export const JOBS = defineTable({
  id: text(),
  kind: text<JobKind>(),
  /** The id of its subject. */
  ref: text(),
  run_at: integer(),
  /** How often it ran. */
  runs: count(),
  locked_until: count(),
});
export type JobRow = RowOf<typeof JOBS>;
export type Job = Omit<JobRow, 'locked_until'>;

/** Tells one run of a job from a later one. */
export type JobClaim = Pick<Job, 'id' | 'runs'>;

export const NOTIFICATIONS = defineTable({
  id: text(),
  payment_id: text(),
  /** SHA-256 of the fields as they are stored; a repeated notification is not stored twice. */
  body_hash: text(),
  /** The fields, card data masked. */
  fields: json<Record<string, string>>(),
  /** Whether its digest is one of ours. */
  verified: flag(),
  /** Which of the payment's addresses it came to: the one that only the gateway was sent, or one that a browser saw. */
  address: text<'secret' | 'public'>(),
  /**
   * What a stored notification waits for: a `person`, to accept what nothing else vouches for, or the beginning of the
   * `dispute` whose end it reports.
   */
  waits_for: optional(text<'person' | 'dispute'>()),
  /** It was tried for the last time, and never applied. */
  given_up: flag(),
  at: integer(),
});
export type NotificationRow = RowOf<typeof NOTIFICATIONS>;
export type NotificationRecord = RecordOf<typeof NOTIFICATIONS>;

/** A notification as it came. */
export type NewNotification = Omit<NotificationRecord, 'waits_for' | 'given_up'>;
/** A notification that waits. */
export type WaitingNotification = NewNotification & { waits_for: NonNullable<NotificationRecord['waits_for']> };

/** A response kept for a repeated Idempotency-Key. */
export const IDEMPOTENCY_KEYS = defineTable({
  key: text(),
  fingerprint: text(),
  /** Null while the work runs. */
  status: optional(integer()),
  body: optional(text()),
  created_at: integer(),
});

/** How many submits a limit has counted, and until when they count. */
export const VELOCITY = defineTable({ key: text(), count: count(), refused: count(), until: integer() });

export const BREAKERS = defineTable({ name: text(), refuses_until: integer(), trips: count() });

/** Results of the shop's own check of a payment. */
export const SCREENINGS = defineTable({
  /** The session and its attempt. */
  attempt: text(),
  fingerprint: text(),
  /** Null while the check runs. */
  allowed: optional(integer()),
  at: integer(),
});
