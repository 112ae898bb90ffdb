import { encodeAmount, formatAmount, parseAmount, type Hundredths } from '../../shared/money.ts';
import { VIEWER_LOCALE } from './times.ts';

/** An amount as the viewer's country writes it: `€24.00`. */
export function money(amount: string, currency: string): string {
  return formatAmount(amount, currency, VIEWER_LOCALE);
}

/** Several digits of a sum may exceed what the wire allows, so this is no wire amount. */
export function sumOf(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  return toText(total);
}

/** The difference of two sums, which may be below zero. */
export function differenceOf(a: string, b: string): string {
  return toText(BigInt(a.replace('.', '')) - BigInt(b.replace('.', '')));
}

function toText(hundredths: bigint): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Why a typed amount cannot be taken. */
export type AmountFault = 'format' | 'zero' | 'too_much';

/**
 * Reads an amount as people type it: `4`, `4.5`, `4,50`. No signs between thousands, since a comma may be either.
 * @param max the most, in hundredths
 */
export function readAmount(text: string, max?: Hundredths): { amount: string } | { fault: AmountFault } {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match?.[1] === undefined) return { fault: 'format' };
  const whole = match[1].replace(/^0+(?=\d)/, '');
  const value = parseAmount(`${whole}.${(match[2] ?? '').padEnd(2, '0')}`);
  if (value === 0n) return { fault: 'zero' };
  if (max !== undefined && value > max) return { fault: 'too_much' };
  return { amount: encodeAmount(value) };
}

/** States of a refund in which its sum cannot be refunded again. */
const BINDING: ReadonlySet<string> = new Set(['submitting', 'unknown', 'in_progress', 'accepted', 'refunded']);

/** What of a payment can still be refunded, in hundredths; never below zero. */
export function remainingOf(
  payment: { amount: string; refunded_amount: string },
  refunds: readonly { status: string; refund_amount: string }[] = [],
): Hundredths {
  const bound = refunds
    .filter(({ status }) => BINDING.has(status))
    .reduce((sum, refund) => sum + parseAmount(refund.refund_amount), 0n);
  const back = parseAmount(payment.refunded_amount);
  const left = parseAmount(payment.amount) - (bound > back ? bound : back);
  return left > 0n ? left : 0n;
}
