import { sql } from 'kysely';
import { readPage } from './cursor.ts';
import type { SessionStatus } from '../../shared/contract/index.ts';
import type { ListFilter, Page } from './back-office-types.ts';
import { isPostgres, type Db, type Trx } from './schema.ts';
import { prepareStatement } from './statement.ts';
import { SESSIONS, type SessionRecord, type SessionRow } from './payment-tables.ts';

export interface SessionFilter extends ListFilter {
  /** The status of the session at `now`. */
  status?: SessionStatus | undefined;
  /** Only sessions whose payment is held for a review. */
  isHeld?: boolean | undefined;
  orderNo?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A changed order, with the session as the caller read it. */
export interface SessionUpdate extends Pick<
  SessionRecord,
  'id' | 'version' | 'last_payment_id' | 'amount' | 'request'
> {
  /** Milliseconds since the epoch. */
  at: number;
}

const bySessionId = prepareStatement<{ id: string }, SessionRow>((db, { id }) =>
  db.selectFrom('sessions').select(SESSIONS.names).where('id', '=', id),
);

export async function findSession(db: Db, id: string): Promise<SessionRecord | undefined> {
  const { rows } = await bySessionId(db, { id });
  return rows[0] === undefined ? undefined : SESSIONS.toRecord(rows[0]);
}

/** On PostgreSQL the inner `select` hides how long the array is, so one plan is kept instead of planned each time. */
const byTokenHashes = prepareStatement<{ hashes: unknown }, SessionRow>((db, { hashes }) =>
  db
    .selectFrom('sessions')
    .select(SESSIONS.names)
    .where(
      isPostgres(db)
        ? sql<boolean>`token_hash = any((select ${hashes}::text[])::text[])`
        : sql<boolean>`token_hash in (select value from json_each(${hashes}))`,
    ),
);

/** The rows of these token hashes, in their order; undefined where there is none. */
export async function findSessionRowsByTokenHash(
  db: Db,
  hashes: readonly string[],
): Promise<(SessionRow | undefined)[]> {
  const { rows } = await byTokenHashes(db, { hashes: isPostgres(db) ? hashes : JSON.stringify(hashes) });
  const found = new Map(rows.map((row) => [row.token_hash, row]));
  return hashes.map((hash) => found.get(hash));
}

/** Newest first. The status of a session depends on the time. */
export async function listSessions(db: Db, filter: SessionFilter): Promise<Page<SessionRecord>> {
  let query = db.selectFrom('sessions').selectAll();
  if (filter.orderNo !== undefined) query = query.where('order_no', '=', filter.orderNo);
  if (filter.status === 'paid') query = query.where('status', '=', 'paid');
  else if (filter.status !== undefined) query = query.where('status', '!=', 'paid');
  if (filter.status === 'processing') query = query.where('active_payment_id', 'is not', null);
  if (filter.status === 'open' || filter.status === 'expired') query = query.where('active_payment_id', 'is', null);
  if (filter.status === 'open') query = query.where('status', '!=', 'expired').where('expires_at', '>', filter.now);
  if (filter.status === 'expired') {
    query = query.where((eb) => eb.or([eb('status', '=', 'expired'), eb('expires_at', '<=', filter.now)]));
  }
  if (filter.isHeld === true) {
    // For each session under way: a join would sort what it found.
    query = query
      .where('active_payment_id', 'is not', null)
      .where((eb) =>
        eb(
          eb
            .selectFrom('payments')
            .select('payments.status')
            .whereRef('payments.id', '=', 'sessions.active_payment_id'),
          '=',
          'held',
        ),
      );
  }
  return readPage(query, filter, SESSIONS.toRecord);
}

/**
 * Closes every session to further payments, also those with one in progress; returns their number. A payment in
 * progress is not touched: its outcome counts at any time.
 */
export async function expireAllUnpaidSessions(trx: Trx, at: number): Promise<number> {
  const closed = await trx
    .updateTable('sessions')
    .set({ expires_at: at })
    .where('status', '!=', 'paid')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}

/**
 * Changes the order of an open session; false if the session has another version or last payment than the update
 * names, or if it is not open at `at`.
 */
export async function updateSession(trx: Trx, update: SessionUpdate): Promise<boolean> {
  const { id, version, last_payment_id, amount, request, at } = update;
  const changed = await trx
    .updateTable('sessions')
    .set({ ...SESSIONS.toRow({ amount, request }), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('last_payment_id', last_payment_id === null ? 'is' : '=', last_payment_id)
    .where('status', '=', 'open')
    .where('active_payment_id', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Ends an open session without a payment in progress; false if it was not open. */
export async function expireIdleSession(trx: Trx, id: string): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('active_payment_id', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

interface SessionChange {
  id: string;
  session_id: string;
}

const free = (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
  db
    .updateTable('sessions')
    .set({ active_payment_id: null, status: 'open' })
    .where('sessions.id', '=', session_id)
    .where('active_payment_id', '=', id)
    .where('sessions.status', '!=', 'paid');

/** The new state of a payment's session. */
export const SESSION_STATE_UPDATES = {
  pay: (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
    db
      .updateTable('sessions')
      .set({ status: 'paid', paid_payment_id: id, last_payment_id: id, active_payment_id: null })
      .where('sessions.id', '=', session_id)
      // The order may have changed since the payment ended, and its late result does not pay the changed one.
      .where('sessions.amount', '=', (eb) => eb.selectFrom('payments').select('amount').where('payments.id', '=', id))
      .where((eb) => eb.or([eb('sessions.status', '!=', 'paid'), eb('paid_payment_id', '=', id)])),
  close: (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
    db
      .updateTable('sessions')
      .set({ active_payment_id: null, status: 'expired' })
      .where('sessions.id', '=', session_id)
      .where((eb) => eb.or([eb('active_payment_id', '=', id), eb('paid_payment_id', '=', id)])),
  release: free,
  restore: (db: Pick<Db, 'updateTable'>, change: SessionChange) =>
    free(db, change).set((eb) => ({ attempts: eb('attempts', '-', 1) })),
};

/** Their statements. */
export const PREPARED_SESSION_STATE_UPDATES = {
  pay: prepareStatement<SessionChange>(SESSION_STATE_UPDATES.pay),
  close: prepareStatement<SessionChange>(SESSION_STATE_UPDATES.close),
  release: prepareStatement<SessionChange>(SESSION_STATE_UPDATES.release),
  restore: prepareStatement<SessionChange>(SESSION_STATE_UPDATES.restore),
};
