import type { BeginPaymentInput } from './begin-payment.ts';
import type { QuarterHourGrossVolume } from './gross-volume.ts';
import type { Job, JobKind, PaymentRecord, SessionRecord } from './payment-tables.ts';
import type { BeginPaymentResult, PaymentUpdate } from './payment-types.ts';
import type { CallsOf, READS, WRITES } from './store-calls.ts';

export type { Backlog } from './backlog.ts';
export type * from './risk-types.ts';
export type * from './payment-types.ts';
export type * from './payment-tables.ts';

/**
 * The companion's records: the calls of `store-calls.ts`, and those below. SQLite embedded and PostgreSQL to scale out
 * share the statements. Times are milliseconds since the epoch. Every method rejects with CheckoutError
 * `store_unavailable` if the database cannot be reached or refuses the write.
 */
export interface Store extends CallsOf<typeof READS>, CallsOf<typeof WRITES> {
  /** Resolves once the schema is migrated; rejects with `store_unavailable`. Other methods wait for it. */
  readonly ready: Promise<void>;

  findSessionByTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /**
   * Commits the intent in one transaction: the payment as `submitting` and the session's claim. Of concurrent callers
   * exactly one gets `started`.
   */
  beginPayment(input: BeginPaymentInput): Promise<BeginPaymentResult>;
  /**
   * Changes a payment, its session, its timeline and its job in one transaction. Undefined if the version has changed.
   * @throws GatewayIdTakenError if another payment has the transaction_id or the recurring_id; then nothing is changed
   */
  updatePayment(update: PaymentUpdate): Promise<PaymentRecord | undefined>;

  /**
   * Claims due jobs of a kind, oldest first, for `leaseMs`; no two callers get the same one. A submit without an outcome
   * has a `reconcile` job from its tenth second on.
   */
  claimJobs(kind: JobKind, now: number, limit: number, leaseMs: number): Promise<Job[]>;
  /** Gross volume since a moment (ms since the epoch), by quarter of an hour and currency, unordered. */
  readGrossVolume(from: number, now: number, accounts?: readonly string[]): Promise<QuarterHourGrossVolume[]>;

  /** Rejects if the database cannot write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
