import { readFileSync } from 'node:fs';
import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { CreateSession, SessionItem } from '../../shared/contract/create-session.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals } from '../../shared/money.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { hasNoItemSeparator } from '../../shared/items.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import { CURRENCY_RULE_TEXT, isKnownCurrency } from '../context/index.ts';
import { METHOD_NAME_RULE_TEXT, isMethodUsableByName } from '../sessions/index.ts';
import { Amount } from '../../shared/interface/formats.ts';

/** A percentage as text: `19`, `7.5`; at most 100, with up to four decimals. */
const TaxRate = z.string().check(z.regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'a percentage such as 19 or 7.5'));

/** A basket may put a product at any position of the items, so its texts must fit beside any separator. */
const anywhere = z.refine<string>(hasNoItemSeparator, 'must neither hold nor form the separators #,# and #;#');

const Product = z.strictObject({
  sku: SessionItem.def.shape.sku.check(anywhere),
  name: SessionItem.def.shape.name.check(anywhere),
  unit_price: Amount,
  tax_rate: z.optional(TaxRate),
  /** The most units of one product in a basket. Default: 999. */
  max_quantity: z.optional(z.int().check(z.gte(1), z.lte(999))),
});

const { currency, return_url, website, methods, fields, locale, installments, expires_in } = CreateSession.def.shape;

/** The products and prices of a shop without a back end. See server/docs/price-list.md. */
export const PriceList = z
  .strictObject({
    currency,
    return_url,
    website,
    methods,
    fields,
    locale,
    installments,
    expires_in,
    /** A prefix of the order numbers that the companion makes. */
    order_prefix: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9_.-]{0,20}$/, 'at most 20 letters, digits, _ . and -')),
    ),
    products: z.array(Product).check(z.minLength(1), z.maxLength(10_000)),
    /** Whether prices include the tax, or the tax is added. */
    tax: z.enum(['included', 'added']),
    shipping: z.optional(z.strictObject({ amount: Amount, free_from: z.optional(Amount) })),
  })
  .check(
    z.refine((list) => new Set(list.products.map((product) => product.sku)).size === list.products.length, {
      error: 'each sku once',
      path: ['products'],
    }),
    ({ value, issues }) => {
      for (const path of findStrayDecimals(value)) {
        issues.push({ code: 'custom', input: value, path, message: WHOLE_UNITS_RULE_TEXT });
      }
    },
  );
export type PriceList = z.infer<typeof PriceList>;

/** The prices of a list that have decimals although the currency has none. */
function findStrayDecimals(list: {
  currency: string;
  products: { unit_price: string }[];
  shipping?: { amount: string; free_from?: string | undefined } | undefined;
  installments?: { amount?: string | undefined; total?: string | undefined }[] | undefined;
}): (string | number)[][] {
  const prices: [path: (string | number)[], amount: string | undefined][] = [
    ...list.products.map((product, at): [(string | number)[], string] => [
      ['products', at, 'unit_price'],
      product.unit_price,
    ]),
    [['shipping', 'amount'], list.shipping?.amount],
    [['shipping', 'free_from'], list.shipping?.free_from],
    ...(list.installments ?? []).flatMap((plan, at): [(string | number)[], string | undefined][] => [
      [['installments', at, 'amount'], plan.amount],
      [['installments', at, 'total'], plan.total],
    ]),
  ];
  return prices.filter(([, amount]) => hasUnsupportedDecimals(amount, list.currency)).map(([path]) => path);
}

const SETTING = 'TILLGATE_PRICE_LIST';

/**
 * Reads a price list from a file or a value. The profile describes the list's methods.
 * @throws CheckoutError `configuration_invalid` naming the file, or the invalid place in the list
 */
export function parsePriceList(given: unknown, profile: GatewayProfile): PriceList {
  const value = typeof given === 'string' ? readList(given) : given;
  const parsed = PriceList.safeParse(value);
  if (parsed.success) {
    if (!isKnownCurrency(parsed.data.currency, profile)) throw wrong(`wrong at currency: ${CURRENCY_RULE_TEXT}`);
    const at = parsed.data.methods?.findIndex(
      (method) => typeof method === 'string' && !isMethodUsableByName(method, profile),
    );
    if (at !== undefined && at !== -1) throw wrong(`wrong at methods.${String(at)}: ${METHOD_NAME_RULE_TEXT}`);
    return parsed.data;
  }
  const [first] = toFieldErrors(parsed.error, value);
  const path = first === undefined || first.path === '' ? 'its root' : first.path;
  throw wrong(`wrong at ${path}: ${first?.rule ?? 'not a price list'}`);
}

function readList(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw wrong(`${path} has to be a file that holds JSON`, cause);
  }
}

function wrong(rule: string, cause?: unknown): CheckoutError {
  return new CheckoutError('configuration_invalid', `${SETTING}: ${rule}.`, {
    cause,
    fields: [{ path: SETTING, code: 'format', rule }],
  });
}
