import type { PaymentStatus } from '../store/store.ts';
import { isUnsettled } from './states.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ages of a payment at which the gateway is asked: 10 s, 60 s, five times every 5 minutes, hourly to a day. */
const CHECK_AGES: readonly number[] = [
  10 * SECOND,
  MINUTE,
  ...Array.from({ length: 5 }, (_, index) => MINUTE + (index + 1) * 5 * MINUTE),
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * HOUR),
];

/** When an unsettled payment is asked about next, in ms since the epoch; null once a person has to look. */
export function nextCheckAt(payment: { status: PaymentStatus; createdAt: number }, now: number): number | null {
  if (!isUnsettled(payment.status)) return null;
  const age = now - payment.createdAt;
  const next = CHECK_AGES.find((checkAge) => checkAge > age);
  return next === undefined || age >= DAY ? null : payment.createdAt + next;
}
