import * as z from 'zod/mini';
import { ITEMS_MAX_LENGTH, decodeItems } from '../items.ts';
import { WHOLE_UNITS_RULE, hasStrayDecimals, isAmount } from '../money.ts';
import { filled, wholeUnits } from './identifiers.ts';

/** The `items` string as the wire carries it. */
export const WireItems = filled(ITEMS_MAX_LENGTH).check(
  z.refine(isWireItems, 'entries of four parts: name #,# SKU #,# unit price #,# quantity, joined by #;#'),
);

function isWireItems(value: string): boolean {
  try {
    const items = decodeItems(value);
    return items.length > 0 && items.every((item) => isAmount(item.unit_price));
  } catch {
    // The decoder's own message is for programmers; the field's rule is what the caller needs.
    return false;
  }
}

/** The sums of an order, each a field of its own. */
export const ORDER_SUMS = [
  'amount',
  'item_total',
  'shipping',
  'handling',
  'tax_total',
  'insurance',
  'shipping_discount',
  'discount',
] as const;

const wholeSums = wholeUnits('currency', [...ORDER_SUMS, 'subscription.contract_amount']);

const wholeItems = z.refine<{ items: string; currency: string }>(
  ({ items, currency }) =>
    !isWireItems(items) || !decodeItems(items).some((item) => hasStrayDecimals(item.unit_price, currency)),
  { error: WHOLE_UNITS_RULE, path: ['items'] },
);

/** Refuses decimals in any sum of a payment whose currency has none. */
export const wholePayment = [wholeSums, wholeItems] as const;
