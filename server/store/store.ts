import type { DeclineCode, SessionStatus } from '../../shared/contract/index.ts';
import type { Backlog } from './backlog.ts';
import type { LimitsStore, Velocity, VelocityLimit } from './limits-store.ts';
import type { ConsoleStore } from './console-store.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { BackOfficeStore, NewWebhookEvent, Page } from './back-office-store.ts';
import type { AuditEntry, DisputeRecord, SavedCardRecord, SubscriptionRecord } from './back-office-tables.ts';
import type { PruneStore } from './prune.ts';
import type {
  Job,
  JobClaim,
  JobKind,
  NewNotification,
  NotificationRecord,
  PaymentEvent,
  PaymentRecord,
  PaymentStatus,
  SessionRecord,
  WaitingNotification,
} from './tables.ts';

export type { Backlog } from './backlog.ts';
export type { BreakerRecord, CardTries, LimitsStore, ScreeningState, VelocityLimit } from './limits-store.ts';
export type * from './tables.ts';

/**
 * What the companion remembers, in its own words. Two implementations of one set of statements: SQLite embedded,
 * PostgreSQL to scale out. Times are milliseconds since the epoch. Every method rejects with
 * CheckoutError `store_unavailable` when the database cannot be reached or refuses the write.
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
  /** The intent is committed; the caller alone may send. */
  | { kind: 'started'; payment: PaymentRecord; crowded: Velocity['crowded'] }
  /** This attempt exists already. */
  | { kind: 'exists'; payment: PaymentRecord }
  /** Another payment of the session, or of another session of its order, is under way. */
  | { kind: 'busy' }
  /** The session had its last attempt. */
  | { kind: 'exhausted' }
  /** There were too many submits of this kind; the session is as it was. */
  | { kind: 'limited'; by: VelocityLimit['kind'] }
  /** Another session of the order is paid; this one is over. */
  | { kind: 'order_paid' }
  /** The session is paid, expired or gone. */
  | { kind: 'closed'; status: 'paid' | 'expired' };

/** Columns a change may set. */
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
  /** The version the caller saw; a payment that moved on is left alone. */
  version: number;
  /** The payment as the caller saw it, which saves reading it again. */
  seen?: PaymentRecord | undefined;
  changes: PaymentChanges;
  /**
   * `pay`: the session is paid by this payment; where it was paid before, or the same for its order in another session,
   * the payment is a duplicate, with an alert. `release`: it may take another. `restore`: it may, and this attempt does
   * not count, since nothing was sent. `close`: it takes no more; where it was paid twice, the duplicate takes the
   * payment's place.
   */
  session: 'keep' | 'pay' | 'release' | 'restore' | 'close';
  /** The order is to be paid in one session: whatever was paid in another makes a duplicate. */
  oncePerOrder?: boolean | undefined;
  event: Pick<PaymentEvent, 'kind' | 'detail'>;
  at: number;
  /** When to ask the gateway about it; replaces what was planned. null: not any more. undefined: as planned. */
  reconcileAt?: number | null;
  /** When to tell the gateway how the payment ended, for its risk product. */
  tellRiskAt?: number | undefined;
  /** A contract that came with the payment, and a dispute about it. */
  subscription?: SubscriptionRecord | undefined;
  dispute?: DisputeRecord | undefined;
  /** A card that the gateway keeps from now on. */
  savedCard?: SavedCardRecord | undefined;
  /** Webhook events about the change, made of the payment as it is then; and about one that takes its place. */
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

/** A recurring renewal as the gateway reported it. */
export interface NewRenewal {
  id: string;
  /** The payment that began the contract. */
  first: PaymentRecord;
  status: 'paid' | 'declined';
  amount: string;
  result: PaymentResult;
  transactionId: string;
  recurringId: string;
  declineCode: DeclineCode | null;
  source: 'notification' | 'query';
  at: number;
  /** When the contract deducts next, as the gateway writes it. */
  deductionTime: string | null;
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

export interface SessionFilter {
  /** Where the session stands at `now`. */
  status?: SessionStatus | undefined;
  orderNo?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  orderNo?: string | undefined;
  email?: string | undefined;
  transactionId?: string | undefined;
  recurringId?: string | undefined;
  /**
   * Part of an order number or email in any case, a whole transaction ID, the last four digits of a card, or an amount.
   * Payments whose order number, transaction ID or email is exactly this text come alone.
   */
  search?: string | undefined;
  /** Only those that call for a person. */
  attention?: boolean | undefined;
  /** Created at or after, in ms. */
  from?: number | undefined;
  /** Created before, in ms. */
  to?: number | undefined;
  /** Opaque; from the page before. */
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

/** Who works for an Idempotency-Key: the key and the moment at which it was claimed. */
export interface IdempotencyClaim {
  key: string;
  at: number;
}

/** A call that claims an Idempotency-Key. */
export interface IdempotentCall {
  key: string;
  /** Digest of the call; says whether a repeated key brings the same. */
  fingerprint: string;
  now: number;
  lapseMs: number;
  audit?: AuditEntry | undefined;
}

/** An answer kept for a repeated Idempotency-Key. */
export type IdempotencyResult =
  | { kind: 'started'; claim: IdempotencyClaim }
  | { kind: 'in_flight' }
  | { kind: 'mismatch' }
  | { kind: 'replay'; status: number; body: string };

export interface Store extends BackOfficeStore, LimitsStore, ConsoleStore, PruneStore {
  /** Resolves once the schema is in place; rejects with `store_unavailable`. Other methods wait for it. */
  readonly ready: Promise<void>;

  /** `oncePerOrder`: false, and nothing is made, where another session of the order is paid. */
  createSession(session: SessionRecord, oncePerOrder?: boolean): Promise<boolean>;
  findSession(id: string): Promise<SessionRecord | undefined>;
  findSessionByTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Newest first. */
  listSessions(filter: SessionFilter): Promise<Page<SessionRecord>>;
  /** Ends an open session without a payment under way; false where it was not open. */
  expireSession(id: string): Promise<boolean>;
  /** Ends every session that could take a payment, also once one under way is over; returns how many. */
  closeSessions(at: number): Promise<number>;

  /**
   * Commits the intent in one transaction: the payment as `submitting`, the session's claim, the first event and
   * the job that looks after it at `reconcileAt`. Of any number of callers exactly one gets `started`.
   */
  beginPayment(input: {
    payment: NewPayment;
    maxAttempts: number;
    at: number;
    reconcileAt: number;
    /** No other session of the order may be paid, or be about to be. */
    oncePerOrder?: boolean;
    /** What the submit is counted by. */
    limits?: readonly VelocityLimit[];
    /** Facts for the first line of the timeline. */
    detail?: PaymentEvent['detail'];
  }): Promise<BeginPaymentResult>;
  /**
   * Changes a payment, its session, its timeline and its job in one transaction; undefined where the version moved on.
   * @throws TakenError where another payment has the transaction_id or the recurring_id; then nothing is changed
   */
  updatePayment(update: PaymentUpdate): Promise<PaymentRecord | undefined>;
  /** As `updatePayment`; `refunded`, and nothing is changed, where refunds have bound something of the payment. */
  updateUnlessRefunded(update: PaymentUpdate): Promise<PaymentRecord | 'refunded' | undefined>;
  /** Writes a payment that a contract charged, once for each transaction; undefined where it is there already. */
  addRenewal(renewal: NewRenewal): Promise<PaymentRecord | undefined>;
  /** The payment that a transaction of the account paid; of any account where none is named. */
  findPaymentByTransaction(transactionId: string, accountId?: string): Promise<PaymentRecord | undefined>;
  findPayment(id: string): Promise<PaymentRecord | undefined>;
  findPaymentByAttempt(sessionId: string, attemptId: string): Promise<PaymentRecord | undefined>;
  /** All payments of a session, oldest first. */
  listSessionPayments(sessionId: string): Promise<PaymentRecord[]>;
  /** Newest first. */
  listPayments(filter: PaymentFilter): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }>;
  listEvents(paymentId: string): Promise<PaymentEvent[]>;
  /** Counts one query by an unverified notification; false once `max` were made; `days` give as many back, up to `max`. */
  takeNotificationQuery(paymentId: string, max: number, days?: number): Promise<boolean>;
  /** Counts a query about a payment's refunds that a notification causes; false once `max` were made. */
  takeRefundQuery(paymentId: string, max: number): Promise<boolean>;
  /** Counts a query that the shopper's side causes; false once `max` were made. */
  takeReturnQuery(paymentId: string, max: number): Promise<boolean>;

  /**
   * Keeps a notification, with a job that applies it at `applyAt` unless the same one came before and was not given up;
   * `full` where the payment has `maxUnverified` unverified ones of the same address already, or ten times as many
   * verified ones.
   */
  recordNotification(
    notification: NewNotification,
    maxUnverified: number,
    applyAt: number,
  ): Promise<'stored' | 'duplicate' | 'full'>;
  findNotification(id: string): Promise<NewNotification | undefined>;
  /** Notes what an applied notification waits for; null for nothing. */
  holdNotification(id: string, waitsFor: NotificationRecord['waits_for']): Promise<void>;
  /** The notifications of a payment that wait, oldest first. */
  listWaitingNotifications(paymentId: string): Promise<WaitingNotification[]>;
  /** A notification was applied: its job is done. */
  finishNotification(id: string): Promise<void>;
  /** A notification was never applied and is not tried any more, unless it comes again. */
  giveUpNotification(id: string): Promise<void>;

  /** Takes due jobs of a kind, oldest first, for `leaseMs`; no two callers get the same one. */
  claimJobs(kind: JobKind, now: number, limit: number, leaseMs: number): Promise<Job[]>;
  /** Plans a job unless one about the same is planned. */
  ensureJob(kind: JobKind, ref: string, runAt: number): Promise<void>;
  /** Gives a claimed job its next time; null ends it. Does nothing where somebody else has claimed it since. */
  finishJob(claim: JobClaim, runAt: number | null): Promise<void>;

  /** Claims a key; a claim without an answer lapses after `lapseMs`. Whoever gets it is in the audit log. */
  beginIdempotent(call: IdempotentCall): Promise<IdempotencyResult>;
  /** Keeps the answer; does nothing where the claim lapsed and somebody else took it up. */
  finishIdempotent(claim: IdempotencyClaim, status: number, body: string): Promise<void>;
  /** Gives up a claim whose work did nothing. */
  dropIdempotent(claim: IdempotencyClaim): Promise<void>;

  /** What waits, for those who watch. */
  readBacklog(now: number): Promise<Backlog>;
  /** Rejects where the database cannot write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
