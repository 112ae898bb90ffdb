import { toCompanionAmount } from '../../../plugins/medusa/amounts.ts';
import { parseAmount } from '../../../shared/money.ts';
import type { ShopOrder, ShopPayment } from './shop-records.ts';

/** The fields of an order that the tests read. */
export const MEDUSA_ORDER_FIELDS = [
  'id,status,original_total,currency_code,cart.id,items.variant_sku,items.quantity,transactions.amount',
  '*payment_collections.payments,payment_collections.payments.refunds.*',
].join();

interface MedusaPayment {
  id: string;
  amount: number;
  captured_at: string | null;
  canceled_at: string | null;
  data: { tillgate_payment: string };
  refunds: { id: string; amount: number }[];
}

/** An order of Medusa's admin. */
export interface MedusaOrder {
  id: string;
  status: string;
  original_total: number;
  currency_code: string;
  cart: { id: string };
  items: { variant_sku: string; quantity: number }[];
  transactions: { amount: number }[];
  payment_collections: { payments: MedusaPayment[] }[];
}

/** The code is the cart's ID. */
export function toShopOrder(order: MedusaOrder): ShopOrder {
  const hundredths = (amount: number): number => Number(parseAmount(toCompanionAmount(amount, order.currency_code)));
  const payments = order.payment_collections.flatMap((collection) =>
    collection.payments.map((payment): ShopPayment => ({
      id: payment.id,
      amount: hundredths(payment.amount),
      state: payment.canceled_at ? 'Cancelled' : payment.captured_at ? 'Settled' : 'Authorized',
      transactionId: payment.data.tillgate_payment,
      refunds: payment.refunds.map(({ id, amount }) => ({
        id,
        total: hundredths(amount),
        state: 'Settled',
        transactionId: '',
      })),
    })),
  );
  const settled = payments.filter(({ state }) => state === 'Settled');
  const kept = settled.map(({ amount, refunds }) => amount - refunds.reduce((sum, { total }) => sum + total, 0));
  const booked = order.transactions.reduce((sum, { amount }) => sum + amount, 0);
  const isBooked = Math.abs(kept.reduce((sum, amount) => sum + amount, 0) - Math.round(booked * 100)) === 0;
  return {
    id: order.id,
    code: order.cart.id,
    state: stateOf(order, payments, isBooked),
    active: false,
    totalWithTax: hundredths(order.original_total),
    lines: order.items.map(({ variant_sku: sku, quantity }) => ({ sku, quantity })),
    payments,
    notes: [],
  };
}

/** In the words of {@link ShopOrder}. `Unbooked`: the order does not count what was captured or refunded. */
function stateOf({ status }: MedusaOrder, payments: ShopPayment[], isBooked: boolean): string {
  if (status === 'canceled') return 'Cancelled';
  if (payments.every(({ state }) => state === 'Cancelled')) return 'Unpaid';
  if (!isBooked) return 'Unbooked';
  return payments.some(({ state }) => state === 'Settled') ? 'PaymentSettled' : 'PaymentAuthorized';
}
