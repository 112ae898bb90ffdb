/** What the demo shop sells. Prices are in hundredths of a euro. */
export interface Product {
  sku: string;
  name: string;
  text: string;
  price: bigint;
  /** Which drawing stands for it, and in which glaze. */
  shape: 'mug' | 'bowl' | 'vase' | 'plate' | 'pot' | 'jug';
  glaze: string;
  /** Comes again every month, and is paid again. */
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
