import type { NextAction } from '../../shared/contract/index.ts';
import { encodeAmount } from '../../shared/money.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { PaymentRecord } from '../store/index.ts';
import { blocksOtherPayments, isQueriedOnSchedule } from './transition-table.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ages of a payment at which it is queried: 10 s, 60 s, five times every 5 minutes, hourly to a day. */
const QUERY_AGES: readonly number[] = [
  10 * SECOND,
  MINUTE,
  ...Array.from({ length: 5 }, (_, index) => MINUTE + (index + 1) * 5 * MINUTE),
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * HOUR),
];

/** When an unsettled payment, or one with a pending operation, is queried next, in ms since the epoch; null once a person has to resolve it. */
export function nextQueryAt(
  payment: {
    status: PaymentStatus;
    created_at: number;
    pending_operation_at?: number | null;
    action?: NextAction | null;
  },
  now: number,
): number | null {
  // A pending operation is queried like a payment that was sent at the same time.
  const since = payment.pending_operation_at ?? payment.created_at;
  if (!isQueriedOnSchedule(payment.status) && (payment.pending_operation_at ?? null) === null) return null;
  const age = now - since;
  // Created by a clock that was ahead: queried every few minutes until this clock is there.
  if (age < 0) return now + 5 * MINUTE;
  const next = QUERY_AGES.find((checkAge) => checkAge > age);
  if (next !== undefined && age < DAY) return since + next;
  return now < codeEndOf(payment) ? now + CODE_PAUSE : null;
}

/** For how long the gateway is queried for the transaction ID of a paid payment, in ms. */
const ID_PATIENCE = 30 * MINUTE;

/** When the gateway is queried next for the transaction ID of a paid payment, in ms since the epoch; null once it had time. */
export function nextTransactionIdQueryAt(
  { created_at: createdAt }: { created_at: number },
  now: number,
): number | null {
  const age = now - createdAt;
  if (age < 0) return now + 5 * MINUTE;
  const next = QUERY_AGES.find((checkAge) => checkAge > age);
  return next === undefined || next > ID_PATIENCE ? null : createdAt + next;
}

/** Whether a payment that only saves a card took an amount that has to be released. */
export function isCardVerificationVoidDue(
  payment: Pick<PaymentRecord, 'kind' | 'status' | 'amount' | 'transaction_id' | 'pending_operation'>,
): boolean {
  const { kind, status, amount, transaction_id: transactionId, pending_operation: pending } = payment;
  const isPaid = kind === 'verification' && status === 'paid' && amount !== encodeAmount(0n);
  return isPaid && transactionId !== null && pending === null;
}

type Checked = Parameters<typeof nextQueryAt>[0];

/** Whether the outcome of the payment, or of a pending operation, is open. */
export function awaitsResult({
  status,
  pending_operation_at,
}: Pick<Checked, 'status' | 'pending_operation_at'>): boolean {
  return blocksOtherPayments(status) || (pending_operation_at ?? null) !== null;
}

/** Pause between queries of an overdue payment, until its alert is raised, in ms. */
export const OVERDUE_QUERY_PAUSE_MS = 5 * MINUTE;

/**
 * When a payment is queried next after a transition, in ms since the epoch. While its outcome is open, it is queried again
 * even after the last age, so that the alert of an overdue outcome is raised.
 */
export function nextQueryAtAfterTransition(payment: Checked, now: number): number | null {
  return nextQueryAt(payment, now) ?? (awaitsResult(payment) ? now + OVERDUE_QUERY_PAUSE_MS : null);
}

const MONTH = 30 * DAY;

/** Pause between queries of a code that can be paid for longer than a day, in ms. */
const CODE_PAUSE = 6 * HOUR;

/** A code may be paid on its last day and reported days later, as vouchers are. Without an expiry it is queried for a month. */
const CODE_GRACE = 4 * DAY;

function codeEndOf({ action, created_at: createdAt }: { action?: NextAction | null; created_at: number }): number {
  if (action?.code === undefined) return 0;
  const { expires_at: end } = action.code;
  return end === null ? createdAt + MONTH : Math.min(Date.parse(end) + CODE_GRACE, createdAt + 12 * MONTH);
}

/**
 * When something that may take a month is queried next, in ms since the epoch; null after a month. The first day follows
 * the ages of payments, then there is one query a day.
 * @param since ms since the epoch
 */
export function nextDailyQueryAt(since: number, now: number): number | null {
  const age = now - since;
  if (age < 0) return now + 5 * MINUTE;
  const early = QUERY_AGES.find((checkAge) => checkAge > age);
  if (early !== undefined) return since + early;
  return age >= MONTH ? null : now + DAY;
}
