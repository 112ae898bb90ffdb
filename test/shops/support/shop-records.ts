import { expect } from 'vitest';
import type { Payment, TillgateClient } from '../../../server/client/index.ts';
import type { RunningSandbox } from '../../../server/sandbox/index.ts';
import { parseAmount } from '../../../shared/money.ts';

/** A shop whose books can be compared with those of the companion and the gateway. */
export interface ShopWithRecords {
  sandbox: RunningSandbox['sandbox'];
  tillgate: TillgateClient;
  readOrders(): Promise<ShopOrder[]>;
  /** How many of each product are set aside for orders. */
  readAllocated(): Promise<Record<string, number>>;
}

/** An order as the shop's staff sees it. Amounts in hundredths. */
export interface ShopOrder {
  id: string;
  code: string;
  state: string;
  active: boolean;
  totalWithTax: number;
  lines: { quantity: number; sku: string }[];
  payments: ShopPayment[];
  /** What the plugin wrote for the staff. */
  notes: string[];
}

export interface ShopPayment {
  id: string;
  amount: number;
  state: string;
  transactionId: string;
  refunds: { id: string; total: number; state: string; transactionId: string }[];
}

/** Counts that stand in the report of a run. */
export interface RecordCounts {
  orders: number;
  charges: number;
  returned: number;
  refunds: number;
}

export async function findOrder<Order extends ShopOrder>(
  shop: { readOrders(): Promise<Order[]> },
  code: string,
): Promise<Order> {
  const order = (await shop.readOrders()).find((one) => one.code === code);
  if (order === undefined) throw new Error(`there is no order ${code}`);
  return order;
}

const isPlaced = ({ state }: ShopOrder): boolean => /^(Payment|Shipped|Delivered)/.test(state);
const hundredths = (amount: string): number => Number(parseAmount(amount));
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Waits until the shop, the companion and the gateway agree: each charge has one placed order, or is given back. */
export async function expectRecordsToMatch(shop: ShopWithRecords): Promise<RecordCounts> {
  await expect.poll(() => findDifferences(shop), { timeout: 60_000, interval: 250 }).toEqual([]);
  const orders = await shop.readOrders();
  const payments = await readPayments(shop);
  const known = new Set(orders.flatMap((order) => order.payments.map(({ transactionId }) => transactionId)));
  return {
    orders: orders.filter(isPlaced).length,
    charges: payments.filter(({ status }) => status === 'paid').length,
    returned: payments.filter(({ id, status }) => status === 'paid' && !known.has(id)).length,
    refunds: sum(orders.map(({ payments: own }) => sum(own.map(({ refunds }) => refunds.length)))),
  };
}

async function readPayments(shop: ShopWithRecords): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const payment of shop.tillgate.payments.list({ limit: 100 })) payments.push(payment);
  return payments;
}

/** What does not match, in words. */
async function findDifferences(shop: ShopWithRecords): Promise<string[]> {
  const [orders, payments] = [await shop.readOrders(), await readPayments(shop)];
  const different: string[] = [];
  const ledger = shop.sandbox.state.ledger.all();
  for (const transaction of ledger.filter(({ state }) => state === 'paid')) {
    const booked = payments.filter(({ transaction_id: id }) => id === transaction.transaction_id);
    if (booked.length !== 1) different.push(`charge ${transaction.transaction_id} is ${booked.length} payments`);
  }
  for (const payment of payments) different.push(...differencesOf(shop, payment, orders));
  for (const order of orders.filter(isPlaced)) {
    const taken = order.payments.filter(({ state }) => state === 'Settled' || state === 'Authorized');
    const paid = sum(taken.map(({ amount }) => amount));
    if (paid !== order.totalWithTax) different.push(`${order.code} of ${order.totalWithTax} took ${paid}`);
    const strange = taken.filter(({ transactionId }) => !payments.some(({ id }) => id === transactionId));
    if (strange.length > 0) different.push(`${order.code} has a payment that was never made`);
  }
  for (const order of orders.filter((one) => !isPlaced(one) && one.payments.some(({ state }) => state === 'Settled'))) {
    different.push(`${order.code} is paid and ${order.state}`);
  }
  for (const order of orders.filter(({ state }) => state === 'Unpaid')) {
    different.push(`${order.code} is placed and not paid`);
  }
  const allocated = await shop.readAllocated();
  for (const [sku, quantity] of Object.entries(allocated)) {
    const sold = orders.filter(isPlaced).flatMap(({ lines }) => lines.filter((line) => line.sku === sku));
    const ordered = sum(sold.map((line) => line.quantity));
    if (ordered !== quantity) different.push(`${sku} is ordered ${ordered} times and allocated ${quantity} times`);
  }
  return different;
}

function differencesOf(shop: ShopWithRecords, payment: Payment, orders: ShopOrder[]): string[] {
  const own = orders.flatMap((order) =>
    order.payments.filter(({ transactionId }) => transactionId === payment.id).map((known) => ({ order, known })),
  );
  if (own.length > 1) return [`${payment.id} stands ${own.length} times in orders`];
  const [found] = own;
  if (payment.status === 'held') return found?.known.state === 'Authorized' ? [] : [`${payment.id} is held alone`];
  if (payment.status === 'cancelled') {
    return found === undefined || found.known.state === 'Cancelled' ? [] : [`${payment.id} is cancelled alone`];
  }
  if (payment.status !== 'paid') return found === undefined ? [] : [`${payment.id} is not paid, and in an order`];
  const back = sum(
    shop.sandbox.state.records.refunds
      .filter(({ transaction_id: id, refund_status: status }) => id === payment.transaction_id && status === '1')
      .map(({ refund_amount: amount }) => hundredths(amount)),
  );
  if (found === undefined) {
    return back === hundredths(payment.amount)
      ? []
      : [`${payment.id} of ${payment.amount} has no order, and ${back} is back`];
  }
  if (found.known.state !== 'Settled') return [`${payment.id} is paid, and ${found.known.state} in the shop`];
  const refunds = found.known.refunds.filter(({ state }) => state === 'Settled');
  const pending = found.known.refunds.filter(({ state }) => state === 'Pending');
  if (pending.length > 0) return [`${payment.id} has a pending refund`];
  const stored = sum(refunds.map(({ total }) => total));
  return stored === back ? [] : [`of ${payment.id} ${back} is back, and the shop refunded ${stored}`];
}
