import type { ExpressionBuilder } from 'kysely';
import { isSameAmount, parseAmount } from '../../shared/money.ts';
import { readPage } from './cursor.ts';
import { recalculateRefundedAmount } from './refunded-amount.ts';
import { scheduleJob } from './jobs.ts';
import type {
  BeginRefundResult,
  NewRefund,
  Page,
  RefundFilter,
  RefundRefusalReason,
  RefundUpdate,
} from './back-office-types.ts';
import {
  REFUNDS,
  REFUND_STATES_WITHOUT_RESERVATION,
  type RefundRecord,
  type PaymentOfRefund,
  type RefundWithPayment,
} from './back-office-tables.ts';
import { lockRows, type Db, type Tables, type Trx } from './schema.ts';
import { insertWebhookEvents } from './webhook-events.ts';

/** A transaction ID is that of one account. */
type TransactionOfAccount = Pick<RefundRecord, 'account' | 'transaction_id'>;

const isOfTransaction = (
  eb: ExpressionBuilder<Tables, 'refund_totals'>,
  { account, transaction_id }: TransactionOfAccount,
) => eb.and({ account, transaction_id });

/**
 * Stores the intent of refunds in one transaction, each as `submitting`, and reserves their amounts. Under
 * concurrency the refunds of a transaction never exceed the paid amount, and a payment that is being cancelled is
 * not refunded. Returns one result per refund, in order.
 */
export async function beginRefunds(
  trx: Trx,
  refunds: readonly NewRefund[],
  at: number,
  checkAt: number,
): Promise<(BeginRefundResult | RefundRefusalReason)[]> {
  const begun = new Map<NewRefund, BeginRefundResult | RefundRefusalReason>();
  // Transactions are locked in one order, so two concurrent batches cannot deadlock.
  const inOrder = [...refunds].sort((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
  for (const refund of inOrder) begun.set(refund, await beginRefund(trx, refund, at, checkAt));
  return refunds.map((refund) => begun.get(refund) ?? 'exceeds');
}

async function beginRefund(
  trx: Trx,
  refund: NewRefund,
  at: number,
  checkAt: number,
): Promise<BeginRefundResult | RefundRefusalReason> {
  const hundredths = Number(parseAmount(refund.refund_amount));
  const twin = await findRefund(trx, refund.id);
  if (twin !== undefined) return isSame(twin, refund) ? { kind: 'exists', refund: twin } : 'key_reused';
  const obstacle = await bind(trx, refund, hundredths);
  if (obstacle !== undefined) return obstacle;
  const change = await findChange(trx, refund.payment_id);
  if (change !== undefined) {
    await rebind(trx, refund, -hundredths);
    return change;
  }
  const { captured: _captured, ...asked } = refund;
  const times = { created_at: at, updated_at: at };
  const record = REFUNDS.create({ ...asked, hundredths, status: 'submitting', version: 1, ...times });
  const inserted = await trx
    .insertInto('refunds')
    .values(REFUNDS.toRow(record))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    await rebind(trx, refund, -hundredths);
    const begun = await findRefund(trx, refund.id);
    if (begun === undefined) return 'reference_taken';
    return isSame(begun, refund) ? { kind: 'exists', refund: begun } : 'key_reused';
  }
  await scheduleJob(trx, 'refund', refund.id, checkAt);
  return { kind: 'started', refund: record };
}

/** Whether a refund is the requested one: its key outlives the response that reported it. */
function isSame(begun: RefundRecord, asked: NewRefund): boolean {
  return (
    isSameAmount(begun.refund_amount, asked.refund_amount) &&
    begun.account === asked.account &&
    begun.transaction_id === asked.transaction_id &&
    begun.reference === asked.reference
  );
}

/** Reserves an amount of a transaction. One statement decides, so no two callers reserve the same amount. */
async function bind(trx: Trx, refund: NewRefund, hundredths: number): Promise<RefundRefusalReason | undefined> {
  const { account, transaction_id, currency } = refund;
  const paid = Number(parseAmount(refund.captured ?? refund.amount));
  await trx
    .insertInto('refund_totals')
    .values({ account, transaction_id, currency, paid, reserved: 0 })
    .onConflict((conflict) => conflict.columns(['account', 'transaction_id']).doNothing())
    .execute();
  // While nothing is reserved, the paid amount may be corrected.
  await trx
    .updateTable('refund_totals')
    .set({ paid, currency })
    .where((eb) => isOfTransaction(eb, refund))
    .where('reserved', '=', 0)
    .execute();
  const bound = await trx
    .updateTable('refund_totals')
    .set((eb) => ({ reserved: eb('reserved', '+', hundredths) }))
    .where((eb) => isOfTransaction(eb, refund))
    .where('paid', '=', paid)
    .where('currency', '=', currency)
    .where((eb) => eb(eb('reserved', '+', hundredths), '<=', eb.ref('paid')))
    .executeTakeFirst();
  if (bound.numUpdatedRows === 1n) return undefined;
  const total = await trx
    .selectFrom('refund_totals')
    .selectAll()
    .where((eb) => isOfTransaction(eb, refund))
    .executeTakeFirst();
  return total?.paid === paid && total.currency === currency ? 'exceeds' : 'amount_differs';
}

/**
 * The change of a payment that forbids a refund, if any. Its row stays locked until the refund is stored. Like a
 * refund's update, it locks the reserved amount first and the payment second, so no deadlock occurs.
 */
async function findChange(trx: Trx, paymentId: string | null): Promise<RefundRefusalReason | undefined> {
  if (paymentId === null) return undefined;
  const query = trx.selectFrom('payments').select(['status', 'pending_operation']).where('id', '=', paymentId);
  const payment = await lockRows(trx, query).executeTakeFirst();
  if (payment?.status !== 'paid') return 'not_paid';
  return payment.pending_operation === 'cancel' ? 'being_cancelled' : undefined;
}

/** Changes the reserved amount without a check of the limit: a release, or a person's correction. */
async function rebind(trx: Trx, refund: TransactionOfAccount, hundredths: number): Promise<void> {
  await trx
    .updateTable('refund_totals')
    .set((eb) => ({ reserved: eb('reserved', '+', hundredths) }))
    .where((eb) => isOfTransaction(eb, refund))
    .execute();
}

/** Undefined if the version has changed. */
export async function updateRefund(trx: Trx, update: RefundUpdate): Promise<RefundRecord | undefined> {
  const before = await findRefund(trx, update.id);
  if (before?.version !== update.version) return undefined;
  const after = { ...before, ...update.changes, version: before.version + 1, updated_at: update.at };
  const changed = await trx
    .updateTable('refunds')
    .set(REFUNDS.toRow(after))
    .where('id', '=', update.id)
    .where('version', '=', update.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return undefined;
  const [wasBound, isBound] = [
    !REFUND_STATES_WITHOUT_RESERVATION.includes(before.status),
    !REFUND_STATES_WITHOUT_RESERVATION.includes(after.status),
  ];
  if (wasBound !== isBound) await rebind(trx, after, isBound ? after.hundredths : -after.hundredths);
  const payment =
    after.payment_id === null ? undefined : await recalculateRefundedAmount(trx, after.payment_id, update);
  await scheduleJob(trx, 'refund', update.id, update.checkAt);
  await insertWebhookEvents(trx, update.events?.(after, payment) ?? [], update.at);
  return after;
}

export async function readRefundReservation(db: Db, transaction: TransactionOfAccount): Promise<number> {
  const row = await db
    .selectFrom('refund_totals')
    .select('reserved')
    .where((eb) => isOfTransaction(eb, transaction))
    .executeTakeFirst();
  return row?.reserved ?? 0;
}

export async function findRefund(db: Db, id: string): Promise<RefundRecord | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : REFUNDS.toRecord(row);
}

export async function listRefunds(db: Db, filter: RefundFilter): Promise<Page<RefundWithPayment>> {
  let query = db.selectFrom('refunds').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.paymentId !== undefined) query = query.where('payment_id', '=', filter.paymentId);
  if (filter.orderNo !== undefined) query = query.where('order_no', '=', filter.orderNo);
  const page = await readPage(query, filter, REFUNDS.toRecord);
  const ids = page.entries.flatMap(({ payment_id: id }) => id ?? []);
  const payments =
    ids.length === 0
      ? []
      : await db
          .selectFrom('payments')
          .select(['id', 'shopper_email', 'method', 'card_bin', 'card_last4', 'card_brand'])
          .where('id', 'in', ids)
          .execute();
  const byId = new Map<string | null, PaymentOfRefund>(payments.map(({ id, ...payment }) => [id, payment]));
  return {
    ...page,
    entries: page.entries.map((refund) => ({ ...refund, payment: byId.get(refund.payment_id) ?? null })),
  };
}
