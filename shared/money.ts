/**
 * Money as whole hundredths. The acquiring interface sends every amount as a string with two decimals,
 * for every currency, also for those without a minor unit such as JPY (interface 2.1).
 */

/** An amount in hundredths of the currency's main unit: `12.34` is `1234n`. */
export type AmountInHundredths = bigint;

/** The most characters of an amount on the wire, decimals included (gateway-profile.md). */
export const AMOUNT_MAX_LENGTH = 15;

const AMOUNT = /^(0|[1-9]\d{0,11})\.\d{2}$/;

/** Whether a value is an amount on the wire: `0.00` to `999999999999.99`, always two decimals. */
export function isAmount(value: unknown): value is string {
  return typeof value === 'string' && AMOUNT.test(value);
}

/**
 * Reads a wire amount.
 * @throws RangeError for an invalid amount; callers check with {@link isAmount} first
 */
export function parseAmount(text: string): AmountInHundredths {
  if (!isAmount(text)) throw new RangeError('An amount is a decimal number with exactly two decimals.');
  return BigInt(text.replace('.', ''));
}

/**
 * Writes hundredths as a wire amount.
 * @throws RangeError for a negative amount or one that is too long
 */
export function encodeAmount(value: AmountInHundredths): string {
  if (value < 0n) throw new RangeError('An amount on the wire is never negative.');
  const digits = value.toString().padStart(3, '0');
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  if (text.length > AMOUNT_MAX_LENGTH) throw new RangeError('An amount on the wire has at most 15 characters.');
  return text;
}

/** Currencies whose main unit is not divided (ISO 4217, minor unit 0). */
const UNDIVIDED = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/;

/** Hundredths of the smallest payable amount of a currency: 100 if its unit is not divided. */
export function smallestAmountInHundredths(currency: string): AmountInHundredths {
  return UNDIVIDED.test(currency) ? 100n : 1n;
}

/** The rule for an amount that {@link hasUnsupportedDecimals}. */
export const WHOLE_UNITS_RULE_TEXT = 'whole units, such as 1000.00: the currency has no decimals';

/**
 * Whether an amount has decimals that its currency does not have: `1000.50` JPY. False for a text that is no amount.
 */
export function hasUnsupportedDecimals(amount: unknown, currency: unknown): boolean {
  return isAmount(amount) && typeof currency === 'string' && UNDIVIDED.test(currency) && !amount.endsWith('.00');
}

/** Whether two wire amounts are equal. False if either text is no amount. */
export function isSameAmount(a: string, b: string): boolean {
  return isAmount(a) && isAmount(b) && parseAmount(a) === parseAmount(b);
}

/** As {@link isSameAmount}, for a gateway's value: it may be 10 or 10.0 instead of 10.00. */
export function isSameGatewayAmount(said: string, expected: string): boolean {
  return isSameAmount(/^\d{1,12}(\.\d)?$/.test(said) ? Number(said).toFixed(2) : said, expected);
}

/** The parts of an order whose sum should be its amount (gateway-profile.md). */
export interface OrderTotals {
  amount: string;
  item_total?: string | undefined;
  shipping?: string | undefined;
  handling?: string | undefined;
  tax_total?: string | undefined;
  insurance?: string | undefined;
  shipping_discount?: string | undefined;
  discount?: string | undefined;
}

/**
 * The difference of `amount` and item_total + shipping + handling + tax_total + insurance - shipping_discount -
 * discount. Published samples break that rule, so a difference is a warning and not an error. Without item_total the
 * difference is zero.
 */
export function orderTotalsDifference(parts: OrderTotals): AmountInHundredths {
  if (parts.item_total === undefined) return 0n;
  const value = (text: string | undefined): AmountInHundredths => (text === undefined ? 0n : parseAmount(text));
  const sum =
    value(parts.item_total) +
    value(parts.shipping) +
    value(parts.handling) +
    value(parts.tax_total) +
    value(parts.insurance) -
    value(parts.shipping_discount) -
    value(parts.discount);
  return parseAmount(parts.amount) - sum;
}

/** An amount for display in a locale: `€ 10,00`. The wire format stays unchanged. */
export function localizeAmount(amount: string, currency: string, locale: string): string {
  // Intl rounds to the currency's usual decimals, but the shown amount must equal the charged one.
  const minimumFractionDigits = Number(amount) % 1 === 0 ? undefined : 2;
  const style = { style: 'currency', currency, minimumFractionDigits } as Intl.NumberFormatOptions;
  try {
    return new Intl.NumberFormat(locale, style).format(amount as unknown as number);
  } catch {
    // An unknown locale or currency must not hide the amount from the shopper.
    return `${currency} ${amount}`;
  }
}
