import { sql, type RawBuilder } from 'kysely';
import type { VelocityResult, VelocityLimit } from './risk-types.ts';
import type { Db, Tables, Trx } from './schema.ts';

type Counted = Pick<Tables['velocity'], 'count' | 'refused'>;

/** The rows deleted at a time, so deletion blocks no other work. */
const PRUNE_LIMIT = 2_000;

/**
 * Counts a submit towards all its limits, also one that never becomes a payment; an expired window starts again. Rows
 * are locked in the order of their keys, so two transactions never wait for each other.
 */
export async function countSubmitTowardsLimits(
  trx: Trx,
  limits: readonly VelocityLimit[],
  at: number,
): Promise<VelocityResult> {
  if (limits.length === 0) return { over: undefined, crowded: [] };
  const values = limits.map(({ key, within }) => ({ key, count: 1, refused: 0, until: at + within }));
  const rows = await trx
    .insertInto('velocity')
    .values(values.sort((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) => conflict.column('key').doUpdateSet(sqlVelocityCountersAfterSubmit(sql`${at}`)))
    .returning(['key', 'count', 'refused'])
    .execute();
  return toVelocityResult(limits, rows);
}

/** The counters of a row after more submits, in either database; an expired window starts again. */
export function sqlVelocityCountersAfterSubmit(
  now: RawBuilder<unknown>,
): Record<'count' | 'refused' | 'until', RawBuilder<number>> {
  return {
    count: sql`case when velocity.until <= ${now} then excluded.count else velocity.count + excluded.count end`,
    refused: sql`case when velocity.until <= ${now} then 0 else velocity.refused end`,
    until: sql`case when velocity.until <= ${now} then excluded.until else velocity.until end`,
  };
}

/** The result of counting, from the updated rows. */
export function toVelocityResult(
  limits: readonly VelocityLimit[],
  rows: readonly (Counted & { key: string })[],
): VelocityResult {
  const counted = new Map(rows.map((row) => [row.key, row]));
  const isOver = (limit: VelocityLimit): boolean => exceeds(limit, counted.get(limit.key), 1);
  const isCrowded = ({ key, max }: VelocityLimit): boolean => (counted.get(key)?.count ?? 0) > max / 2;
  return { over: limits.find(isOver)?.kind, crowded: limits.filter(isCrowded).map(({ key }) => key) };
}

/** The first limit that one more submit would exceed; counts nothing. */
export async function findOverLimit(
  db: Db,
  limits: readonly VelocityLimit[],
  at: number,
): Promise<VelocityLimit['kind'] | undefined> {
  if (limits.length === 0) return undefined;
  const rows = await db
    .selectFrom('velocity')
    .select(['key', 'count', 'refused'])
    .where(
      'key',
      'in',
      limits.map(({ key }) => key),
    )
    .where('until', '>', at)
    .execute();
  const counted = new Map(rows.map((row) => [row.key, row]));
  return limits.find((limit) => exceeds(limit, counted.get(limit.key), 0))?.kind;
}

/** Whether the limit was exceeded before this submit. `own`: the part of the count that is this submit itself. */
function exceeds({ max, refusals }: VelocityLimit, row: Counted | undefined, own: 0 | 1): boolean {
  if (row === undefined) return false;
  const before = row.count - own;
  if (before >= max) return true;
  return refusals !== undefined && row.refused >= refusals.min && row.refused >= refusals.share * before;
}

/** The rule of `exceeds` in SQL, for a counted row of PostgreSQL joined with its limit. The count includes the submit. */
export const EXCEEDS_LIMIT_SQL = sql<boolean>`
  count - 1 >= max or (refused >= least_refused and refused >= share * (count - 1))`;

/**
 * Records the outcome of a counted submit: `paid` subtracts it again, `refused` counts a declined card. One row at a
 * time, so no transaction waits for two rows.
 */
export async function recordVelocityOutcome(
  trx: Trx,
  keys: readonly string[],
  outcome: 'paid' | 'refused',
  at: number,
): Promise<void> {
  for (const key of [...keys].sort()) {
    const change = trx.updateTable('velocity').where('key', '=', key).where('until', '>', at);
    await (
      outcome === 'paid'
        ? change.set((eb) => ({ count: eb('count', '-', 1) })).where('count', '>', 0)
        : change.set((eb) => ({ refused: eb('refused', '+', 1) }))
    ).execute();
  }
}

/**
 * Deletes a batch of counters that are over, or that end after `furthest` because of a clock that was ahead. Deletes
 * checks and networks of cards recorded before `screenedBefore` as well.
 */
export async function pruneRiskRecords(trx: Trx, at: number, furthest: number, screenedBefore: number): Promise<void> {
  for (const [sign, moment] of [
    ['<=', at],
    ['>', furthest],
  ] as const) {
    const over = trx.selectFrom('velocity').select('key').where('until', sign, moment).limit(PRUNE_LIMIT);
    await trx.deleteFrom('velocity').where('key', 'in', over).execute();
  }
  const old = trx.selectFrom('screenings').select('attempt').where('at', '<', screenedBefore).limit(PRUNE_LIMIT);
  await trx.deleteFrom('screenings').where('attempt', 'in', old).execute();
  const named = trx
    .selectFrom('payments')
    .select('id')
    .where('network', 'is not', null)
    .where('created_at', '<', screenedBefore)
    .limit(PRUNE_LIMIT);
  await trx.updateTable('payments').set({ network: null }).where('id', 'in', named).execute();
}
