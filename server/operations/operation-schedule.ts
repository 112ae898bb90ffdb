import { nextQueryAt, nextDailyQueryAt } from '../payments/index.ts';
import type { IssuingOrPayoutStatus } from '../../shared/contract/merchant/operations.ts';

/**
 * The time of an operation's next query, in ms since the epoch; null once it has ended or needs a person. An operation
 * in progress, such as a payout abroad, is queried for a month.
 */
export function nextIssuingOrPayoutQueryAt(
  { status, sent_at }: { status: IssuingOrPayoutStatus; sent_at: number },
  now: number,
): number | null {
  if (status === 'in_progress') return nextDailyQueryAt(sent_at, now);
  return status === 'unknown' ? nextQueryAt({ status, created_at: sent_at }, now) : null;
}
