import type { Transaction } from 'kysely';
import { merge } from '../../shared/merge.ts';
import { parseAmount } from '../../shared/money.ts';
import { withAlert, withoutAlert } from './alerts.ts';
import { adoptRefunds } from './refunded.ts';
import { isUniqueViolation } from './guarded.ts';
import { planJob } from './jobs.ts';
import { isPaidTwice, lockSessionsOfOrder, type PricedOrder } from './one-order.ts';
import { insertEvent } from './payment-events.ts';
import { saveCard } from './saved-cards.ts';
import type { Database, Db, Tables } from './schema.ts';
import { placeholdersOf, statement, type Statement } from './statement.ts';
import type { PaymentUpdate } from './store.ts';
import { PAYMENTS, type PaymentRecord, type PaymentRow } from './tables.ts';
import { TakenError } from './taken-error.ts';
import { storeDispute } from './disputes.ts';
import { storeSubscription } from './subscriptions.ts';
import { findPayment } from './payments.ts';
import { insertWebhookEvents } from './webhook-events.ts';

type Trx = Transaction<Tables>;

/** See {@link Store.updatePayment}; runs inside a transaction. */
export async function updatePayment(
  trx: Trx,
  database: Database['kind'],
  update: PaymentUpdate,
): Promise<PaymentRecord | undefined> {
  const before = update.seen ?? (await findPayment(trx, update.id));
  if (before === undefined || before.version !== update.version) return undefined;
  const isClosing = update.session === 'close';
  if (database === 'postgres' && isClosing) await lockPayments(trx, before.order_no);
  const changed = await changePayment(trx, update).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new TakenError('transaction_id', error) : error;
  });
  if (changed === undefined) return undefined;
  if (database === 'postgres' && (isClosing || update.session === 'pay'))
    await lockSessionsOfOrder(trx, before.order_no);
  const isChanged = await changeSession(trx, before.session_id, update);
  const isDuplicate =
    update.session === 'pay' && (!isChanged || (await isPaidTwice(trx, orderOf(before), update.oncePerOrder)));
  const own = PAYMENTS.toRecord(changed);
  const flags = {
    duplicate: true,
    alerts: withAlert(own.alerts, { code: 'order_paid_twice', detail: {}, raised_at: update.at }),
  };
  if (isDuplicate) await trx.updateTable('payments').set(PAYMENTS.toRow(flags)).where('id', '=', update.id).execute();
  const { version } = changed;
  const { kind, detail } = update.event;
  await insertEvent(trx, {
    payment_id: update.id,
    version,
    at: update.at,
    kind,
    from_status: before.status,
    to_status: changed.status,
    detail,
  });
  if (update.reconcileAt !== undefined) await planJob(trx, 'reconcile', update.id, update.reconcileAt);
  if (update.tellRiskAt !== undefined) await planJob(trx, 'risk', update.id, update.tellRiskAt);
  if (update.subscription !== undefined) await storeSubscription(trx, update.subscription);
  if (update.dispute !== undefined) await storeDispute(trx, update.dispute);
  if (update.savedCard !== undefined) await saveCard(trx, database, update.savedCard);
  // A refund can name the transaction before its payment does, but not while the submit runs.
  const isNamed = before.transaction_id === null && changed.transaction_id !== null && before.status !== 'submitting';
  const refunded = isNamed ? await adoptRefunds(trx, database, changed, update.at) : undefined;
  const after = refunded ?? (isDuplicate ? { ...own, ...flags } : own);
  await insertWebhookEvents(trx, update.events?.(after) ?? [], update.at);
  if (isClosing && isChanged) await promoteDuplicate(trx, before, update);
  return after;
}

/** A payment whose duplicates may take its place locks them all first, in one order, before the sessions. */
async function lockPayments(trx: Trx, orderNo: string): Promise<void> {
  await trx.selectFrom('payments').select('id').where('order_no', '=', orderNo).orderBy('id').forUpdate().execute();
}

/**
 * If a payment is cancelled, a duplicate of its order takes its place: the order stays paid, so it must not be paid
 * again, and the duplicate must not be refunded. A duplicate of the same session also pays the session.
 */
async function promoteDuplicate(trx: Trx, cancelled: PaymentRecord, { at, events }: PaymentUpdate): Promise<void> {
  const { id, session_id: sessionId } = cancelled;
  const paid = await paidBeside(trx, cancelled);
  const own = paid.find((row) => row.session_id === sessionId);
  if (own !== undefined) await SESSION_CHANGES.pay(trx, { id: own.id, session_id: sessionId });
  const promoted = own ?? paid[0];
  // A cancelled duplicate leaves the order paid.
  if (promoted === undefined || cancelled.duplicate) return;
  const version = promoted.version + 1;
  const alerts = withoutAlert(promoted.alerts, 'order_paid_twice');
  const set = { duplicate: false, alerts, version, updated_at: at };
  await trx.updateTable('payments').set(PAYMENTS.toRow(set)).where('id', '=', promoted.id).execute();
  const detail = { instead_of: id };
  await insertEvent(trx, {
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
  { id, session_id: sessionId, order_no: orderNo, currency, amount }: PaymentRecord,
): Promise<PaymentRecord[]> {
  const rows = await trx
    .selectFrom('payments')
    .innerJoin('sessions', 'sessions.id', 'payments.session_id')
    .selectAll('payments')
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

export function orderOf({ order_no: orderNo, session_id: sessionId, currency, amount }: PaymentRecord): PricedOrder {
  return { order_no: orderNo, session_id: sessionId, currency, amount };
}

/** Sets the columns of an update if the payment still has its version. */
async function changePayment(trx: Trx, update: PaymentUpdate): Promise<PaymentRow | undefined> {
  const set = merge(PAYMENTS.toRow(update.changes), { version: update.version + 1, updated_at: update.at });
  const { rows } = await changeOf(set)(trx, merge(set, { id: update.id, seen_version: update.version }));
  return rows[0];
}

type Change = Partial<PaymentRow> & { id: string; seen_version: number };

const changes = new Map<string, Statement<Change, PaymentRow>>();

/** One statement for each set of columns; there are only as many as kinds of update. */
function changeOf(set: Partial<PaymentRow>): Statement<Change, PaymentRow> {
  const columns = Object.keys(set) as (keyof PaymentRow)[];
  const key = columns.join();
  let change = changes.get(key);
  if (change === undefined) {
    change = statement<Change, PaymentRow>((db, values) =>
      db
        .updateTable('payments')
        .set(placeholdersOf(columns, values))
        .where('id', '=', values.id)
        .where('version', '=', values.seen_version)
        .returning(PAYMENTS.names),
    );
    changes.set(key, change);
  }
  return change;
}

interface SessionChange {
  id: string;
  session_id: string;
}

/** The effect of an update on the session; false if the session was not in a matching state. */
async function changeSession(trx: Trx, sessionId: string, { session, id }: PaymentUpdate): Promise<boolean> {
  if (session === 'keep') return true;
  const { numAffectedRows } = await SESSION_CHANGES[session](trx, { id, session_id: sessionId });
  return numAffectedRows === 1n;
}

const free = (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
  db
    .updateTable('sessions')
    .set({ active_payment_id: null, status: 'open' })
    .where('sessions.id', '=', session_id)
    .where('active_payment_id', '=', id)
    .where('sessions.status', '!=', 'paid');

/** The new state of the payment's session. */
export const SESSION_QUERIES = {
  pay: (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
    db
      .updateTable('sessions')
      .set({ status: 'paid', paid_payment_id: id, last_payment_id: id, active_payment_id: null })
      .where('sessions.id', '=', session_id)
      .where((eb) => eb.or([eb('sessions.status', '!=', 'paid'), eb('paid_payment_id', '=', id)])),
  close: (db: Pick<Db, 'updateTable'>, { id, session_id }: SessionChange) =>
    db
      .updateTable('sessions')
      .set({ active_payment_id: null, status: 'expired' })
      .where('sessions.id', '=', session_id)
      .where((eb) => eb.or([eb('active_payment_id', '=', id), eb('paid_payment_id', '=', id)])),
  release: free,
  restore: (db: Pick<Db, 'updateTable'>, change: SessionChange) =>
    free(db, change).set((eb) => ({ attempts: eb('attempts', '-', 1) })),
};

const SESSION_CHANGES = {
  pay: statement<SessionChange>(SESSION_QUERIES.pay),
  close: statement<SessionChange>(SESSION_QUERIES.close),
  release: statement<SessionChange>(SESSION_QUERIES.release),
  restore: statement<SessionChange>(SESSION_QUERIES.restore),
};
