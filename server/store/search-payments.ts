import { accountsCondition } from './account-filter.ts';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { Db, Tables } from './schema.ts';
import type { AccountFilter } from './back-office-types.ts';
import type { PaymentFilter } from './payment-types.ts';
import { PAYMENTS, type PaymentRow } from './payment-tables.ts';

/** The most index entries that a page reads. */
const SLICE = 15_000;

/** The position of a payment in the index of the newest. */
type Place = Pick<PaymentRow, 'created_at' | 'id'>;
type Where = ExpressionBuilder<Tables, 'payments'>;

/**
 * Finds payments by a text, newest first: part of an order number or email in any case, or the exact last four digits
 * or amount. Reads one slice of an index from its end, so a page costs the same however many payments there are. It may have
 * fewer payments than the limit, or none, although older ones match: only a `nextCursor` of null ends a search.
 * @throws CheckoutError `invalid_request`
 */
export async function searchPayments(
  db: Db,
  { search, ...filter }: Omit<PaymentFilter, 'search'> & { search: string },
  size = SLICE,
): Promise<{ rows: PaymentRow[]; nextCursor: string | null }> {
  const before = filter.cursor === undefined ? undefined : toPlace(filter.cursor);
  const last = await endOfSlice(db, { filter, before }, size);
  const hits = await hitsIn(db, { filter, before, last }, search);
  const rows = await readPayments(db, hits.slice(0, filter.limit));
  const end = hits.length > filter.limit ? hits[filter.limit - 1] : last;
  return { rows, nextCursor: end === undefined ? null : encodeCursor(end.created_at, end.id) };
}

function toPlace(cursor: string): Place {
  const { at, id } = decodeCursor(cursor);
  return { created_at: at, id };
}

const isBefore = ({ created_at: at, id }: Place) => sql<SqlBool>`(created_at, id) < (${at}, ${id})`;
const isFrom = ({ created_at: at, id }: Place) => sql<SqlBool>`(created_at, id) >= (${at}, ${id})`;

type PaymentFilterOf = Omit<PaymentFilter, 'search'>;

interface Slice {
  filter: PaymentFilterOf;
  /** The place after which the slice begins; without it, with the newest of the filter. */
  before: Place | undefined;
  /** Its last entry; without it, the oldest of the filter. */
  last?: Place | undefined;
}

/** The entries of a slice, newest first. Each side has one bound, as SQLite would choose the wider of two. */
function entriesOf(db: Db, { filter: { from, to }, before, last }: Slice) {
  let query = db.selectFrom('payments').select(['created_at', 'id']);
  if (before !== undefined && before.created_at < (to ?? Infinity)) query = query.where(isBefore(before));
  else if (to !== undefined) query = query.where('created_at', '<', to);
  if (last !== undefined) query = query.where(isFrom(last));
  else if (from !== undefined) query = query.where('created_at', '>=', from);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** The last entry of the next slice; undefined if fewer are left. */
function endOfSlice(db: Db, slice: Slice, size: number): Promise<Place | undefined> {
  return entriesOf(db, slice)
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
}

/** The first matches of a slice, one more than a page has. Without other filters, only the index is read. */
function hitsIn(db: Db, slice: Slice, search: string): Promise<Place[]> {
  const filter = { ...slice.filter, from: undefined, to: undefined };
  return entriesOf(db, slice)
    .where((eb) => eb.and([matches(eb, search), paymentFilterCondition(eb, filter)]))
    .limit(slice.filter.limit + 1)
    .execute();
}

function matches(eb: Where, search: string): Expression<SqlBool> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const amount = amountOf(search);
  return eb.or([
    sql<SqlBool>`lower(order_no) like ${pattern} escape '\\'`,
    sql<SqlBool>`lower(shopper_email) like ${pattern} escape '\\'`,
    ...(/^\d{4}$/.test(search) ? [eb('card_last4', '=', search)] : []),
    ...(amount === undefined ? [] : [eb('amount', '=', amount)]),
  ]);
}

/** `24`, `24.5` and `24,50` as an amount on the wire; undefined for another text. */
function amountOf(search: string): string | undefined {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(search) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`;
}

/** Whether a payment passes every part of a filter but the text that a search looks for. */
export function paymentFilterCondition(eb: Where, filter: Partial<PaymentFilterOf>): Expression<SqlBool> {
  const { status, orderNo, email, transactionId, recurringId, from, to, disputeStatus, isRefunded } = filter;
  return eb.and([
    ...ofAccounts(filter),
    ...(status === undefined ? [] : [eb('status', '=', status)]),
    ...(orderNo === undefined ? [] : [eb('order_no', '=', orderNo)]),
    ...(email === undefined ? [] : [eb('shopper_email', '=', email)]),
    ...(transactionId === undefined ? [] : [eb('transaction_id', '=', transactionId)]),
    ...(recurringId === undefined ? [] : [eb('recurring_id', '=', recurringId)]),
    ...(filter.attention === true ? [eb('alerts', 'is not', null)] : []),
    ...(disputeStatus === undefined ? [] : [eb('dispute_status', '=', disputeStatus)]),
    ...(isRefunded === true ? [sql<SqlBool>`refunded > 0`] : []),
    ...(from === undefined ? [] : [eb('created_at', '>=', from)]),
    ...(to === undefined ? [] : [eb('created_at', '<', to)]),
  ]);
}

/** The conditions that a payment belongs to the accounts of a filter. */
function ofAccounts({ account, accounts }: AccountFilter): Expression<SqlBool>[] {
  return [
    ...(account === undefined ? [] : [accountsCondition([account])]),
    ...(accounts === undefined ? [] : [accountsCondition(accounts)]),
  ];
}

async function readPayments(db: Db, hits: readonly Place[]): Promise<PaymentRow[]> {
  if (hits.length === 0) return [];
  const ids = hits.map(({ id }) => id);
  const found = await db.selectFrom('payments').select(PAYMENTS.names).where('id', 'in', ids).execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The filter of payments that have exactly this order number, email or transaction ID; undefined without one. */
export async function findExactMatchFilter(
  db: Db,
  search: string,
  accounts: AccountFilter,
): Promise<Pick<PaymentFilter, 'orderNo' | 'email' | 'transactionId'> | undefined> {
  const columns = [
    ['order_no', { orderNo: search }],
    ['transaction_id', { transactionId: search }],
    ['shopper_email', { email: search }],
  ] as const;
  for (const [column, filter] of columns) {
    const found = db.selectFrom('payments').select('id').where(column, '=', search);
    const row = await found
      .where((eb) => eb.and(ofAccounts(accounts)))
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return filter;
  }
  return undefined;
}
