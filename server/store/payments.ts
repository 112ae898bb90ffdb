import { selectPage, toPage } from './cursor.ts';
import type { Db } from './schema.ts';
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

/** A payment after an update of the version that was read. */
export function paymentAfter(seen: PaymentRecord, { changes, version, at }: PaymentUpdate): PaymentRecord {
  return Object.assign({ ...seen }, changes, { version: version + 1, updated_at: at });
}

/** See {@link Store.listAccountsWithPayments}. Each is sought in the index, so that the number of payments costs nothing. */
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

/** See {@link Store.findAccountOfId}. The first of the index of transactions; the others are of the same name. */
export async function findAccountNameByAccountId(db: Db, accountId: string): Promise<string | undefined> {
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

/** See {@link Store.listPayments}. Pages go by (created_at, id), so that growth costs nothing. */
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
  const rows = await selectPage(query, { cursor: filter.cursor, limit: filter.limit }).execute();
  const { entries, nextCursor } = toPage(rows, filter.limit, PAYMENTS.toRecord, (row) => [row.created_at, row.id]);
  return { payments: entries, nextCursor };
}
