import type { CheckoutServerOptions } from '../server/index.ts';
import { PRODUCTS } from './products.ts';
import { amountOf } from './baskets.ts';

/** What the companion charges for a basket that a page names: the page itself never says a price. */
export function priceList(shopUrl: string): NonNullable<CheckoutServerOptions['priceList']> {
  return {
    currency: 'EUR',
    return_url: `${shopUrl}/stall`,
    methods: ['card', 'online_banking'],
    order_prefix: 'STALL-',
    tax: 'included',
    products: PRODUCTS.filter(({ monthly }) => monthly !== true).map(({ sku, name, price }) => ({
      sku,
      name,
      unit_price: amountOf(price),
      tax_rate: '19',
    })),
    shipping: { amount: '4.90', free_from: '60.00' },
  };
}
