import type { Kysely, Transaction } from 'kysely';
import type { MerchantTables } from './merchant-schema.ts';

/** Rows as both databases hold them: text, whole numbers, JSON as text, yes and no as 1 and 0. */
export interface SessionRow {
  id: string;
  token_hash: string;
  order_no: string;
  currency: string;
  amount: string;
  request: string;
  status: string;
  active_payment_id: string | null;
  last_payment_id: string | null;
  paid_payment_id: string | null;
  attempts: number;
  created_at: number;
  expires_at: number;
}

export interface PaymentRow {
  id: string;
  session_id: string;
  attempt_id: string;
  fingerprint: string;
  status: string;
  method: string;
  order_no: string;
  currency: string;
  amount: string;
  shopper_email: string | null;
  transaction_id: string | null;
  card_brand: string | null;
  card_bin: string | null;
  card_last4: string | null;
  /** `MM/YY`, only while the card is to be kept. */
  card_expiry: string | null;
  card_holder: string | null;
  action: string | null;
  page_origin: string | null;
  /** Where a typed card came from, as a keyed digest; emptied after a day. */
  network: string | null;
  /** The account of the gateway by which it is paid. */
  account_id: string;
  /** SHA-256 of the secret in the notify_url that only the gateway was told; null where every address was public. */
  notify_hash: string | null;
  decline_code: string | null;
  result: string | null;
  alarm: string | null;
  duplicate: number;
  hint_queries: number;
  return_queries: number;
  /** Queries about its refunds that notifications caused. */
  refund_queries: number;
  /** 1: another payment had its transaction_id before the database held one to one payment. */
  shares_transaction: number;
  returned_at: number | null;
  /** What was given back, in hundredths. */
  refunded: number;
  recurring_id: string | null;
  review_status: string | null;
  dispute_status: string | null;
  /** What the shop asked the gateway to do with it and has no answer to, and since when. */
  decision: string | null;
  decision_at: number | null;
  /** In hundredths; null: all of it, or nothing yet. */
  captured: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface PaymentEventRow {
  /** The payment's version after the event, so that a timeline has an order of its own. */
  id: string;
  payment_id: string;
  version: number;
  at: number;
  kind: string;
  from_status: string | null;
  to_status: string;
  detail: string;
}

export interface JobRow {
  id: string;
  kind: string;
  ref: string;
  run_at: number;
  runs: number;
  locked_until: number;
}

export interface NotificationRow {
  id: string;
  payment_id: string;
  body_hash: string;
  fields: string;
  verified: number;
  /** Which of a payment's addresses it came to: `secret`, `public`. */
  address: string;
  /** What it waits for: `person`, to accept what it reports; `dispute`, the beginning of the dispute whose end it reports. */
  waits_for: string | null;
  /** 1: it was tried for the last time, and never applied. */
  given_up: number;
  at: number;
}

export interface IdempotencyRow {
  key: string;
  fingerprint: string;
  /** Null while the work runs. */
  status: number | null;
  body: string | null;
  created_at: number;
}

/** How many submits came by one thing, until when they count. */
export interface VelocityRow {
  key: string;
  count: number;
  refused: number;
  until: number;
}

export interface BreakerRow {
  name: string;
  refuses_until: number;
  trips: number;
}

export interface ScreeningRow {
  /** The session and its attempt. */
  attempt: string;
  fingerprint: string;
  /** Null while the shop's check runs. */
  allowed: number | null;
  at: number;
}

export interface Tables extends MerchantTables {
  sessions: SessionRow;
  payments: PaymentRow;
  payment_events: PaymentEventRow;
  jobs: JobRow;
  notifications: NotificationRow;
  idempotency_keys: IdempotencyRow;
  velocity: VelocityRow;
  breakers: BreakerRow;
  screenings: ScreeningRow;
  /** How far the search for what need not be kept has come; `ping`: when somebody last tried whether it can write. */
  prune_marks: { name: string; at: number; id: string };
  migrations: { name: string; applied_at: number };
}

export type Db = Kysely<Tables> | Transaction<Tables>;

/** A database and the few things in which the two kinds differ. */
export interface Database {
  kind: 'sqlite' | 'postgres';
  /** The account of the gateway that rows without one belong to; empty where the settings name none. */
  accountId: string;
  /** Takes every write. */
  db: Kysely<Tables>;
  /** Sees what is committed; may be the same. */
  reader: Kysely<Tables>;
  /** A connection of its own without limits of time, for steps of the schema; the same one where there are none. */
  patient?: () => Kysely<Tables>;
}
