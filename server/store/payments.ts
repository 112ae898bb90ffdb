import { sql } from 'kysely';
import { readPage } from './cursor.ts';
import type { Db, Trx } from './schema.ts';
import { prepareStatement } from './statement.ts';
import { findExactMatchFilter, paymentFilterCondition, searchPayments } from './search-payments.ts';
import type { PaymentFilter, PaymentUpdate } from './payment-types.ts';
import { PAYMENTS, type PaymentRecord, type PaymentRow } from './payment-tables.ts';

const byPaymentId = prepareStatement<{ id: string }, PaymentRow>((db, { id }) =>
  db.selectFrom('payments').select(PAYMENTS.names).where('id', '=', id),
);

const bySessionAttempt = prepareStatement<{ session: string; attempt: string }, PaymentRow>(
  (db, { session, attempt }) =>
    db
      .selectFrom('payments')
      .select(PAYMENTS.names)
      .where('session_id', '=', session)
      .where('attempt_id', '=', attempt),
);

export async function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  const { rows } = await byPaymentId(db, { id });
  return rows[0] === undefined ? undefined : PAYMENTS.toRecord(rows[0]);
}

export async function findPaymentByAttempt(
  db: Db,
  session: string,
  attempt: string,
): Promise<PaymentRecord | undefined> {
  const { rows } = await bySessionAttempt(db, { session, attempt });
  return rows[0] === undefined ? undefined : PAYMENTS.toRecord(rows[0]);
}

/** All payments of a session, oldest first. */
export async function listSessionPayments(db: Db, sessionId: string): Promise<PaymentRecord[]> {
  const query = db.selectFrom('payments').selectAll().where('session_id', '=', sessionId);
  return (await query.orderBy('created_at').execute()).map(PAYMENTS.toRecord);
}

/** A payment after an update of the version that was read. */
export function paymentAfter(seen: PaymentRecord, { changes, version, at }: PaymentUpdate): PaymentRecord {
  return Object.assign({ ...seen }, changes, { version: version + 1, updated_at: at });
}

/** The accounts that payments belong to, by name. Each is sought in the index, so growth costs nothing. */
export async function listAccountsWithPayments(db: Db): Promise<string[]> {
  const accounts: string[] = [];
  for (;;) {
    const next = await db
      .selectFrom('payments')
      .select('account')
      .where('account', '>', accounts.at(-1) ?? '')
      .orderBy('account')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return accounts;
    accounts.push(next.account);
  }
}

/**
 * The name under which payments of the gateway's account are stored; undefined where none has a transaction ID yet.
 * The first of the index of transactions; the others are of the same name.
 */
export async function findAccountOfId(db: Db, accountId: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('payments')
    .select('account')
    .where('account_id', '=', accountId)
    .where('transaction_id', 'is not', null)
    .where('shares_transaction', '=', 0)
    .orderBy('transaction_id')
    .limit(1)
    .executeTakeFirst();
  return first?.account;
}

/** Newest first. Pages go by (created_at, id), so that growth costs nothing. */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }> {
  const { search, ...rest } = filter;
  const exactly = search === undefined ? {} : await findExactMatchFilter(db, search, filter);
  if (search !== undefined && exactly === undefined) {
    const { rows, nextCursor } = await searchPayments(db, { ...rest, search });
    return { payments: rows.map(PAYMENTS.toRecord), nextCursor };
  }
  const query = db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb.and([paymentFilterCondition(eb, rest), paymentFilterCondition(eb, exactly ?? {})]));
  const { entries, nextCursor } = await readPage(
    query,
    { cursor: filter.cursor, limit: filter.limit },
    PAYMENTS.toRecord,
  );
  return { payments: entries, nextCursor };
}

/** Counts one query by an unverified notification; false after `max`. Every day `days` are added again, up to `max`. */
export async function takeNotificationQuery(trx: Trx, paymentId: string, max: number, days = 0): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    // Unused daily allowance is lost, so there are never more than `max` at once.
    .set({
      notification_queries: sql`case when notification_queries < ${days} then ${days} else notification_queries end + 1`,
    })
    .where('id', '=', paymentId)
    .where('notification_queries', '<', days + max)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const takeQuery =
  (count: 'refund_queries' | 'return_queries') =>
  async (trx: Trx, paymentId: string, max: number): Promise<boolean> => {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set((eb) => ({ [count]: eb(count, '+', 1) }))
      .where('id', '=', paymentId)
      .where(count, '<', max)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

/** Counts a query about a payment's refunds that a notification causes; false after `max`. */
export const takeRefundQuery = takeQuery('refund_queries');

/** Counts a query that the shopper's browser causes; false after `max`. */
export const takeReturnQuery = takeQuery('return_queries');
