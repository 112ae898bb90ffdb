import { expect, test } from 'vitest';
import { orderTotalsDifference, parseAmount } from '../../shared/money.ts';
import { DEFAULT_PROFILE } from '../gateway/profile/index.ts';
import { priceBasket } from './price-basket.ts';
import { parsePriceList, type PriceList } from './price-list.ts';

type Product = PriceList['products'][number];

const listOf = (tax: PriceList['tax'], product: Partial<Product>, changes: Partial<PriceList> = {}): PriceList =>
  parsePriceList(
    {
      currency: 'EUR',
      return_url: 'https://shop.example/',
      products: [{ sku: 'A', name: 'A', unit_price: '1.00', ...product }],
      tax,
      ...changes,
    },
    DEFAULT_PROFILE,
  );

const one = (quantity = 1) => ({ items: [{ sku: 'A', quantity }] });

test.each([
  // price, rate, quantity, tax on top, tax inside
  ['10.00', '19', 1, '1.90', '1.60'],
  ['0.50', '19', 1, '0.10', '0.08'],
  ['0.25', '10', 1, '0.03', '0.02'],
  ['0.05', '10', 1, '0.01', '0.00'],
  ['0.04', '10', 1, '0.00', '0.00'],
  ['100.00', '8.875', 1, '8.88', '8.15'],
  ['1.00', '0.0001', 999, '0.00', '0.00'],
  ['9.99', '100', 3, '29.97', '14.99'],
  ['1.21', '21', 1, '0.25', '0.21'],
  ['12.34', '0', 2, '0.00', '0.00'],
])('%s at %s %% times %i: %s on top, %s inside', (unit_price, tax_rate, quantity, added, included) => {
  const basket = one(quantity);
  const onTop = priceBasket(listOf('added', { unit_price, tax_rate }), basket);
  const inside = priceBasket(listOf('included', { unit_price, tax_rate }), basket);
  expect([onTop.tax_total, inside.tax_total]).toEqual([added, included]);
  const worth = parseAmount(unit_price) * BigInt(quantity);
  expect(parseAmount(onTop.amount)).toBe(worth + parseAmount(added));
  expect(parseAmount(inside.amount)).toBe(worth);
  for (const order of [onTop, inside]) expect(orderTotalsDifference(order)).toBe(0n);
});

test.each([
  ['49.99', '4.90'],
  ['50.00', '0.00'],
])('goods of %s are shipped for %s', (unit_price, shipping) => {
  const list = listOf('included', { unit_price }, { shipping: { amount: '4.90', free_from: '50.00' } });
  expect(priceBasket(list, one()).shipping).toBe(shipping);
});

test('sums stay exact where floating point would not', () => {
  const order = priceBasket(listOf('added', { unit_price: '9999999.99', tax_rate: '7.7777' }), one(999));
  expect(order).toMatchObject({ item_total: '9989999990.01', tax_total: '776992229.22', amount: '10766992219.23' });
});

test('a field that the list lacks is not in the order', () => {
  expect(Object.keys(priceBasket(listOf('added', {}), one())).sort()).toEqual(
    ['amount', 'currency', 'item_total', 'items', 'return_url', 'shipping', 'tax_total'].sort(),
  );
});

test.each([
  // price, rate, quantity, tax on top, tax inside
  ['1000.00', '10', 1, '100.00', '91.00'],
  ['105.00', '10', 1, '11.00', '10.00'],
  ['103.00', '8', 3, '25.00', '23.00'],
])(
  'taxes of a currency without decimals are whole units: %s at %s%% x %i',
  (price, rate, quantity, added, included) => {
    for (const [tax, sum] of [
      ['added', added],
      ['included', included],
    ] as const) {
      const order = priceBasket(listOf(tax, { unit_price: price, tax_rate: rate }, { currency: 'JPY' }), one(quantity));
      expect(order.tax_total).toBe(sum);
      for (const amount of [order.amount, order.item_total, order.shipping]) expect(amount).toMatch(/\.00$/);
      expect(orderTotalsDifference(order)).toBe(0n);
    }
  },
);

test.each([
  ['a price', { unit_price: '1000.50' }, {}, 'products.0.unit_price'],
  ['shipping', { unit_price: '1000.00' }, { shipping: { amount: '0.50' } }, 'shipping.amount'],
  [
    'a plan',
    { unit_price: '1000.00' },
    { installments: [{ id: '3', count: 3, amount: '333.34' }] },
    'installments.0.amount',
  ],
])('a list whose currency has no decimals is refused with %s that has some', (_where, product, changes, path) => {
  expect(() => listOf('added', product, { ...changes, currency: 'JPY' })).toThrow(`wrong at ${path}: whole units`);
  expect(() => listOf('added', product, changes)).not.toThrow();
});
