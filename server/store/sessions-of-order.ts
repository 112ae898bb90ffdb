import type { Db, Trx } from './schema.ts';
import { SESSION_STATE_UPDATES } from './sessions.ts';
import { prepareStatement } from './statement.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import { SESSIONS, type PaymentRecord, type SessionRecord } from './payment-tables.ts';

/** An order, and the session of it that is excluded. */
export interface OtherSessionsOfOrderFilter {
  /** Another account may have an order of the same number. */
  account: string;
  order_no: string;
  session_id: string;
}

/** States of a payment in which money may move without the shopper. */
const MONEY_MAY_MOVE: PaymentStatus[] = ['submitting', 'unknown', 'pending', 'held'];

/**
 * Other sessions of an order that are paid or may become paid; they block a payment of the order. An unfinished
 * challenge or code in another session does not block.
 */
export const selectSessionsThatBlockOrder = (db: Pick<Db, 'selectFrom'>, order: OtherSessionsOfOrderFilter) =>
  selectOtherSessionsOfOrder(db, order)
    .leftJoin('payments as active', 'active.id', 'other.active_payment_id')
    .where((eb) => eb.or([eb('other.status', '=', 'paid'), eb('active.status', 'in', MONEY_MAY_MOVE)]));

/** Whether an order is paid by another of its sessions. */
export async function isPaidInOtherSession(db: Db, order: OtherSessionsOfOrderFilter): Promise<boolean> {
  return (await paidSiblings(db, order).executeTakeFirst()) !== undefined;
}

/** Creates a session. `oncePerOrder`: creates none and returns false if another session of the order is paid. */
export async function createSession(trx: Trx, session: SessionRecord, oncePerOrder = false): Promise<boolean> {
  const { account, order_no, id } = session;
  if (oncePerOrder && (await isPaidInOtherSession(trx, { account, order_no, session_id: id }))) return false;
  await trx.insertInto('sessions').values(SESSIONS.toRow(session)).execute();
  return true;
}

/** Other sessions of an order that are paid. */
const paidSiblings = (db: Pick<Db, 'selectFrom'>, order: OtherSessionsOfOrderFilter) =>
  selectOtherSessionsOfOrder(db, order).where('other.status', '=', 'paid');

/** All other sessions of an order. */
const selectOtherSessionsOfOrder = (
  db: Pick<Db, 'selectFrom'>,
  { account, order_no, session_id }: OtherSessionsOfOrderFilter,
) =>
  db
    .selectFrom('sessions as other')
    .select('other.id')
    .where('other.account', '=', account)
    .where('other.order_no', '=', order_no)
    .where('other.id', '!=', session_id);

/** Pays the session of a payment if its order has no other session, so that no other can be paid or becoming paid. */
export const payOnlySession = (
  db: Pick<Db, 'selectFrom' | 'updateTable'>,
  payment: OtherSessionsOfOrderFilter & { id: string },
) => SESSION_STATE_UPDATES.pay(db, payment).where((eb) => eb.not(eb.exists(selectOtherSessionsOfOrder(db, payment))));

const payOnly = prepareStatement<OtherSessionsOfOrderFilter & { id: string }>(payOnlySession);

/** As {@link payOnlySession}; whether it was paid so. */
export async function paysOnlySession(db: Db, payment: PaymentRecord): Promise<boolean> {
  return (await payOnly(db, payment)).numAffectedRows === 1n;
}

/** Other sessions in which the same amount of an order was paid. A partial payment of an order has another amount. */
const paidTwins = (db: Pick<Db, 'selectFrom'>, payment: PaymentRecord) =>
  paidSiblings(db, payment).where('other.currency', '=', payment.currency).where('other.amount', '=', payment.amount);

const twin = prepareStatement<PaymentRecord>(paidTwins);

/** Whether a payment's order was paid in another session: with the same amount, or with any if orders are paid once. */
export async function isDuplicatePayment(db: Db, payment: PaymentRecord, oncePerOrder = false): Promise<boolean> {
  if (oncePerOrder) return isPaidInOtherSession(db, payment);
  const { rows } = await twin(db, payment);
  return rows.length > 0;
}

/** Serialises changes to sessions of one order; SQLite has one writer. */
export async function lockSessionsOfOrder(db: Db, orderNo: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where('order_no', '=', orderNo);
  await sessions.orderBy('created_at').orderBy('id').forUpdate().execute();
}
