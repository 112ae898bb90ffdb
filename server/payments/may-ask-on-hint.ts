import type { PaymentRecord } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';

/** Queries that words which nobody vouches for may cause for one payment at once. */
const MAX_HINT_QUERIES = 3;
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
export function mayAskOnHint({ store, now }: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  return store.takeHintQuery(payment.id, MAX_HINT_QUERIES, daysSince(payment.createdAt, now()));
}
