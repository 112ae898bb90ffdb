import { orderTotalsDifference, parseAmount, type OrderTotals, type AmountInHundredths } from './money.ts';

/** The fields of an order's sum. */
export interface OrderTotalsWithItems extends OrderTotals {
  items: readonly { unit_price: string; quantity: number }[];
}

/**
 * The difference of the items (unit price times quantity) and `item_total`. Without item_total it is the difference of
 * the items, shipping, tax and the other parts from `amount`. A difference is a warning and not an error.
 */
export function itemsSumDifference(order: OrderTotalsWithItems): AmountInHundredths {
  const sum = order.items.reduce((total, item) => total + parseAmount(item.unit_price) * BigInt(item.quantity), 0n);
  if (order.item_total !== undefined) return parseAmount(order.item_total) - sum;
  return orderTotalsDifference({ ...order, item_total: '0.00' }) - sum;
}
