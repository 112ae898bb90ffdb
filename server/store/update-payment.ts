import { accountsCondition } from './account-filter.ts';
import { parseAmount } from '../../shared/money.ts';
import { withAlert, withoutAlert } from './alerts.ts';
import { linkRefundsToPayment } from './refunded-amount.ts';
import { readRefundReservation } from './refunds.ts';
import { GatewayIdTakenError, isUniqueViolation } from './store-errors.ts';
import { jobsOfUpdate, scheduleJob } from './jobs.ts';
import { isDuplicatePayment, lockSessionsOfOrder, paysOnlySession } from './sessions-of-order.ts';
import { entryOfUpdate, insertTimelineRecord } from './timeline.ts';
import { saveCard } from './saved-cards.ts';
import { isPostgres, lockRows, type Trx } from './schema.ts';
import { PREPARED_SESSION_STATE_UPDATES } from './sessions.ts';
import { pick } from './pick.ts';
import { prepareStatementOfShape } from './statement.ts';
import type { PaymentUpdate } from './payment-types.ts';
import { PAYMENTS, type PaymentRecord, type PaymentRow } from './payment-tables.ts';
import { storeDispute } from './disputes.ts';
import { storeSubscription } from './subscriptions.ts';
import { findPayment, paymentAfter } from './payments.ts';
import { insertWebhookEvents } from './webhook-events.ts';

/** See {@link Store.updatePayment}; runs inside a transaction. */
export async function updatePayment(trx: Trx, update: PaymentUpdate): Promise<PaymentRecord | undefined> {
  const before = update.seen ?? (await findPayment(trx, update.id));
  if (before === undefined || before.version !== update.version) return undefined;
  const isClosing = update.session === 'close';
  // A payment whose duplicates may take its place locks them all first, in one order, before the sessions.
  if (isPostgres(trx) && isClosing) {
    const ofOrder = trx.selectFrom('payments').select('id').where('order_no', '=', before.order_no);
    await ofOrder.orderBy('id').forUpdate().execute();
  }
  const changed = await changePayment(trx, update).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new GatewayIdTakenError('transaction_id', error) : error;
  });
  if (!changed) return undefined;
  if (isPostgres(trx) && (isClosing || update.session === 'pay')) await lockSessionsOfOrder(trx, before.order_no);
  const isPaying = update.session === 'pay';
  const isOnly = isPaying && (await paysOnlySession(trx, before));
  const isChanged = isOnly || (await changeSession(trx, before.session_id, update));
  const isDuplicate =
    isPaying && !isOnly && (!isChanged || (await isDuplicatePayment(trx, before, update.oncePerOrder)));
  const own = paymentAfter(before, update);
  const flags = {
    duplicate: true,
    alerts: withAlert(own.alerts, { code: 'order_paid_twice', detail: {}, raised_at: update.at }),
  };
  if (isDuplicate) await trx.updateTable('payments').set(PAYMENTS.toRow(flags)).where('id', '=', update.id).execute();
  await insertTimelineRecord(trx, entryOfUpdate(before, update));
  for (const [kind, runAt] of jobsOfUpdate(update)) await scheduleJob(trx, kind, update.id, runAt);
  if (update.subscription !== undefined) await storeSubscription(trx, update.subscription);
  if (update.dispute !== undefined) await storeDispute(trx, update.dispute);
  if (update.savedCard !== undefined) await saveCard(trx, update.savedCard);
  // A refund can name the transaction before its payment does, but not while the submit runs.
  const isNamed = before.transaction_id === null && own.transaction_id !== null && before.status !== 'submitting';
  const refunded = isNamed ? await linkRefundsToPayment(trx, own, update.at) : undefined;
  const after = refunded ?? (isDuplicate ? { ...own, ...flags } : own);
  await insertWebhookEvents(trx, update.events?.(after) ?? [], update.at);
  if (isClosing && isChanged) await promoteDuplicate(trx, before, update);
  return after;
}

/** As `updatePayment`. `refunded`, and nothing is changed, if refunds have reserved an amount of the payment. */
export async function updatePaymentUnlessRefunded(
  trx: Trx,
  update: PaymentUpdate,
): Promise<PaymentRecord | 'refunded' | undefined> {
  // A new refund locks the payment after it has reserved its amount, so one of the two transactions sees the other's
  // change.
  const query = trx.selectFrom('payments').select(['account', 'transaction_id']).where('id', '=', update.id);
  const locked = await lockRows(trx, query).executeTakeFirst();
  const { account = '', transaction_id = null } = locked ?? {};
  if (transaction_id !== null && (await readRefundReservation(trx, { account, transaction_id })) > 0) return 'refunded';
  return updatePayment(trx, update);
}

/**
 * If a payment is cancelled, a duplicate of its order takes its place: the order stays paid, so it must not be paid
 * again, and the duplicate must not be refunded. A duplicate of the same session also pays the session.
 */
async function promoteDuplicate(trx: Trx, cancelled: PaymentRecord, { at, events }: PaymentUpdate): Promise<void> {
  const { id, session_id: sessionId } = cancelled;
  const paid = await paidBeside(trx, cancelled);
  const own = paid.find((row) => row.session_id === sessionId);
  if (own !== undefined) await PREPARED_SESSION_STATE_UPDATES.pay(trx, { id: own.id, session_id: sessionId });
  const promoted = own ?? paid[0];
  // A cancelled duplicate leaves the order paid.
  if (promoted === undefined || cancelled.duplicate) return;
  const version = promoted.version + 1;
  const alerts = withoutAlert(promoted.alerts, 'order_paid_twice');
  const set = { duplicate: false, alerts, version, updated_at: at };
  await trx.updateTable('payments').set(PAYMENTS.toRow(set)).where('id', '=', promoted.id).execute();
  const detail = { instead_of: id };
  await insertTimelineRecord(trx, {
    payment_id: promoted.id,
    version,
    at,
    kind: 'promoted',
    from_status: promoted.status,
    to_status: promoted.status,
    detail,
  });
  await insertWebhookEvents(trx, events?.({ ...promoted, ...set }) ?? [], at);
}

/** Payments that paid the same order once more and are not refunded, oldest first. */
async function paidBeside(
  trx: Trx,
  { id, session_id: sessionId, account, order_no: orderNo, currency, amount }: PaymentRecord,
): Promise<PaymentRecord[]> {
  const rows = await trx
    .selectFrom('payments')
    .innerJoin('sessions', 'sessions.id', 'payments.session_id')
    .selectAll('payments')
    .where(accountsCondition([account], 'payments.account'))
    .where('payments.order_no', '=', orderNo)
    .where('payments.currency', '=', currency)
    .where('payments.amount', '=', amount)
    .where('payments.status', '=', 'paid')
    .where('payments.duplicate', '=', 1)
    .where('payments.id', '!=', id)
    .where((eb) =>
      eb.or([eb('payments.session_id', '=', sessionId), eb('paid_payment_id', '=', eb.ref('payments.id'))]),
    )
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .execute();
  return rows.map(PAYMENTS.toRecord).filter((row) => row.refunded < (row.captured ?? Number(parseAmount(row.amount))));
}

/** Sets the columns of an update; false if the payment has another version now. */
async function changePayment(trx: Trx, update: PaymentUpdate): Promise<boolean> {
  const { id, version: seen_version, changes, at: updated_at } = update;
  const set = Object.assign(PAYMENTS.toRow(changes), { version: seen_version + 1, updated_at });
  const columns = Object.keys(set) as (keyof PaymentRow)[];
  const { numAffectedRows } = await changeOf(columns)(trx, Object.assign(set, { id, seen_version }));
  return numAffectedRows === 1n;
}

type Change = Partial<PaymentRow> & { id: string; seen_version: number };

const changeOf = prepareStatementOfShape<readonly (keyof PaymentRow)[], Change>(
  (columns) => (db, values) =>
    db
      .updateTable('payments')
      .set(pick(values, ...columns))
      .where('id', '=', values.id)
      .where('version', '=', values.seen_version),
);

/** The effect of an update on the session; false if the session was not in a matching state. */
async function changeSession(trx: Trx, sessionId: string, { session, id }: PaymentUpdate): Promise<boolean> {
  if (session === 'keep') return true;
  const { numAffectedRows } = await PREPARED_SESSION_STATE_UPDATES[session](trx, { id, session_id: sessionId });
  return numAffectedRows === 1n;
}
