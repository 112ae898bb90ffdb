import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { createId } from '../../server/context/index.ts';
import { SESSIONS } from '../../server/store/payment-tables.ts';
import { openDatabase, type StoreOptions } from '../../server/store/open-database.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Database, Tables } from '../../server/store/schema.ts';
import { TEST_SESSION_FIELDS } from '../support/system.ts';
import { emailOf } from './load.ts';

/** Rows put straight into the database, since a million payments through the front door take an hour. */

const HOUR = 3_600_000;
const ROWS_AT_A_TIME = 500;

/** A database of the current shape that this process may fill. */
export async function fill<T>(options: StoreOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const store = openStore(options);
  await store.ready;
  await store.close();
  const database = openDatabase(options);
  // A million rows take longer than a statement of a companion may.
  const patient = database.patient?.();
  try {
    return await work({ ...database, db: patient ?? database.db });
  } finally {
    await Promise.all([database.db.destroy(), database.reader.destroy(), patient?.destroy()]);
  }
}

let opened = 0;

/** Open sessions; returns their tokens. */
export function seedSessions(options: StoreOptions, count: number): Promise<string[]> {
  return fill(options, async ({ db }) => {
    const tokens = Array.from({ length: count }, () => `tgs_${randomBytes(32).toString('base64url')}`);
    const now = Date.now();
    for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
      const rows = tokens.slice(from, from + ROWS_AT_A_TIME).map((token) => toSessionRow(token, now));
      await db.insertInto('sessions').values(rows).execute();
    }
    return tokens;
  });
}

function toSessionRow(token: string, now: number): Tables['sessions'] {
  opened += 1;
  const order_no = `B-${String(opened)}`;
  const shopper = {
    ...TEST_SESSION_FIELDS.shopper,
    id: `c-${String(opened)}`,
    email: emailOf(opened),
  };
  return SESSIONS.toRow({
    id: createId('ses'),
    account: 'default',
    token_hash: createHash('sha256').update(token).digest('hex'),
    order_no: order_no,
    currency: TEST_SESSION_FIELDS.currency,
    amount: TEST_SESSION_FIELDS.amount,
    request: { ...TEST_SESSION_FIELDS, order_no, shopper },
    status: 'open',
    active_payment_id: null,
    last_payment_id: null,
    paid_payment_id: null,
    attempts: 0,
    version: 1,
    created_at: now,
    expires_at: now + 6 * HOUR,
  });
}

/**
 * So many payments of the past day with their sessions and a line of timeline each, in the order of time, as are their
 * IDs; the hashes of the tokens lie spread.
 * @param unknown leaves every payment without an outcome and due to be asked about
 */
export function seedPaymentHistory(options: StoreOptions, count: number, unknown = false): Promise<void> {
  return fill(options, async ({ kind, db }) => {
    const restore = await dropIndexes(kind, db);
    if (kind === 'sqlite') {
      for (const pragma of ['synchronous = off', 'cache_size = -400000', 'foreign_keys = off']) {
        await sql.raw(`pragma ${pragma}`).execute(db);
      }
    }
    await db.connection().execute(async (connection) => {
      if (kind === 'postgres') await sql`set session_replication_role = replica`.execute(connection);
      for (const statement of history(kind, count, unknown)) await statement.execute(connection);
    });
    for (const statement of restore) await sql.raw(statement).execute(db);
    if (kind === 'postgres') await sql`vacuum analyze`.execute(db);
    else await sql`pragma wal_checkpoint(truncate)`.execute(db);
  });
}

/** Indexes are built faster over what is there; returns the statements that make them again. */
async function dropIndexes(kind: Database['kind'], db: Kysely<Tables>): Promise<string[]> {
  const known =
    kind === 'postgres'
      ? sql<{ name: string; sql: string }>`select indexname as name, indexdef as sql from pg_indexes
          where schemaname = 'public' and indexname like '%\\_by\\_%' and indexname not like '%\\_pkey'`
      : sql<{ name: string; sql: string }>`select name, sql from sqlite_master
          where type = 'index' and name like '%\\_by\\_%' escape '\\'`;
  const { rows } = await known.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map((row) => row.sql);
}

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

function history(kind: Database['kind'], count: number, unknown: boolean): RawBuilder<unknown>[] {
  const all = sql.raw(
    kind === 'postgres'
      ? `generate_series(0::bigint, ${String(count - 1)}) as n(k)`
      : `(with recursive r(k) as (select 0 union all select k + 1 from r where k + 1 < ${String(count)}) select k from r) as n`,
  );
  const pad = (length: number): string =>
    kind === 'postgres' ? `lpad(k::text, ${String(length)}, '0')` : `printf('%0${String(length)}d', k)`;
  const place = `((k * 7919) % ${String(count)} * 16777216 / ${String(count)})`;
  const letters = [262_144, 4_096, 64, 1]
    .map((part) => `substr('${ALPHABET}', cast((${place} / ${String(part)}) % 64 + 1 as integer), 1)`)
    .join(' || ');
  const key = sql.raw(`${pad(8)} || ${letters} || ${pad(10)}`);
  const hash = sql.raw(`${letters} || ${pad(60)}`);
  const start = Date.now() - 24 * HOUR;
  const at = sql.raw(`${String(start)} + k * ${String((20 * HOUR) / count)}`);
  const moment = kind === 'postgres' ? sql`floor(${at})::bigint` : sql`cast(${at} as integer)`;
  const status = unknown
    ? sql`'unknown'`
    : sql`case when k % 20 = 0 then 'declined' when k % 1000 = 7 then 'unknown' else 'paid' end`;
  const request = JSON.stringify({ ...TEST_SESSION_FIELDS, order_no: 'H' });
  const result = JSON.stringify({ order_status: '1', result_info: '0000:Success', card: '424242***4242' });
  const settled = unknown ? sql`null` : sql`'H-' || k || '-00001'`;
  const statements = [
    sql`insert into sessions (id, token_hash, order_no, currency, amount, request, status, active_payment_id,
          last_payment_id, paid_payment_id, attempts, created_at, expires_at)
        select 'ses_' || ${key}, ${hash}, 'H-' || k, 'EUR', '24.00', ${request}, ${sql.raw(unknown ? `'processing'` : `'paid'`)},
          ${unknown ? sql`'pay_' || ${key}` : sql`null`}, 'pay_' || ${key}, 'pay_' || ${key}, 1, ${moment}, ${moment} + ${sql.raw(String(HOUR))}
        from ${all}`,
    sql`insert into payments (id, session_id, attempt_id, fingerprint, status, method, order_no, currency, amount,
          shopper_email, transaction_id, card_brand, card_bin, card_last4, result, version, created_at, updated_at)
        select 'pay_' || ${key}, 'ses_' || ${key}, 'a', 'f', ${status}, 'card', 'H-' || k, 'EUR', '24.00',
          'ana' || (k % ${sql.raw(String(Math.ceil(count / 10)))}) || '@example.com', ${settled}, 'visa', '424242', '4242', ${result}, 2, ${moment}, ${moment}
        from ${all}`,
    sql`insert into payment_events (id, payment_id, version, at, kind, from_status, to_status, detail)
        select 'pay_' || ${key} || '.2', 'pay_' || ${key}, 2, ${moment}, 'answered', 'submitting', 'paid', '{}' from ${all}`,
  ];
  if (!unknown) return statements;
  const due = sql`insert into jobs (id, kind, ref, run_at, runs, locked_until)
    select 'pay_' || ${key} || '.j', 'reconcile', 'pay_' || ${key}, ${moment}, 0, 0 from ${all}`;
  return [...statements, due];
}
