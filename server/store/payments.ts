import { onePage, toPage } from './cursor.ts';
import type { Db } from './schema.ts';
import { statement } from './statement.ts';
import { findExactly, searchPayments } from './search-payments.ts';
import type { PaymentFilter } from './store.ts';
import { PAYMENTS, type PaymentRecord, type PaymentRow } from './tables.ts';

const byPaymentId = statement<{ id: string }, PaymentRow>((db, { id }) =>
  db.selectFrom('payments').select(PAYMENTS.names).where('id', '=', id),
);

const bySessionAttempt = statement<{ session: string; attempt: string }, PaymentRow>((db, { session, attempt }) =>
  db.selectFrom('payments').select(PAYMENTS.names).where('session_id', '=', session).where('attempt_id', '=', attempt),
);

export async function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  const { rows } = await byPaymentId(db, { id });
  return rows[0] === undefined ? undefined : PAYMENTS.toRecord(rows[0]);
}

export async function findByAttempt(db: Db, session: string, attempt: string): Promise<PaymentRecord | undefined> {
  const { rows } = await bySessionAttempt(db, { session, attempt });
  return rows[0] === undefined ? undefined : PAYMENTS.toRecord(rows[0]);
}

/** See {@link Store.listPayments}. Pages go by (created_at, id), so that growth costs nothing. */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }> {
  const { search, ...rest } = filter;
  if (search !== undefined) {
    const exactly = await findExactly(db, search);
    if (exactly !== undefined) return listPayments(db, { ...rest, ...exactly });
    const { rows, nextCursor } = await searchPayments(db, { ...rest, search });
    return { payments: rows.map(PAYMENTS.toRecord), nextCursor };
  }
  let query = db.selectFrom('payments').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.orderNo !== undefined) query = query.where('order_no', '=', filter.orderNo);
  if (filter.email !== undefined) query = query.where('shopper_email', '=', filter.email);
  if (filter.transactionId !== undefined) query = query.where('transaction_id', '=', filter.transactionId);
  if (filter.recurringId !== undefined) query = query.where('recurring_id', '=', filter.recurringId);
  if (filter.attention === true) query = query.where('alerts', 'is not', null);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<', filter.to);
  const rows = await onePage(query, filter).execute();
  const { entries, nextCursor } = toPage(rows, filter.limit, PAYMENTS.toRecord, (row) => [row.created_at, row.id]);
  return { payments: entries, nextCursor };
}
