import { readPage } from './cursor.ts';
import type { DisputeFilter, Page } from './back-office-types.ts';
import { DISPUTES, type DisputeWithOrder, type DisputeRecord } from './back-office-tables.ts';
import { accountsCondition } from './account-filter.ts';
import type { Db, Trx } from './schema.ts';

/** Newest first. */
export async function listDisputes(db: Db, filter: DisputeFilter): Promise<Page<DisputeWithOrder>> {
  let query = db.selectFrom('disputes').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const { entries, nextCursor } = await readPage(query, filter, DISPUTES.toRecord);
  return { entries: await withOrders(db, entries), nextCursor };
}

async function withOrders(db: Db, disputes: readonly DisputeRecord[]): Promise<DisputeWithOrder[]> {
  if (disputes.length === 0) return [];
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'order_no', 'amount', 'currency', 'shopper_email'])
    .where(
      'id',
      'in',
      disputes.map(({ payment_id: id }) => id),
    )
    .execute();
  const orders = new Map(rows.map(({ id, ...order }) => [id, order]));
  return disputes.flatMap((dispute) => {
    const order = orders.get(dispute.payment_id);
    return order === undefined ? [] : [{ ...dispute, ...order }];
  });
}

/** Records the deadline of a dispute, in ms; null removes it. Undefined if there is no such dispute. */
export async function setDisputeDeadline(
  trx: Trx,
  id: string,
  dueAt: number | null,
  at: number,
  accounts?: readonly string[],
): Promise<DisputeWithOrder | undefined> {
  const rows = await trx
    .updateTable('disputes')
    .set({ due_at: dueAt, updated_at: at })
    .where('id', '=', id)
    .where(accountsCondition(accounts))
    .returningAll()
    .execute();
  return (await withOrders(trx, rows.map(DISPUTES.toRecord)))[0];
}

/** Stores a dispute or its result. A dispute that has ended does not change. */
export async function storeDispute(trx: Trx, dispute: DisputeRecord): Promise<void> {
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

export async function listDisputesOfPayment(db: Db, paymentId: string): Promise<DisputeRecord[]> {
  return db.selectFrom('disputes').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute();
}
