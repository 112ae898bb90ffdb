import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { AmountInHundredths } from '../../shared/money.ts';
import { refundableHundredths } from './amounts.ts';
import type { ConsoleApi } from './console-api.ts';

/** A payment to refund, with its refundable amount, and the amount and the reason that a refund file names. */
export type RefundablePayment = Payment & { left: AmountInHundredths; wanted?: string; reason?: string };

/**
 * The refundable amount of a payment after its refunds, in hundredths.
 * @throws ApiError
 */
export async function readRefundableAmount(api: ConsoleApi, payment: Payment): Promise<AmountInHundredths> {
  const { refunds } = await api.get<{ refunds: Refund[] }>('/refunds', { payment_id: payment.id, limit: '100' });
  return refundableHundredths(payment, refunds);
}

/** The most requests at once. */
const GROUP_SIZE = 8;

/** Runs `work` for each entry, few at once; the results keep the order of the entries. */
export async function mapInBatches<T, R>(entries: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < entries.length; at += GROUP_SIZE) {
    results.push(...(await Promise.all(entries.slice(at, at + GROUP_SIZE).map(work))));
  }
  return results;
}
