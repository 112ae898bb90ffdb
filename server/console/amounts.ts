import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import { encodeAmount, localizeAmount, parseAmount, type AmountInHundredths } from '../../shared/money.ts';
import { VIEWER_LOCALE } from './times.ts';

/** Formats an amount in the viewer's locale, such as `€24.00`. */
export function formatAmountForViewer(amount: string, currency: string): string {
  return localizeAmount(amount, currency, VIEWER_LOCALE);
}

/** Adds amounts. The sum may be longer than an amount on the wire. */
export function addAmounts(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  return toText(total);
}

/** The sum of each currency, such as `€24.00 + $12.00`: the one with most entries first, then by name. */
export function formatSumsByCurrency(entries: readonly { amount: string; currency: string }[]): string {
  return [...new Set(entries.map(({ currency }) => currency))]
    .map((currency) => ({ currency, own: entries.filter((entry) => entry.currency === currency) }))
    .sort((a, b) => b.own.length - a.own.length || (a.currency < b.currency ? -1 : 1))
    .map(({ currency, own }) => formatAmountForViewer(addAmounts(own.map(({ amount }) => amount)), currency))
    .join(' + ');
}

/** An amount times a count. */
export function multiplyAmount(amount: string, count: number): string {
  return toText(BigInt(amount.replace('.', '')) * BigInt(count));
}

/** The difference of two sums; may be negative. */
export function subtractAmounts(a: string, b: string): string {
  return toText(BigInt(a.replace('.', '')) - BigInt(b.replace('.', '')));
}

/** The names of an order's sums that lessen its amount. */
const DISCOUNTS: ReadonlySet<string> = new Set(['shipping_discount', 'discount']);

/** The sums of an order other than zero, as parts of its amount: discounts are negative. */
export function toSignedOrderTotals(
  totals: Readonly<Record<string, string | undefined>>,
): (readonly [name: string, amount: string])[] {
  return Object.entries(totals).flatMap(([name, amount = '0.00']) =>
    amount === '0.00' ? [] : [[name, DISCOUNTS.has(name) ? subtractAmounts('0.00', amount) : amount] as const],
  );
}

function toText(hundredths: bigint): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Why a typed amount is invalid. */
type AmountError = 'format' | 'zero' | 'too_much';

/**
 * Parses a typed amount: `4`, `4.5`, `4,50`. Thousands separators are refused, because a comma may be either.
 * @param max the maximum, in hundredths
 */
export function parseTypedAmount(text: string, max?: AmountInHundredths): { amount: string } | { error: AmountError } {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match?.[1] === undefined) return { error: 'format' };
  const whole = match[1].replace(/^0+(?=\d)/, '');
  const value = parseAmount(`${whole}.${(match[2] ?? '').padEnd(2, '0')}`);
  if (value === 0n) return { error: 'zero' };
  if (max !== undefined && value > max) return { error: 'too_much' };
  return { amount: encodeAmount(value) };
}

/** Statuses in which a refund reserves its amount. */
const IS_RESERVED: Readonly<Record<RefundStatus, boolean>> = {
  submitting: true,
  not_sent: false,
  unknown: true,
  in_progress: true,
  accepted: true,
  refunded: true,
  refused: false,
};

/** The refundable amount of a payment, in hundredths; never negative. */
export function refundableHundredths(
  payment: { amount: string; refunded_amount: string },
  refunds: readonly { status: RefundStatus; refund_amount: string }[] = [],
): AmountInHundredths {
  const reserved = refunds
    .filter(({ status }) => IS_RESERVED[status])
    .reduce((sum, refund) => sum + parseAmount(refund.refund_amount), 0n);
  const refunded = parseAmount(payment.refunded_amount);
  const left = parseAmount(payment.amount) - (reserved > refunded ? reserved : refunded);
  return left > 0n ? left : 0n;
}
