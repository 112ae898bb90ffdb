import type { AuditFilter, Page } from './back-office-types.ts';
import { AUDIT_LOG, type AuditEntryRecord, type AuditEntryWithOrder } from './back-office-tables.ts';
import { readPage } from './cursor.ts';
import { accountsCondition } from './account-filter.ts';
import type { Db, Trx } from './schema.ts';

export async function recordAudit(trx: Trx, entry: AuditEntryRecord): Promise<void> {
  await trx.insertInto('audit_log').values(entry).execute();
}

export async function finishAuditEntry(trx: Trx, id: string, status: number, target: string | null): Promise<void> {
  await trx.updateTable('audit_log').set({ status, target }).where('id', '=', id).execute();
}

export async function listAudit(db: Db, filter: AuditFilter): Promise<Page<AuditEntryWithOrder>> {
  let query = db.selectFrom('audit_log').selectAll();
  if (filter.keyId !== undefined) query = query.where('key_id', '=', filter.keyId);
  if (filter.via !== undefined) query = query.where('via', '=', filter.via);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.target !== undefined) query = query.where('target', '=', filter.target);
  const page = await readPage(query, filter, AUDIT_LOG.toRecord, ['at', 'id']);
  const orders = await findOrderNos(db, page.entries, filter.ordersOf);
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, order_no: orders.get(entry.target) ?? null })) };
}

/** The order number of each target that is a payment, a session or a dispute. */
async function findOrderNos(
  db: Db,
  entries: readonly AuditEntryRecord[],
  accounts: readonly string[] | undefined,
): Promise<Map<string | null, string>> {
  const ids = entries.flatMap(({ target }) => target ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'order_no'])
    .where('id', 'in', ids)
    .where(accountsCondition(accounts))
    .unionAll(
      db.selectFrom('sessions').select(['id', 'order_no']).where('id', 'in', ids).where(accountsCondition(accounts)),
    )
    .unionAll(
      db
        .selectFrom('disputes')
        .innerJoin('payments', 'payments.id', 'disputes.payment_id')
        .select(['disputes.id', 'payments.order_no'])
        .where('disputes.id', 'in', ids)
        .where(accountsCondition(accounts, 'payments.account')),
    )
    .execute();
  return new Map(rows.map(({ id, order_no: orderNo }) => [id, orderNo]));
}
