import type { CreateSession } from '../server/client/index.ts';
import type { CheckoutServerOptions } from '../server/index.ts';
import type { DeliveryAddress, DeliveryCountry } from './delivery-address.ts';
import type { Language } from './i18n/language.ts';

/** Where the shop sells: how shoppers pay there, and where the demo's orders go. */
export interface Market {
  /** Spoken on the pages and in the form. */
  language: Language;
  methods: NonNullable<CreateSession['methods']>;
  /** The marks of what shoppers pay with, by their drawings' IDs; a glyph without a name needs a text beside it. */
  marks: Readonly<Record<string, string | undefined>>;
  /** The tax that the prices include. */
  tax: 'vat' | 'taxes';
  /** Where the orders go until the visitor gives another address. */
  deliverTo: DeliveryAddress;
  /** Whether its addresses have a state. */
  hasStates: boolean;
  /** Where orders can go. */
  countries: readonly DeliveryCountry[];
}

const CARD_MARKS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const;

export const MARKETS = {
  EUR: {
    language: 'en',
    methods: ['card', 'online_banking'],
    marks: { ...CARD_MARKS, bank: undefined },
    tax: 'vat',
    deliverTo: {
      first_name: 'Ana',
      last_name: 'Souza',
      address: '12 Harbour Street',
      city: 'Galway',
      state: '',
      postal_code: 'H91 E2K3',
      country: 'IE',
    },
    hasStates: false,
    countries: ['IE', 'DE', 'ES', 'FR', 'NL', 'PT'],
  },
  BRL: {
    language: 'pt-BR',
    methods: ['card', 'pix', 'boleto'],
    marks: { ...CARD_MARKS, pix: 'Pix', boleto: 'Boleto' },
    tax: 'taxes',
    deliverTo: {
      first_name: 'Ana',
      last_name: 'Souza',
      address: 'Rua das Flores, 12',
      city: 'São Paulo',
      state: 'SP',
      postal_code: '01001-000',
      country: 'BR',
    },
    hasStates: true,
    countries: ['BR', 'AR', 'UY'],
  },
} as const satisfies Record<string, Market>;

export type MarketCurrency = keyof typeof MARKETS;

export function isMarketCurrency(text: string): text is MarketCurrency {
  return Object.hasOwn(MARKETS, text);
}

/** A product of the demo shop. */
export interface Product {
  sku: string;
  name: Readonly<Record<Language, string>>;
  text: Readonly<Record<Language, string>>;
  /** In hundredths. */
  prices: Readonly<Record<MarketCurrency, bigint>>;
  /** Its drawing, and the colour of the glaze. */
  shape: 'mug' | 'bowl' | 'vase' | 'plate' | 'pot' | 'jug';
  glaze: string;
  /** Drawn smaller than others of its shape. */
  isSmall?: true;
  /** A monthly subscription. */
  monthly?: true;
}

export const PRODUCTS: readonly Product[] = [
  {
    sku: 'MUG-1',
    name: { en: 'Morning mug', 'pt-BR': 'Caneca da manhã' },
    text: { en: 'Stoneware, 300 ml', 'pt-BR': 'Grés, 300 ml' },
    prices: { EUR: 2400n, BRL: 14900n },
    shape: 'mug',
    glaze: 'sea',
  },
  {
    sku: 'BOWL-1',
    name: { en: 'Ramen bowl', 'pt-BR': 'Tigela de lámen' },
    text: { en: 'Deep, speckled', 'pt-BR': 'Funda, salpicada' },
    prices: { EUR: 3200n, BRL: 19900n },
    shape: 'bowl',
    glaze: 'sand',
  },
  {
    sku: 'VASE-1',
    name: { en: 'Bud vase', 'pt-BR': 'Vaso solitário' },
    text: { en: 'For one stem', 'pt-BR': 'Para uma só flor' },
    prices: { EUR: 2850n, BRL: 17500n },
    shape: 'vase',
    glaze: 'clay',
  },
  {
    sku: 'PLATE-2',
    name: { en: 'Supper plate', 'pt-BR': 'Prato raso' },
    text: { en: '24 cm, matt', 'pt-BR': '24 cm, fosco' },
    prices: { EUR: 2600n, BRL: 15900n },
    shape: 'plate',
    glaze: 'moss',
  },
  {
    sku: 'POT-1',
    name: { en: 'Tea pot', 'pt-BR': 'Bule de chá' },
    text: { en: '0.8 l, with strainer', 'pt-BR': '0,8 l, com coador' },
    prices: { EUR: 6400n, BRL: 38900n },
    shape: 'pot',
    glaze: 'ink',
  },
  {
    sku: 'JUG-1',
    name: { en: 'Milk jug', 'pt-BR': 'Leiteira' },
    text: { en: 'Drip-free, 250 ml', 'pt-BR': 'Não pinga, 250 ml' },
    prices: { EUR: 1950n, BRL: 11900n },
    shape: 'jug',
    glaze: 'sand',
  },
  {
    sku: 'MUG-2',
    name: { en: 'Espresso cup', 'pt-BR': 'Xícara de café' },
    text: { en: 'Stoneware, 80 ml', 'pt-BR': 'Grés, 80 ml' },
    prices: { EUR: 1400n, BRL: 8500n },
    shape: 'mug',
    glaze: 'clay',
    isSmall: true,
  },
  {
    sku: 'BOWL-2',
    name: { en: 'Salt bowl', 'pt-BR': 'Saleiro' },
    text: { en: 'Fits in a palm', 'pt-BR': 'Cabe na palma da mão' },
    prices: { EUR: 1250n, BRL: 7500n },
    shape: 'bowl',
    glaze: 'sea',
    isSmall: true,
  },
  {
    sku: 'TEA-1',
    name: { en: 'Tea of the month', 'pt-BR': 'Chá do mês' },
    text: { en: 'A new one every month. Cancel any time.', 'pt-BR': 'Um novo a cada mês. Cancele quando quiser.' },
    prices: { EUR: 1800n, BRL: 10900n },
    shape: 'pot',
    glaze: 'moss',
    monthly: true,
  },
];

export function findProduct(sku: string): Product | undefined {
  return PRODUCTS.find((product) => product.sku === sku);
}

/** Of the page without a back end, which sells in euros; in hundredths. */
export const BUY_NOW_SHIPPING_RATE = { price: 490n, freeFrom: 6000n };

/** The companion's price list: a page without a back end names SKUs and quantities, and never a price. */
export function createPriceList(shopUrl: string): NonNullable<CheckoutServerOptions['priceList']> {
  return {
    currency: 'EUR',
    return_url: `${shopUrl}/buy-now`,
    methods: ['card', 'online_banking'],
    order_prefix: 'BUYNOW-',
    tax: 'included',
    products: PRODUCTS.filter(({ monthly }) => monthly !== true).map(({ sku, name, prices }) => ({
      sku,
      name: name.en,
      unit_price: encodeAmount(prices.EUR),
      tax_rate: '19',
    })),
    shipping: {
      amount: encodeAmount(BUY_NOW_SHIPPING_RATE.price),
      free_from: encodeAmount(BUY_NOW_SHIPPING_RATE.freeFrom),
    },
  };
}

/** Encodes hundredths as an amount of the companion's API: two decimals. */
export function encodeAmount(hundredths: bigint): string {
  const text = hundredths.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
