import { refuseUnsupportedDecimals } from './formats.ts';

/** The sums of an order, each in its own field. */
export const ORDER_TOTAL_FIELDS = [
  'amount',
  'item_total',
  'shipping',
  'handling',
  'tax_total',
  'insurance',
  'shipping_discount',
  'discount',
] as const;

/** Refuses decimals in the sums of a payment whose currency has none. */
export const refuseUnsupportedPaymentDecimals = refuseUnsupportedDecimals('currency', [
  ...ORDER_TOTAL_FIELDS,
  'subscription.contract_amount',
]);
