import type { Order } from '@vendure/core';
import type { CreateSession } from '../../server/client/index.ts';

type SessionOrder = Pick<
  CreateSession,
  'items' | 'item_total' | 'shipping' | 'handling' | 'discount' | 'shopper' | 'billing' | 'delivery'
>;

/**
 * The order as the companion shows it. Its parts add up to the amount that is due: what is paid already counts as a
 * discount, and what Vendure adds beyond lines and shipping as handling.
 * @param due Vendure's integer
 */
export function toSessionOrder(order: Order, due: number, toAmount: (value: number) => string): SessionOrder {
  const lines = order.lines.filter(({ quantity }) => quantity > 0);
  const surcharges = order.surcharges.filter(({ priceWithTax }) => priceWithTax > 0);
  const itemTotal =
    lines.reduce((sum, line) => sum + line.linePriceWithTax, 0) +
    surcharges.reduce((sum, { priceWithTax }) => sum + priceWithTax, 0);
  const beyond = due - itemTotal - order.shippingWithTax;
  return {
    items: [
      ...lines.map(({ productVariant: { name, sku }, unitPriceWithTax, quantity }) => ({
        name,
        sku,
        unit_price: toAmount(unitPriceWithTax),
        quantity,
      })),
      ...surcharges.map(({ description, sku, priceWithTax }) => ({
        name: description,
        sku: sku || 'surcharge',
        unit_price: toAmount(priceWithTax),
        quantity: 1,
      })),
    ],
    item_total: toAmount(itemTotal),
    shipping: toAmount(order.shippingWithTax),
    handling: toAmount(Math.max(0, beyond)),
    discount: toAmount(Math.max(0, -beyond)),
    ...(order.customer === undefined
      ? {}
      : {
          shopper: withoutEmpty({
            email: order.customer.emailAddress,
            first_name: order.customer.firstName,
            last_name: order.customer.lastName,
          }),
        }),
    billing: toAddress(order.billingAddress),
    delivery: toAddress(order.shippingAddress),
  };
}

function toAddress(address: Order['shippingAddress']): NonNullable<CreateSession['billing']> {
  return withoutEmpty({
    country: address.countryCode,
    state: address.province,
    city: address.city,
    address: [address.streetLine1, address.streetLine2].filter(Boolean).join(', '),
    postal_code: address.postalCode,
  });
}

function withoutEmpty<T extends Record<string, string | undefined>>(values: T): { [Key in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [Key in keyof T]?: string };
}
