import type { PaymentRecord } from '../store/index.ts';
import type { Deps } from '../context/index.ts';

/** Queries that notifications may cause for one payment at once, verified ones as well. */
const MAX_NOTIFICATION_QUERIES = 3;
/** So many more are left to those that name its subscription, when others have used theirs up. */
const MORE_OF_CONTRACT = 3;
const DAY = 24 * 3_600_000;

/** Whole days; 0 for a moment that is still to come. */
export function daysSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / DAY));
}

/**
 * Takes one of the queries that notifications may cause. Each day of a payment's life gives one back: money
 * may come days later, and where notifications do not verify nothing else tells of it.
 * @throws CheckoutError `store_unavailable`
 */
export function takeNotificationQuery(
  { store, now }: Deps,
  payment: PaymentRecord,
  namesContract = false,
): Promise<boolean> {
  const max = MAX_NOTIFICATION_QUERIES + (namesContract ? MORE_OF_CONTRACT : 0);
  return store.takeNotificationQuery(payment.id, max, daysSince(payment.created_at, now()));
}
