import type { Backlog } from './backlog.ts';
import type { RiskStore, VelocityLimit } from './risk-store.ts';
import type { ConsoleStore } from './console-store.ts';
import type { BackOfficeStore } from './back-office-store.ts';
import type { PruneStore } from './prune.ts';
import type { SessionStore } from './session-store.ts';
import type {
  Job,
  ClaimedJobRef,
  JobKind,
  NewNotification,
  NotificationRecord,
  TimelineRecord,
  PaymentRecord,
  HeldNotification,
} from './payment-tables.ts';
import type {
  NewPayment,
  BeginPaymentResult,
  PaymentUpdate,
  NewRenewal,
  PaymentFilter,
  IdempotencyClaim,
  IdempotencyRequest,
  IdempotencyClaimResult,
} from './payment-types.ts';

export type { Backlog } from './backlog.ts';
export type { BreakerRecord, TriedCardCounts, RiskStore, ScreeningClaim, VelocityLimit } from './risk-store.ts';
export type { SessionFilter, SessionUpdate } from './session-store.ts';
export type * from './payment-types.ts';
export type * from './payment-tables.ts';

/**
 * The companion's records, as an interface. Two implementations share one set of statements: SQLite embedded,
 * PostgreSQL to scale out. Times are milliseconds since the epoch. Every method rejects with CheckoutError
 * `store_unavailable` if the database cannot be reached or refuses the write.
 */
export interface Store extends SessionStore, BackOfficeStore, RiskStore, ConsoleStore, PruneStore {
  /** Resolves once the schema is migrated; rejects with `store_unavailable`. Other methods wait for it. */
  readonly ready: Promise<void>;

  /**
   * Commits the intent in one transaction: the payment as `submitting` and the session's claim. Of concurrent callers
   * exactly one gets `started`.
   */
  beginPayment(input: {
    payment: NewPayment;
    /** The version of the session that the payment was made from; a session with another version is not claimed. */
    sessionVersion: number;
    maxAttempts: number;
    at: number;
    /** No other session of the order may be paid or become paid. */
    oncePerOrder?: boolean;
    /** The limits that the submit counts towards. */
    limits?: readonly VelocityLimit[];
    /** Facts for the first entry of the timeline. Without any the entry follows from the payment and is not stored. */
    detail?: TimelineRecord['detail'];
  }): Promise<BeginPaymentResult>;
  /**
   * Changes a payment, its session, its timeline and its job in one transaction. Undefined if the version has changed.
   * @throws GatewayIdTakenError if another payment has the transaction_id or the recurring_id; then nothing is changed
   */
  updatePayment(update: PaymentUpdate): Promise<PaymentRecord | undefined>;
  /** As `updatePayment`. `refunded`, and nothing is changed, if refunds have reserved an amount of the payment. */
  updatePaymentUnlessRefunded(update: PaymentUpdate): Promise<PaymentRecord | 'refunded' | undefined>;
  /** Creates the payment of a renewal, once for each transaction; undefined if it exists already. */
  addRenewal(renewal: NewRenewal): Promise<PaymentRecord | undefined>;
  /** The payment of a transaction: of these accounts, and of this account_id at the gateway, where they are given. */
  findPaymentByTransaction(
    transactionId: string,
    of?: { accounts?: readonly string[] | undefined; accountId?: string | undefined },
  ): Promise<PaymentRecord | undefined>;
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
  setNotificationHold(id: string, waitsFor: NotificationRecord['waits_for']): Promise<void>;
  /** The waiting notifications of a payment, oldest first. */
  listHeldNotificationsOfPayment(paymentId: string): Promise<HeldNotification[]>;
  /** A notification was applied: removes its job. */
  finishNotification(id: string): Promise<void>;
  /** A notification is given up unless the gateway sends it again. */
  giveUpNotification(id: string): Promise<void>;

  /**
   * Claims due jobs of a kind, oldest first, for `leaseMs`; no two callers get the same one. A submit without an outcome
   * has a `reconcile` job from its tenth second on.
   */
  claimJobs(kind: JobKind, now: number, limit: number, leaseMs: number): Promise<Job[]>;
  /** Plans a job unless one about the same subject is planned. */
  ensureJob(kind: JobKind, ref: string, runAt: number): Promise<void>;
  /** Sets the next time of a claimed job; null removes it. Does nothing if another companion has claimed it since. */
  finishOrRescheduleJob(claim: ClaimedJobRef, runAt: number | null): Promise<void>;

  /** Claims a key; a claim without a response lapses after `lapseMs`. The claim is written to the audit log. */
  beginIdempotentRequest(call: IdempotencyRequest): Promise<IdempotencyClaimResult>;
  /** Stores the response; does nothing if the claim lapsed and another caller claimed the key. */
  finishIdempotentRequest(claim: IdempotencyClaim, status: number, body: string): Promise<void>;
  /** Drops a claim whose work did nothing. */
  releaseIdempotencyClaim(claim: IdempotencyClaim): Promise<void>;

  /** The accounts that payments belong to, in the order of their names. */
  listAccountsWithPayments(): Promise<string[]>;
  /** The name under which payments of the gateway's account are stored; undefined where none has a transaction ID yet. */
  findAccountOfId(accountId: string): Promise<string | undefined>;

  /** The waiting work, for monitoring. */
  readBacklog(now: number): Promise<Backlog>;
  /** Rejects if the database cannot write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
