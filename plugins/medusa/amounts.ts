import { encodeAmount, parseAmount, smallestAmountInHundredths } from '../../shared/money.ts';

/** Medusa's amounts in major units: `25.89`, `'5.5'`, `{ value: '5.5', precision: 20 }`, or an object that holds one. */
export type MedusaAmount = number | string | { value?: unknown; raw?: unknown; toString(): string };

/** Currencies with a third decimal, which the companion's amounts do not have. */
const THREE_DECIMALS = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;
const DECIMAL = /^(\d+)(?:\.(\d*))?$/;

/**
 * Medusa's amount as the companion's, rounded to the currency: 98.9009 EUR is `98.90`, 1000.4 JPY is `1000.00`.
 * @param currency three letters in any case
 * @throws RangeError for a negative amount, for one that is no decimal number, and for a third decimal that counts
 */
export function toCompanionAmount(value: MedusaAmount, currency: string): string {
  const [, whole, fraction = ''] = DECIMAL.exec(toDecimal(value)) ?? [];
  if (whole === undefined) throw new RangeError('An amount is a decimal number that is not negative.');
  const code = currency.toUpperCase();
  const decimals = THREE_DECIMALS.test(code) ? 3 : smallestAmountInHundredths(code) === 100n ? 0 : 2;
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const rounded = (fraction[decimals] ?? '0') >= '5' ? kept + 1n : kept;
  const hundredths = rounded * (decimals === 0 ? 100n : 1n);
  if (decimals !== 3) return encodeAmount(hundredths);
  if (hundredths % 10n !== 0n) throw new RangeError('An amount has at most two decimals.');
  return encodeAmount(hundredths / 10n);
}

/** The companion's amount as Medusa's number. */
export function toMedusaAmount(amount: string): number {
  return Number(parseAmount(amount)) / 100;
}

function toDecimal(value: MedusaAmount): string {
  if (typeof value !== 'object') return String(value).trim();
  const inner = value.raw ?? value.value;
  // A BigNumber of bignumber.js holds none of them, and writes itself.
  return inner === undefined ? value.toString() : toDecimal(inner as MedusaAmount);
}
