import { sql } from 'kysely';
import { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import { MAX_CLOCK_SKEW_MS } from './breakers.ts';
import { lockRows, type Db, type Trx } from './schema.ts';

/** Records that are deleted after their retention; none of them is about money. */
export const PRUNED_RECORD_KINDS = [
  'sessions',
  'cards_sessions',
  'answers',
  'events',
  'notifications',
  'audit',
] as const;
export type PrunedRecordKind = (typeof PRUNED_RECORD_KINDS)[number];

/** The result of one deletion step. */
export interface PruneStepResult {
  deleted: number;
  /** Whether more rows may be due. */
  more: boolean;
}

/** The time of the last complete run, in ms; undefined before the first. */
export async function findPruned(db: Db): Promise<number | undefined> {
  const mark = await db.selectFrom('prune_marks').select('at').where('name', '=', 'all').executeTakeFirst();
  return mark?.at;
}

/** Records the end of a complete run. */
export async function keepPruned(trx: Trx, at: number): Promise<void> {
  await trx
    .insertInto('prune_marks')
    .values({ name: 'all', at, id: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
}

/** Deletes at most `limit` rows from before a moment, in ms since the epoch. */
export async function prune(
  trx: Trx,
  { what, before, limit }: { what: PrunedRecordKind; before: number; limit: number },
): Promise<PruneStepResult> {
  if (what === 'sessions') return pruneSessions(trx, before, limit);
  const deleted = await PRUNERS[what](trx, before, limit);
  return { deleted, more: deleted >= limit };
}

/**
 * Deletes sessions without a payment attempt. Each session is checked once: a mark records the position, so sessions
 * with payments, which stay, are not read again every day.
 */
async function pruneSessions(trx: Trx, before: number, limit: number): Promise<PruneStepResult> {
  await trx
    .insertInto('prune_marks')
    .values({ name: 'sessions', at: 0, id: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = trx.selectFrom('prune_marks').selectAll().where('name', '=', 'sessions');
  // Two concurrent runs would otherwise set the mark back.
  const mark = await lockRows(trx, stored).executeTakeFirstOrThrow();
  const rows = await trx
    .selectFrom('sessions')
    .select(['id', 'created_at'])
    .where((eb) =>
      eb.or([eb('created_at', '>', mark.at), eb.and([eb('created_at', '=', mark.at), eb('id', '>', mark.id)])]),
    )
    .where('created_at', '>=', mark.at)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) return { deleted: 0, more: false };
  const ids = rows.map((row) => row.id);
  const gone = await trx
    .deleteFrom('sessions')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('payments').select('payments.id').whereRef('payments.session_id', '=', 'sessions.id')),
      ),
    )
    .executeTakeFirst();
  await trx
    .updateTable('prune_marks')
    .set({ at: last.created_at, id: last.id })
    .where('name', '=', 'sessions')
    .execute();
  return { deleted: Number(gone.numDeletedRows), more: rows.length === limit };
}

const ENDED: readonly PaymentStatus[] = ['paid', 'declined', 'cancelled', 'abandoned', 'not_sent'];
const OPEN = PaymentStatus.options.filter((status) => !ENDED.includes(status));

const PRUNERS: Readonly<
  Record<Exclude<PrunedRecordKind, 'sessions'>, (db: Db, before: number, limit: number) => Promise<number>>
> = {
  cards_sessions: (db, before, limit) =>
    deleteOldest(db, 'cards_sessions', { at: 'created_at', id: 'id' }, before, limit),
  answers: (db, before, limit) => deleteOldest(db, 'idempotency_keys', { at: 'created_at', id: 'key' }, before, limit),
  events: async (db, before, limit) => {
    for (const state of ['delivered', 'none', 'given_up'] as const) {
      const old = await db
        .selectFrom('webhook_events')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      if (old.length === 0) continue;
      const ids = old.map((row) => row.id);
      await db.deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute();
      await db.deleteFrom('webhook_event_endpoints').where('event_id', 'in', ids).execute();
      return countOf(await db.deleteFrom('webhook_events').where('id', 'in', ids).executeTakeFirst());
    }
    return 0;
  },
  notifications: (db, before, limit) => {
    // The notifications of an open payment may still be needed. Such old payments are few, and their state finds them.
    const open = db
      .selectFrom('payments')
      .select('id')
      .where('status', 'in', OPEN)
      .where('created_at', '<', before + MAX_CLOCK_SKEW_MS);
    const isOfEnded = sql<boolean>`payment_id not in (${open})`;
    return deleteOldest(db, 'notifications', { at: 'at', id: 'id' }, before, limit, isOfEnded);
  },
  audit: (db, before, limit) => deleteOldest(db, 'audit_log', { at: 'at', id: 'id' }, before, limit),
};

/**
 * Deletes the oldest rows of a table that are due. The index of their times finds them: rows found by their random keys would each
 * read a page of the primary key, which of a large table is on disk.
 */
async function deleteOldest(
  db: Db,
  table: 'cards_sessions' | 'idempotency_keys' | 'notifications' | 'audit_log',
  columns: Readonly<Record<'at' | 'id', string>>,
  before: number,
  limit: number,
  isDue = sql<boolean>`true`,
): Promise<number> {
  const [at, id] = [sql.ref<number>(columns.at), sql.ref<string>(columns.id)];
  const last = await db
    .selectFrom(table)
    .select([at.as('at'), id.as('id')])
    .where(at, '<', before)
    .where(isDue)
    .orderBy(at)
    .orderBy(id)
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom(table).where(at, '<', before).where(isDue);
  const step = last === undefined ? old : old.where(sql<boolean>`(${at}, ${id}) <= (${last.at}, ${last.id})`);
  return countOf(await step.executeTakeFirst());
}

function countOf({ numDeletedRows }: { numDeletedRows: bigint }): number {
  return Number(numDeletedRows);
}
