import type { Trx } from './schema.ts';
import { recordAudit } from './audit.ts';
import type { IdempotencyClaim, IdempotencyClaimResult, IdempotencyRequest } from './payment-types.ts';

/** Claims a key; a claim without a response lapses after `lapseMs`. The claim is written to the audit log. */
export async function beginIdempotentRequest(trx: Trx, call: IdempotencyRequest): Promise<IdempotencyClaimResult> {
  const result = await claim(trx, call);
  if (result.kind === 'started' && call.audit !== undefined) await recordAudit(trx, call.audit);
  return result;
}

async function claim(
  trx: Trx,
  { key, fingerprint, now, lapseMs }: IdempotencyRequest,
): Promise<IdempotencyClaimResult> {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({ key, fingerprint, status: null, body: null, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return { kind: 'started', claim: { key, at: now } };
  const row = await trx.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  if (row === undefined) return { kind: 'in_flight' };
  if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
  if (row.status !== null) return { kind: 'replay', status: row.status, body: row.body ?? '' };
  const renewed = await trx
    .updateTable('idempotency_keys')
    .set({ created_at: now })
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('created_at', '=', row.created_at)
    .where('created_at', '<=', now - lapseMs)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? { kind: 'started', claim: { key, at: now } } : { kind: 'in_flight' };
}

/** Stores the response; does nothing if the claim lapsed and another caller claimed the key. */
export async function finishIdempotentRequest(
  trx: Trx,
  claim: IdempotencyClaim,
  status: number,
  body: string,
): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.at)
    .where('status', 'is', null)
    .execute();
}

/** Drops a claim whose work did nothing. */
export async function releaseIdempotencyClaim(trx: Trx, claim: IdempotencyClaim): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.at)
    .where('status', 'is', null)
    .execute();
}
