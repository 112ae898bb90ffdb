import { sql, type RawBuilder } from 'kysely';
import { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
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
  if (what === 'sessions' || what === 'notifications') return pruneInPart(trx, what, before, limit);
  const deleted = await PRUNERS[what](trx, before, limit);
  return { deleted, more: deleted >= limit };
}

const ENDED: readonly PaymentStatus[] = ['paid', 'declined', 'cancelled', 'abandoned', 'not_sent'];
const OPEN = PaymentStatus.options.filter((status) => !ENDED.includes(status));

/** By how much a payment may seem younger than its notifications, as two clocks differ, in ms. */
const CLOCKS_APART = 2 * 24 * 3_600_000;

/** The kinds of which some rows stay. `dueOf`: the condition for those rows of a slice that are due. */
const KEPT_IN_PART = {
  /** With a payment attempt they stay for good. */
  sessions: {
    at: 'created_at',
    staysForGood: true,
    dueOf: () => Promise.resolve(sql<boolean>`not exists (select 1 from payments where session_id = sessions.id)`),
  },
  /** Those of an open payment may still be needed. Its state and age find it, so that no other payment is read. */
  notifications: {
    at: 'at',
    staysForGood: false,
    dueOf: async (trx: Trx, isInSlice: RawBuilder<boolean>, before: number) => {
      const { rows } = await sql<{ owner: string }>`
        with open(owner) as materialized (
          select id from payments where status in (${sql.join(OPEN)}) and created_at < ${before + CLOCKS_APART})
        select distinct owner from notifications join open on owner = payment_id where ${isInSlice}`.execute(trx);
      const owners = rows.map(({ owner }) => owner);
      return owners.length === 0 ? sql<boolean>`true` : sql<boolean>`payment_id not in (${sql.join(owners)})`;
    },
  },
};

/**
 * Deletes the due rows among the next ones of a kind. A mark records the position, so rows that stay are read once: in
 * all where they stay for good, else in each run.
 */
async function pruneInPart(
  trx: Trx,
  what: keyof typeof KEPT_IN_PART,
  before: number,
  limit: number,
): Promise<PruneStepResult> {
  await trx
    .insertInto('prune_marks')
    .values({ name: what, at: 0, id: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  // Two concurrent runs would otherwise set the mark back.
  const stored = trx.selectFrom('prune_marks').selectAll().where('name', '=', what);
  const mark = await lockRows(trx, stored).executeTakeFirstOrThrow();
  const { dueOf, staysForGood, ...columns } = KEPT_IN_PART[what];
  const at = sql.ref<number>(columns.at);
  const isNext = sql<boolean>`(${at}, id) > (${mark.at}, ${mark.id}) and ${at} < ${before}`;
  const next = trx.selectFrom(what).select([at.as('at'), 'id']);
  const rows = await next.where(isNext).orderBy(at).orderBy('id').limit(limit).execute();
  const last = rows.at(-1) ?? mark;
  const isInSlice = sql<boolean>`${isNext} and (${at}, id) <= (${last.at}, ${last.id})`;
  const isDue = await dueOf(trx, isInSlice, before);
  const deleted = countOf(await trx.deleteFrom(what).where(isInSlice).where(isDue).executeTakeFirst());
  const more = rows.length === limit;
  const position = more || staysForGood ? { at: last.at, id: last.id } : { at: 0, id: '' };
  await trx.updateTable('prune_marks').set(position).where('name', '=', what).execute();
  return { deleted, more };
}

type Pruner = (db: Db, before: number, limit: number) => Promise<number>;

const PRUNERS: Readonly<Record<Exclude<PrunedRecordKind, keyof typeof KEPT_IN_PART>, Pruner>> = {
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
  audit: (db, before, limit) => deleteOldest(db, 'audit_log', { at: 'at', id: 'id' }, before, limit),
};

/**
 * Deletes the oldest rows of a table. The index of their times finds them: rows found by random keys would each
 * read a page of the primary key, which of a large table is on disk.
 */
async function deleteOldest(
  db: Db,
  table: 'cards_sessions' | 'idempotency_keys' | 'audit_log',
  columns: Readonly<Record<'at' | 'id', string>>,
  before: number,
  limit: number,
): Promise<number> {
  const [at, id] = [sql.ref<number>(columns.at), sql.ref<string>(columns.id)];
  const last = await db
    .selectFrom(table)
    .select([at.as('at'), id.as('id')])
    .where(at, '<', before)
    .orderBy(at)
    .orderBy(id)
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom(table).where(at, '<', before);
  const step = last === undefined ? old : old.where(sql<boolean>`(${at}, ${id}) <= (${last.at}, ${last.id})`);
  return countOf(await step.executeTakeFirst());
}

function countOf({ numDeletedRows }: { numDeletedRows: bigint }): number {
  return Number(numDeletedRows);
}
