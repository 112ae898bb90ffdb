import type { PaymentRecord } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';

/** Queries that words which nobody vouches for may cause for one payment at once. */
const MAX_HINT_QUERIES = 3;
/** So many more are left to those who name the number of its contract, when others have used theirs up. */
const MORE_OF_CONTRACT = 3;
const DAY = 24 * 3_600_000;

/** Whole days; 0 for a moment that is still to come. */
export function daysSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / DAY));
}

/**
 * Takes one of the queries that unverified notifications may cause. Each day of a payment's life gives one back: money
 * may come days later, and where notifications do not verify nothing else tells of it.
 * @throws CheckoutError `store_unavailable`
 */
export function mayAskOnHint(
  { store, now }: PaymentDeps,
  payment: PaymentRecord,
  namesContract = false,
): Promise<boolean> {
  const max = MAX_HINT_QUERIES + (namesContract ? MORE_OF_CONTRACT : 0);
  return store.takeHintQuery(payment.id, max, daysSince(payment.createdAt, now()));
}
