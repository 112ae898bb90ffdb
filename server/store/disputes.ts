import { onePage, toPage } from './cursor.ts';
import type { Page } from './merchant-store.ts';
import { DISPUTES, type DisputeRecord } from './merchant-tables.ts';
import type { Transaction } from 'kysely';
import type { Db, Tables } from './schema.ts';

/** The disputes of all payments, newest first. */
export async function listAllDisputes(
  db: Db,
  filter: { status?: DisputeRecord['status'] | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<DisputeRecord>> {
  let query = db.selectFrom('disputes').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await onePage(query, filter).execute();
  return toPage(rows, filter.limit, DISPUTES.toRecord, (row) => [row.created_at, row.id]);
}

/** Keeps a dispute, or what became of it. A dispute that has ended stays as it is. */
export async function storeDispute(trx: Transaction<Tables>, dispute: DisputeRecord): Promise<void> {
  await trx
    .insertInto('disputes')
    .values(DISPUTES.toRow(dispute))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status: dispute.status, updated_at: dispute.updated_at })
        .where('disputes.status', '=', 'received'),
    )
    .execute();
}

export async function listDisputes(db: Db, paymentId: string): Promise<DisputeRecord[]> {
  return db.selectFrom('disputes').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute();
}
