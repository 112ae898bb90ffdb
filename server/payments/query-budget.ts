import type { PaymentRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';

/** The most queries that notifications, verified or not, cause for one payment at once. */
const MAX_NOTIFICATION_QUERIES = 3;
/** Further queries for notifications that name the payment's subscription. */
const MORE_FOR_SUBSCRIPTION = 3;
const DAY = 24 * 3_600_000;

/** Whole days between two times in ms; 0 for a time in the future. */
export function fullDaysBetween(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / DAY));
}

/**
 * Takes one of the queries that notifications may cause; false where none is left. Each day adds one: money may come days
 * later, and where notifications do not verify, nothing else reports it.
 * @throws CheckoutError `store_unavailable`
 */
export function spendNotificationQueryBudget(
  { store, now }: PaymentDeps,
  payment: PaymentRecord,
  namesSubscription = false,
): Promise<boolean> {
  const max = MAX_NOTIFICATION_QUERIES + (namesSubscription ? MORE_FOR_SUBSCRIPTION : 0);
  return store.takeNotificationQuery(payment.id, max, fullDaysBetween(payment.created_at, now()));
}
