import type { Action, CreateSession, DeclineCode, SessionStatus } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';

/**
 * What the companion remembers, in its own words. Two implementations of one set of statements: SQLite embedded,
 * PostgreSQL to scale out. Times are milliseconds since the epoch. Every method rejects with
 * CheckoutError `store_unavailable` when the database cannot be reached or refuses the write.
 */

/**
 * Where a payment stands:
 * - `submitting`: the intent is committed; the request to the gateway may or may not have left.
 * - `not_sent`: no byte left; final, the session is free again.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is working on it. `unknown`: nobody can say whether money moved.
 * - `abandoned`: the shopper chose another way before finishing the action; a late result still counts.
 * - `paid`, `declined`: what the gateway said.
 */
export type PaymentStatus =
  'submitting' | 'not_sent' | 'action_required' | 'pending' | 'unknown' | 'abandoned' | 'paid' | 'declined';

export interface SessionRecord {
  id: string;
  /** SHA-256 of the token; the token itself is nowhere. */
  tokenHash: string;
  orderNo: string;
  currency: string;
  /** Wire amount, two decimals. */
  amount: string;
  /** The order as the shop's server gave it. */
  request: CreateSession;
  /** `expired` is stored only when the shop ended the session early; time is compared by the reader. */
  status: SessionStatus;
  /** The payment that is under way or unsettled; at most one. */
  activePaymentId: string | null;
  /** The payment whose outcome the session shows. */
  lastPaymentId: string | null;
  paidPaymentId: string | null;
  attempts: number;
  createdAt: number;
  expiresAt: number;
}

export interface PaymentRecord {
  id: string;
  sessionId: string;
  attemptId: string;
  /** Keyed digest of the submit body; says whether a repeated attempt is the same. */
  fingerprint: string;
  status: PaymentStatus;
  /** `card` or the interface's payment_method. */
  method: string;
  orderNo: string;
  currency: string;
  amount: string;
  shopperEmail: string | null;
  transactionId: string | null;
  cardBrand: string | null;
  /** First six digits. */
  cardBin: string | null;
  cardLast4: string | null;
  action: Action | null;
  /** Origin of the page that submitted, for the message that ends a challenge. */
  pageOrigin: string | null;
  declineCode: DeclineCode | null;
  /** The gateway's latest word, card data masked. */
  result: PaymentResult | null;
  /** Why the payment is unknown, or what a person should look at; null where all is well. */
  alarm: string | null;
  /** The session was already paid by another payment when this one turned out paid. */
  duplicate: boolean;
  /** Queries that unverified notifications have caused so far. */
  hintQueries: number;
  /** Set when the shopper's browser came back from the issuer. */
  returnedAt: number | null;
  /** Counts changes; every change names the version it saw. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** One line of a payment's timeline. */
export interface PaymentEvent {
  id: string;
  paymentId: string;
  at: number;
  /** What happened: `submitted`, `answered`, `notified`, `queried`, `returned`, `abandoned`, `resolved` ... */
  kind: string;
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** Facts without card data. */
  detail: Record<string, string | number | boolean | null>;
}

/** Work for later, claimed by any companion. */
export interface Job {
  id: string;
  /** `reconcile` asks the gateway about a payment. */
  kind: 'reconcile';
  /** The payment's id. */
  ref: string;
  runAt: number;
  /** How often it ran. */
  runs: number;
}

/** Tells one run of a job from a later one. */
export type JobClaim = Pick<Job, 'id' | 'runs'>;

export type NewPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'sessionId'
  | 'attemptId'
  | 'fingerprint'
  | 'method'
  | 'orderNo'
  | 'currency'
  | 'amount'
  | 'shopperEmail'
  | 'cardBrand'
  | 'cardBin'
  | 'cardLast4'
  | 'pageOrigin'
>;

export type BeginPaymentResult =
  /** The intent is committed; the caller alone may send. */
  | { kind: 'started'; payment: PaymentRecord }
  /** This attempt exists already. */
  | { kind: 'exists'; payment: PaymentRecord }
  /** Another payment of the session is under way. */
  | { kind: 'busy' }
  /** The session had its last attempt. */
  | { kind: 'exhausted' }
  /** The session is paid, expired or gone. */
  | { kind: 'closed'; status: 'paid' | 'expired' };

/** Columns a change may set. */
export type PaymentChanges = Partial<
  Pick<
    PaymentRecord,
    | 'status'
    | 'transactionId'
    | 'cardBrand'
    | 'cardBin'
    | 'cardLast4'
    | 'action'
    | 'declineCode'
    | 'result'
    | 'alarm'
    | 'returnedAt'
  >
>;

export interface PaymentUpdate {
  id: string;
  /** The version the caller saw; a payment that moved on is left alone. */
  version: number;
  changes: PaymentChanges;
  /**
   * `pay`: the session is paid by this payment, or the payment is a duplicate. `release`: it may take another.
   * `restore`: it may, and this attempt does not count, since nothing was sent.
   */
  session: 'keep' | 'pay' | 'release' | 'restore';
  event: Pick<PaymentEvent, 'kind' | 'detail'>;
  at: number;
  /** When to ask the gateway about it; replaces what was planned. null: not any more. undefined: as planned. */
  reconcileAt?: number | null;
}

export interface NewNotification {
  id: string;
  paymentId: string;
  /** SHA-256 of the body; a body that came before is not stored twice. */
  bodyHash: string;
  /** The fields, card data masked. */
  fields: Record<string, string>;
  verified: boolean;
  at: number;
}

export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  orderNo?: string | undefined;
  email?: string | undefined;
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

/** An answer kept for a repeated Idempotency-Key. */
export type IdempotencyResult =
  | { kind: 'started'; claim: IdempotencyClaim }
  | { kind: 'in_flight' }
  | { kind: 'mismatch' }
  | { kind: 'replay'; status: number; body: string };

export interface Store {
  /** Resolves once the schema is in place; rejects with `store_unavailable`. Other methods wait for it. */
  readonly ready: Promise<void>;

  createSession(session: SessionRecord): Promise<void>;
  findSession(id: string): Promise<SessionRecord | undefined>;
  findSessionByTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Ends an open session without a payment under way; false where it was not open. */
  expireSession(id: string): Promise<boolean>;

  /**
   * Commits the intent in one transaction: the payment as `submitting`, the session's claim, the first event and
   * the job that looks after it at `reconcileAt`. Of any number of callers exactly one gets `started`.
   */
  beginPayment(input: {
    payment: NewPayment;
    maxAttempts: number;
    at: number;
    reconcileAt: number;
  }): Promise<BeginPaymentResult>;
  /** Changes a payment, its session, its timeline and its job in one transaction; undefined where the version moved on. */
  updatePayment(update: PaymentUpdate): Promise<PaymentRecord | undefined>;
  findPayment(id: string): Promise<PaymentRecord | undefined>;
  findPaymentByAttempt(sessionId: string, attemptId: string): Promise<PaymentRecord | undefined>;
  /** All payments of a session, oldest first. */
  listSessionPayments(sessionId: string): Promise<PaymentRecord[]>;
  /** Newest first. */
  listPayments(filter: PaymentFilter): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }>;
  listEvents(paymentId: string): Promise<PaymentEvent[]>;
  /** Counts one query caused by an unverified notification; false once `max` were made. */
  takeHintQuery(paymentId: string, max: number): Promise<boolean>;

  /** Keeps a notification; `full` where the payment has `maxUnverified` unverified ones already. */
  recordNotification(notification: NewNotification, maxUnverified: number): Promise<'stored' | 'duplicate' | 'full'>;

  /** Takes due jobs, oldest first, for `leaseMs`; no two callers get the same one. */
  claimJobs(now: number, limit: number, leaseMs: number): Promise<Job[]>;
  /** Gives a claimed job its next time; null ends it. Does nothing where somebody else has claimed it since. */
  finishJob(claim: JobClaim, runAt: number | null): Promise<void>;

  /** Claims a key; a claim without an answer lapses after `lapseMs`. */
  beginIdempotent(key: string, fingerprint: string, now: number, lapseMs: number): Promise<IdempotencyResult>;
  /** Keeps the answer; does nothing where the claim lapsed and somebody else took it up. */
  finishIdempotent(claim: IdempotencyClaim, status: number, body: string): Promise<void>;
  /** Gives up a claim whose work did nothing. */
  dropIdempotent(claim: IdempotencyClaim): Promise<void>;

  /** Rejects where the database cannot write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
