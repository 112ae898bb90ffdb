import type { CheckoutServerOptions } from '../server/index.ts';

/** A product of the demo shop. */
export interface Product {
  sku: string;
  name: string;
  text: string;
  /** In hundredths of a euro. */
  price: bigint;
  /** Its drawing, and the colour of the glaze. */
  shape: 'mug' | 'bowl' | 'vase' | 'plate' | 'pot' | 'jug';
  glaze: string;
  /** A monthly subscription. */
  monthly?: true;
}

export const PRODUCTS: readonly Product[] = [
  { sku: 'MUG-1', name: 'Morning mug', text: 'Stoneware, 300 ml', price: 2400n, shape: 'mug', glaze: 'sea' },
  { sku: 'BOWL-1', name: 'Ramen bowl', text: 'Deep, speckled', price: 3200n, shape: 'bowl', glaze: 'sand' },
  { sku: 'VASE-1', name: 'Bud vase', text: 'For one stem', price: 2850n, shape: 'vase', glaze: 'clay' },
  { sku: 'PLATE-2', name: 'Supper plate', text: '24 cm, matt', price: 2600n, shape: 'plate', glaze: 'moss' },
  { sku: 'POT-1', name: 'Tea pot', text: '0.8 l, with strainer', price: 6400n, shape: 'pot', glaze: 'ink' },
  { sku: 'JUG-1', name: 'Milk jug', text: 'Pours without a drop', price: 1950n, shape: 'jug', glaze: 'sand' },
  { sku: 'MUG-2', name: 'Espresso cup', text: 'Stoneware, 80 ml', price: 1400n, shape: 'mug', glaze: 'clay' },
  { sku: 'BOWL-2', name: 'Salt bowl', text: 'Fits in a palm', price: 1250n, shape: 'bowl', glaze: 'sea' },
  {
    sku: 'TEA-1',
    name: 'Tea of the month',
    text: 'A new one every month',
    price: 1800n,
    shape: 'pot',
    glaze: 'moss',
    monthly: true,
  },
];

export function findProduct(sku: string): Product | undefined {
  return PRODUCTS.find((product) => product.sku === sku);
}

/** Of the page without a back end, in hundredths of a euro. */
export const SHIPPING = { price: 490n, freeFrom: 6000n };

/** The companion's price list: a page without a back end names SKUs and quantities, and never a price. */
export function priceList(shopUrl: string): NonNullable<CheckoutServerOptions['priceList']> {
  return {
    currency: 'EUR',
    return_url: `${shopUrl}/buy-now`,
    methods: ['card', 'online_banking'],
    order_prefix: 'BUYNOW-',
    tax: 'included',
    products: PRODUCTS.filter(({ monthly }) => monthly !== true).map(({ sku, name, price }) => ({
      sku,
      name,
      unit_price: encodeAmount(price),
      tax_rate: '19',
    })),
    shipping: { amount: encodeAmount(SHIPPING.price), free_from: encodeAmount(SHIPPING.freeFrom) },
  };
}

/** Encodes hundredths as an amount of the companion's API: two decimals. */
export function encodeAmount(hundredths: bigint): string {
  const text = hundredths.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
