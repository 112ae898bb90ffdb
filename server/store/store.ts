import type { DeclineCode } from '../../shared/contract/index.ts';
import type { Backlog } from './backlog.ts';
import type { LimitsStore, VelocityResult, VelocityLimit } from './limits-store.ts';
import type { ConsoleStore } from './console-store.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { BackOfficeStore, NewWebhookEvent } from './back-office-store.ts';
import type { AuditEntryRecord, DisputeRecord, SavedCardRecord, SubscriptionRecord } from './back-office-tables.ts';
import type { PruneStore } from './prune.ts';
import type { SessionStore } from './session-store.ts';
import type {
  Job,
  JobClaim,
  JobKind,
  NewNotification,
  NotificationRecord,
  TimelineRecord,
  PaymentRecord,
  PaymentStatus,
  SessionRecord,
  HeldNotification,
} from './tables.ts';

export type { Backlog } from './backlog.ts';
export type { BreakerRecord, CardTries, LimitsStore, ScreeningState, VelocityLimit } from './limits-store.ts';
export type { SessionFilter, SessionUpdate } from './session-store.ts';
export type * from './tables.ts';

/**
 * The companion's records, as an interface. Two implementations share one set of statements: SQLite embedded,
 * PostgreSQL to scale out. Times are milliseconds since the epoch. Every method rejects with CheckoutError
 * `store_unavailable` if the database cannot be reached or refuses the write.
 */

export type NewPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'session_id'
  | 'attempt_id'
  | 'fingerprint'
  | 'method'
  | 'order_no'
  | 'currency'
  | 'amount'
  | 'shopper_email'
  | 'card_brand'
  | 'card_bin'
  | 'card_last4'
  | 'card_expiry'
  | 'card_holder'
  | 'page_origin'
  | 'account_id'
  | 'notify_hash'
> &
  Partial<Pick<PaymentRecord, 'network'>>;

export type BeginPaymentResult =
  /** The intent is committed; only this caller may send. */
  | { kind: 'started'; payment: PaymentRecord; crowded: VelocityResult['crowded'] }
  /** This attempt exists already. */
  | { kind: 'exists'; payment: PaymentRecord }
  /** Another payment of the session, or of another session of its order, is in progress. */
  | { kind: 'busy' }
  /** The session has no attempts left. */
  | { kind: 'exhausted' }
  /** The order was changed; the session as it is now. */
  | { kind: 'changed'; session: SessionRecord }
  /** Too many submits of this kind; the session is unchanged. */
  | { kind: 'limited'; by: VelocityLimit['kind'] }
  /** Another session of the order is paid; this one is over. */
  | { kind: 'order_paid' }
  /** The session is paid, expired or gone. */
  | { kind: 'closed'; status: 'paid' | 'expired' };

/** The columns that an update may set. */
export type PaymentChanges = Partial<
  Pick<
    PaymentRecord,
    | 'status'
    | 'transaction_id'
    | 'card_brand'
    | 'card_bin'
    | 'card_last4'
    | 'card_expiry'
    | 'card_holder'
    | 'action'
    | 'decline_code'
    | 'result'
    | 'alerts'
    | 'returned_at'
    | 'recurring_id'
    | 'captured'
    | 'review_status'
    | 'dispute_status'
    | 'pending_operation'
    | 'pending_operation_at'
    | 'requests_in_flight'
  >
>;

export interface PaymentUpdate {
  id: string;
  /** The version that the caller read; a payment with another version is not changed. */
  version: number;
  /** The payment as the caller read it, which saves a read. */
  seen?: PaymentRecord | undefined;
  changes: PaymentChanges;
  /**
   * `pay`: the session is paid by this payment. If the session, or the same order in another session, was paid before,
   * the payment is a duplicate with an alert. `release`: the session may take another payment. `restore`: as
   * `release`, and this attempt does not count, since nothing was sent. `close`: the session takes no further
   * payment; if it was paid twice, the duplicate takes the payment's place.
   */
  session: 'keep' | 'pay' | 'release' | 'restore' | 'close';
  /** Orders are paid in one session only: a payment in another session makes this one a duplicate. */
  oncePerOrder?: boolean | undefined;
  event: Pick<TimelineRecord, 'kind' | 'detail'>;
  at: number;
  /** When to query the gateway about it; replaces the planned time. null: no further query. undefined: unchanged. */
  reconcileAt?: number | null;
  /** When to report the payment's outcome to the gateway's risk product. */
  tellRiskAt?: number | undefined;
  /** A subscription that came with the payment, and a dispute about it. */
  subscription?: SubscriptionRecord | undefined;
  dispute?: DisputeRecord | undefined;
  /** A card to save. */
  savedCard?: SavedCardRecord | undefined;
  /** Webhook events about the change, made from the updated payment, and about a payment that takes its place. */
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

/** A recurring renewal as the gateway reported it. */
export interface NewRenewal {
  id: string;
  /** The initial payment of the subscription. */
  first: PaymentRecord;
  status: 'paid' | 'declined';
  amount: string;
  result: PaymentResult;
  transactionId: string;
  recurringId: string;
  declineCode: DeclineCode | null;
  source: 'notification' | 'query';
  at: number;
  /** The time of the next renewal, as the gateway writes it. */
  deductionTime: string | null;
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  orderNo?: string | undefined;
  email?: string | undefined;
  transactionId?: string | undefined;
  recurringId?: string | undefined;
  /**
   * Part of an order number or email in any case, a whole transaction ID, the last four digits of a card, or an amount.
   * If the text is exactly an order number, transaction ID or email, only those payments are returned.
   */
  search?: string | undefined;
  /** Only payments that need a person. */
  attention?: boolean | undefined;
  /** Created at or after, in ms. */
  from?: number | undefined;
  /** Created before, in ms. */
  to?: number | undefined;
  /** Opaque; from the previous page. */
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

/** The holder of an Idempotency-Key: the key and the time of its claim. */
export interface IdempotencyClaim {
  key: string;
  at: number;
}

/** A call that claims an Idempotency-Key. */
export interface IdempotentCall {
  key: string;
  /** Digest of the call; shows whether a repeated key has the same call. */
  fingerprint: string;
  now: number;
  lapseMs: number;
  audit?: AuditEntryRecord | undefined;
}

/** A response stored for a repeated Idempotency-Key. */
export type IdempotencyResult =
  | { kind: 'started'; claim: IdempotencyClaim }
  | { kind: 'in_flight' }
  | { kind: 'mismatch' }
  | { kind: 'replay'; status: number; body: string };

export interface Store extends SessionStore, BackOfficeStore, LimitsStore, ConsoleStore, PruneStore {
  /** Resolves once the schema is migrated; rejects with `store_unavailable`. Other methods wait for it. */
  readonly ready: Promise<void>;

  /**
   * Commits the intent in one transaction: the payment as `submitting`, the session's claim, the first event, and the
   * job that reconciles it at `reconcileAt`. Of concurrent callers exactly one gets `started`.
   */
  beginPayment(input: {
    payment: NewPayment;
    /** The version of the session that the payment was made from; a session with another version is not claimed. */
    sessionVersion: number;
    maxAttempts: number;
    at: number;
    reconcileAt: number;
    /** No other session of the order may be paid or become paid. */
    oncePerOrder?: boolean;
    /** The limits that the submit counts towards. */
    limits?: readonly VelocityLimit[];
    /** Facts for the first line of the timeline. */
    detail?: TimelineRecord['detail'];
  }): Promise<BeginPaymentResult>;
  /**
   * Changes a payment, its session, its timeline and its job in one transaction. Undefined if the version has changed.
   * @throws TakenError if another payment has the transaction_id or the recurring_id; then nothing is changed
   */
  updatePayment(update: PaymentUpdate): Promise<PaymentRecord | undefined>;
  /** As `updatePayment`. `refunded`, and nothing is changed, if refunds have reserved an amount of the payment. */
  updateUnlessRefunded(update: PaymentUpdate): Promise<PaymentRecord | 'refunded' | undefined>;
  /** Creates the payment of a renewal, once for each transaction; undefined if it exists already. */
  addRenewal(renewal: NewRenewal): Promise<PaymentRecord | undefined>;
  /** The payment of a transaction of the account; of any account if none is given. */
  findPaymentByTransaction(transactionId: string, accountId?: string): Promise<PaymentRecord | undefined>;
  findPayment(id: string): Promise<PaymentRecord | undefined>;
  findPaymentByAttempt(sessionId: string, attemptId: string): Promise<PaymentRecord | undefined>;
  /** All payments of a session, oldest first. */
  listSessionPayments(sessionId: string): Promise<PaymentRecord[]>;
  /** Newest first. */
  listPayments(filter: PaymentFilter): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }>;
  listTimeline(paymentId: string): Promise<TimelineRecord[]>;
  /**
   * Counts one query by an unverified notification; false after `max`. Every day `days` are added again, up to `max`.
   */
  takeNotificationQuery(paymentId: string, max: number, days?: number): Promise<boolean>;
  /** Counts a query about a payment's refunds that a notification causes; false after `max`. */
  takeRefundQuery(paymentId: string, max: number): Promise<boolean>;
  /** Counts a query that the shopper's browser causes; false after `max`. */
  takeReturnQuery(paymentId: string, max: number): Promise<boolean>;

  /**
   * Stores a notification, with a job that applies it at `applyAt`, unless the same one came before and was not given
   * up. `full` if the payment already has `maxUnverified` unverified ones of the same address, or ten times as many
   * verified ones.
   */
  recordNotification(
    notification: NewNotification,
    maxUnverified: number,
    applyAt: number,
  ): Promise<'stored' | 'duplicate' | 'full'>;
  findNotification(id: string): Promise<NewNotification | undefined>;
  /** Records what an applied notification waits for; null for nothing. */
  holdNotification(id: string, waitsFor: NotificationRecord['waits_for']): Promise<void>;
  /** The waiting notifications of a payment, oldest first. */
  listHeldNotifications(paymentId: string): Promise<HeldNotification[]>;
  /** A notification was applied: removes its job. */
  finishNotification(id: string): Promise<void>;
  /** A notification is given up unless the gateway sends it again. */
  giveUpNotification(id: string): Promise<void>;

  /** Claims due jobs of a kind, oldest first, for `leaseMs`; no two callers get the same one. */
  claimJobs(kind: JobKind, now: number, limit: number, leaseMs: number): Promise<Job[]>;
  /** Plans a job unless one about the same subject is planned. */
  ensureJob(kind: JobKind, ref: string, runAt: number): Promise<void>;
  /** Sets the next time of a claimed job; null removes it. Does nothing if another companion has claimed it since. */
  finishJob(claim: JobClaim, runAt: number | null): Promise<void>;

  /** Claims a key; a claim without a response lapses after `lapseMs`. The claim is written to the audit log. */
  beginIdempotentRequest(call: IdempotentCall): Promise<IdempotencyResult>;
  /** Stores the response; does nothing if the claim lapsed and another caller claimed the key. */
  finishIdempotentRequest(claim: IdempotencyClaim, status: number, body: string): Promise<void>;
  /** Drops a claim whose work did nothing. */
  dropIdempotentRequest(claim: IdempotencyClaim): Promise<void>;

  /** The waiting work, for monitoring. */
  readBacklog(now: number): Promise<Backlog>;
  /** Rejects if the database cannot write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
