import type { ScreeningClaim } from './risk-types.ts';
import type { Trx } from './schema.ts';

/** Claims an attempt for the shop's own check. Of concurrent callers exactly one gets `started`. */
export async function claimScreening(
  trx: Trx,
  attempt: string,
  fingerprint: string,
  at: number,
): Promise<ScreeningClaim> {
  const inserted = await trx
    .insertInto('screenings')
    .values({ attempt, fingerprint, allowed: null, at })
    .onConflict((conflict) => conflict.column('attempt').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return { kind: 'started' };
  const row = await trx.selectFrom('screenings').selectAll().where('attempt', '=', attempt).executeTakeFirst();
  if (row === undefined) return { kind: 'underway', since: at };
  if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
  return row.allowed === null ? { kind: 'underway', since: row.at } : { kind: 'decided', allowed: row.allowed === 1 };
}

export async function finishScreening(trx: Trx, attempt: string, allowed: boolean): Promise<void> {
  await trx
    .updateTable('screenings')
    .set({ allowed: allowed ? 1 : 0 })
    .where('attempt', '=', attempt)
    .execute();
}
