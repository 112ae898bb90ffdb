import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';
import type * as merchant from './back-office-tables.ts';
import type { RowOf } from './table.ts';
import type * as payments from './payment-tables.ts';
import type * as people from './user-tables.ts';

/** The rows of every table. */
export interface Tables {
  sessions: RowOf<typeof payments.SESSIONS>;
  payments: RowOf<typeof payments.PAYMENTS>;
  payment_events: RowOf<typeof payments.PAYMENT_TIMELINE>;
  jobs: RowOf<typeof payments.JOBS>;
  notifications: RowOf<typeof payments.NOTIFICATIONS>;
  idempotency_keys: RowOf<typeof payments.IDEMPOTENCY_KEYS>;
  velocity: RowOf<typeof payments.VELOCITY_COUNTERS>;
  breakers: RowOf<typeof payments.CARD_TESTING_BREAKERS>;
  screenings: RowOf<typeof payments.SCREENINGS>;
  takings: RowOf<typeof merchant.HOURLY_GROSS_VOLUMES>;
  users: RowOf<typeof people.USERS>;
  passkeys: RowOf<typeof people.PASSKEYS>;
  enrolments: RowOf<typeof people.ENROLMENT_LINKS>;
  sign_in_challenges: RowOf<typeof people.SIGN_IN_CHALLENGES>;
  console_sessions: RowOf<typeof people.CONSOLE_SESSIONS>;
  cards_sessions: RowOf<typeof merchant.CARDS_SESSIONS>;
  saved_cards: RowOf<typeof merchant.SAVED_CARDS>;
  refunds: RowOf<typeof merchant.REFUNDS>;
  refund_totals: RowOf<typeof merchant.REFUND_TOTALS>;
  subscriptions: RowOf<typeof merchant.SUBSCRIPTIONS>;
  disputes: RowOf<typeof merchant.DISPUTES>;
  payment_notes: RowOf<typeof merchant.PAYMENT_NOTES>;
  operations: RowOf<typeof merchant.ISSUING_OR_PAYOUT_OPERATIONS>;
  webhook_events: RowOf<typeof merchant.WEBHOOK_EVENTS>;
  webhook_event_endpoints: RowOf<typeof merchant.WEBHOOK_EVENT_ENDPOINTS>;
  webhook_deliveries: RowOf<typeof merchant.WEBHOOK_DELIVERIES>;
  audit_log: RowOf<typeof merchant.AUDIT_LOG>;
  /** The position of each search for rows past their retention; `ping`: when a companion last tested writing. */
  prune_marks: { name: string; at: number; id: string };
  migrations: { name: string; applied_at: number };
}

export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

/** Whether it is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Locks the rows that a query reads until the transaction ends. SQLite needs no lock: it has one writer. */
export function lockRows<Query extends { forUpdate(): Query }>(trx: Trx, query: Query): Query {
  return isPostgres(trx) ? query.forUpdate() : query;
}

/** A database, with the few differences between the two kinds. */
export interface Database {
  kind: 'sqlite' | 'postgres';
  /** The gateway account of rows without one; empty if the settings name none. */
  accountId: string;
  /** The connection for writes. */
  db: Kysely<Tables>;
  /** The connection that reads committed rows; may be the same. */
  reader: Kysely<Tables>;
  /** A connection without time limits for migrations; may be the same. */
  patient?: () => Kysely<Tables>;
}
