import { encodeAmount, parseAmount } from '../../shared/money.ts';

/**
 * Vendure's integer as the companion's amount: `2963` is `29.63` with a precision of 2.
 * @param precision decimals of Vendure's integers (`MoneyStrategy.precision`), the same for each currency
 * @throws RangeError for a negative value, and for a fraction of a hundredth
 */
export function toCompanionAmount(value: number, precision: number): string {
  const scaled = BigInt(value) * 100n;
  const unit = 10n ** BigInt(precision);
  if (scaled % unit !== 0n) throw new RangeError('An amount has at most two decimals.');
  return encodeAmount(scaled / unit);
}

/** The companion's amount as Vendure's integer; the remainder of a precision below 2 stays as a fraction. */
export function toVendureAmount(amount: string, precision: number): number {
  return (Number(parseAmount(amount)) * 10 ** precision) / 100;
}
