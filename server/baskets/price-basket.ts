import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import type { CreateBasketSession, CreateSession } from '../../shared/contract/index.ts';
import { encodeAmount, parseAmount, smallestAmountInHundredths, type AmountInHundredths } from '../../shared/money.ts';
import { omitUndefined } from '../../shared/without-undefined.ts';
import type { PriceList } from './price-list.ts';

type Product = PriceList['products'][number];

interface Line {
  product: Product;
  quantity: number;
}

/** The order of a session, without its order number. */
export type PricedBasketOrder = Omit<CreateSession, 'order_no'>;

const DEFAULT_MAX = 999;

/**
 * Prices a basket. Sums are whole hundredths, or whole units for a currency without decimals. The tax of each line is
 * rounded separately, half up. `item_total`, `tax_total` and `shipping` add up to `amount`, so with `included` prices
 * item_total excludes the tax.
 * @throws CheckoutError `invalid_request` with `items.N.sku` or `items.N.quantity`
 */
export function priceBasket(list: PriceList, basket: CreateBasketSession): PricedBasketOrder {
  const lines = findLines(list, basket);
  const goods = sum(lines.map((line) => worthOf(line)));
  const tax = sum(lines.map((line) => taxOf(line, list)));
  const items = list.tax === 'included' ? goods - tax : goods;
  const shipping = shippingOf(list, goods);
  const locale = basket.locale ?? list.locale;
  const { currency, return_url, website, methods, fields, installments, expires_in } = list;
  return {
    currency,
    return_url,
    ...omitUndefined({ website, methods, fields, installments, expires_in, locale }),
    items: lines.map(({ product: { name, sku, unit_price }, quantity }) => ({ name, sku, unit_price, quantity })),
    item_total: encodeAmount(items),
    tax_total: encodeAmount(tax),
    shipping: encodeAmount(shipping),
    amount: encodeAmount(items + tax + shipping),
  };
}

/** The products of a basket with their quantities; each product once. */
function findLines(list: PriceList, basket: CreateBasketSession): Line[] {
  const products = new Map(list.products.map((product) => [product.sku, product]));
  const lines = new Map<string, Line>();
  const faults: FieldError[] = [];
  basket.items.forEach(({ sku, quantity }, index) => {
    const product = products.get(sku);
    if (product === undefined) {
      faults.push({ path: `items.${String(index)}.sku`, code: 'not_allowed', rule: 'a product of the price list' });
      return;
    }
    const line = { product, quantity: (lines.get(sku)?.quantity ?? 0) + quantity };
    const max = product.max_quantity ?? DEFAULT_MAX;
    if (line.quantity > max) {
      faults.push({ path: `items.${String(index)}.quantity`, code: 'too_many', rule: `at most ${String(max)}` });
    }
    lines.set(sku, line);
  });
  if (faults.length > 0) throw new CheckoutError('invalid_request', undefined, { fields: faults });
  return [...lines.values()];
}

function worthOf({ product, quantity }: Line): AmountInHundredths {
  return parseAmount(product.unit_price) * BigInt(quantity);
}

/** 100 %: percentages are counted in ten-thousandths. */
const WHOLE = 1_000_000n;

/** Rounds to an amount that the currency can pay. */
function taxOf(line: Line, { tax, currency }: PriceList): AmountInHundredths {
  const [units = '0', decimals = ''] = (line.product.tax_rate ?? '0').split('.');
  const rate = BigInt(units + decimals.padEnd(4, '0'));
  const unit = smallestAmountInHundredths(currency);
  return divideHalfUp(worthOf(line) * rate, (tax === 'included' ? WHOLE + rate : WHOLE) * unit) * unit;
}

function divideHalfUp(value: bigint, by: bigint): bigint {
  return (2n * value + by) / (2n * by);
}

/** Shipping costs the listed price, tax included. It is free from the list's threshold of goods on. */
function shippingOf({ shipping }: PriceList, goods: AmountInHundredths): AmountInHundredths {
  if (shipping === undefined) return 0n;
  const isFree = shipping.free_from !== undefined && goods >= parseAmount(shipping.free_from);
  return isFree ? 0n : parseAmount(shipping.amount);
}

function sum(values: readonly AmountInHundredths[]): AmountInHundredths {
  return values.reduce((total, value) => total + value, 0n);
}
