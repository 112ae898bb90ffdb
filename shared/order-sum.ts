import { amountDifference, parseAmount, type AmountParts, type Hundredths } from './money.ts';

/** An order as far as its sum goes. */
export interface SummedOrder extends AmountParts {
  items: readonly { unit_price: string; quantity: number }[];
}

/**
 * How far the items (unit price times quantity) are from `item_total`; where that is absent, how far they are with
 * shipping, tax and the other parts from `amount`. As with the parts, a difference is a warning and no refusal.
 */
export function itemsDifference(order: SummedOrder): Hundredths {
  const sum = order.items.reduce((total, item) => total + parseAmount(item.unit_price) * BigInt(item.quantity), 0n);
  if (order.item_total !== undefined) return parseAmount(order.item_total) - sum;
  return amountDifference({ ...order, item_total: '0.00' }) - sum;
}
