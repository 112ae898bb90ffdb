import { nextDailyQueryAt } from '../payments/index.ts';
import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';

/** When an unfinished refund is queried next, in ms since the epoch; null once it has ended or is a month old. */
export function nextRefundQueryAt(
  { status, created_at }: { status: RefundStatus; created_at: number },
  now: number,
): number | null {
  const hasEnded = status === 'refunded' || status === 'refused' || status === 'not_sent';
  return hasEnded ? null : nextDailyQueryAt(created_at, now);
}
