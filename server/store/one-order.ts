import type { Db } from './schema.ts';
import { statement } from './statement.ts';
import type { PaymentStatus } from './tables.ts';

/** An order, and that session of it which is not to be counted. */
export interface OrderOfSession {
  order_no: string;
  session_id: string;
}

/** States of a payment in which money may move without the shopper. */
const MONEY_MAY_MOVE: PaymentStatus[] = ['submitting', 'unknown', 'pending', 'held'];

/**
 * Other sessions of an order that are paid or may be about to be: none of the order may be paid beside them. A challenge
 * or a code that the shopper left in another session keeps nobody from paying another way.
 */
export const takenSiblings = (db: Pick<Db, 'selectFrom'>, { order_no, session_id }: OrderOfSession) =>
  db
    .selectFrom('sessions as other')
    .leftJoin('payments as active', 'active.id', 'other.active_payment_id')
    .select(['other.id', 'other.status'])
    .where('other.order_no', '=', order_no)
    .where('other.id', '!=', session_id)
    .where((eb) => eb.or([eb('other.status', '=', 'paid'), eb('active.status', 'in', MONEY_MAY_MOVE)]));

/** Whether an order is paid by another of its sessions. */
export async function isPaidElsewhere(db: Db, { order_no, session_id }: OrderOfSession): Promise<boolean> {
  const paid = await paidSiblings(db, { order_no, session_id }).executeTakeFirst();
  return paid !== undefined;
}

/** Other sessions of an order that are paid. */
const paidSiblings = (db: Pick<Db, 'selectFrom'>, order: OrderOfSession) =>
  siblings(db, order).where('other.status', '=', 'paid');

/** All other sessions of an order. */
export const siblings = (db: Pick<Db, 'selectFrom'>, { order_no, session_id }: OrderOfSession) =>
  db
    .selectFrom('sessions as other')
    .select('other.id')
    .where('other.order_no', '=', order_no)
    .where('other.id', '!=', session_id);

/** An order with what is asked for it. */
export interface PricedOrder extends OrderOfSession {
  currency: string;
  amount: string;
}

/** Other sessions in which the same was paid for an order: a part of it costs something else. */
const paidTwins = (db: Pick<Db, 'selectFrom'>, order: PricedOrder) =>
  paidSiblings(db, order).where('other.currency', '=', order.currency).where('other.amount', '=', order.amount);

const twin = statement<PricedOrder>(paidTwins);

/** Whether an order was paid in another session: the same of it, or, where it is to be paid once, whatever it was. */
export async function isPaidTwice(db: Db, order: PricedOrder, oncePerOrder = false): Promise<boolean> {
  if (oncePerOrder) return isPaidElsewhere(db, order);
  const { rows } = await twin(db, order);
  return rows.length > 0;
}

/** Of those who change sessions of one order at the same time, one comes after the other; SQLite has one writer anyway. */
export async function takeTurns(db: Db, orderNo: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where('order_no', '=', orderNo);
  await sessions.orderBy('created_at').orderBy('id').forUpdate().execute();
}
