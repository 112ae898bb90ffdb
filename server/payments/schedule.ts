import type { Action } from '../../shared/contract/index.ts';
import type { OperationStatus, RefundStatus } from '../store/merchant-store.ts';
import type { PaymentStatus } from '../store/store.ts';
import { isHolding, isUnsettled } from './states.ts';

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

/** When an unsettled payment, or one with an open decision, is asked about next, in ms since the epoch; null once a person has to look. */
export function nextCheckAt(
  payment: { status: PaymentStatus; created_at: number; decision_at?: number | null; action?: Action | null },
  now: number,
): number | null {
  // What the shop asked for and got no answer to is looked at as a payment would that was sent then.
  const since = payment.decision_at ?? payment.created_at;
  if (!isUnsettled(payment.status) && (payment.decision_at ?? null) === null) return null;
  const age = now - since;
  // Made by a clock that was ahead: asked about now and then until this one is there too.
  if (age < 0) return now + 5 * MINUTE;
  const next = CHECK_AGES.find((checkAge) => checkAge > age);
  if (next !== undefined && age < DAY) return since + next;
  return now < codeEndOf(payment) ? now + CODE_PAUSE : null;
}

/** For how long the gateway is queried for the transaction ID of a paid payment, in ms. */
const ID_PATIENCE = 30 * MINUTE;

/** When the gateway is queried next for the transaction ID of a paid payment, in ms since the epoch; null once it had time. */
export function nextIdCheckAt({ created_at: createdAt }: { created_at: number }, now: number): number | null {
  const age = now - createdAt;
  if (age < 0) return now + 5 * MINUTE;
  const next = CHECK_AGES.find((checkAge) => checkAge > age);
  return next === undefined || next > ID_PATIENCE ? null : createdAt + next;
}

type Checked = Parameters<typeof nextCheckAt>[0];

/** Whether somebody waits for an end: of the payment itself, or of what the shop asked for. */
export function awaitsEnd({ status, decision_at }: Pick<Checked, 'status' | 'decision_at'>): boolean {
  return isHolding(status) || (decision_at ?? null) !== null;
}

/** Pause between looks at what should have ended long ago, until a person is called, in ms. */
export const LATE_PAUSE = 5 * MINUTE;

/**
 * When a payment that was just moved is asked about next: one that still has no end, or a decision without one, is never
 * left alone, even after the last look, or nobody would be called.
 */
export function nextCheckAfterMove(payment: Checked, now: number): number | null {
  return nextCheckAt(payment, now) ?? (awaitsEnd(payment) ? now + LATE_PAUSE : null);
}

const MONTH = 30 * DAY;

/** Pause between looks at a code that can be paid for longer than a day. */
const CODE_PAUSE = 6 * HOUR;

/** A code may be paid on its last day and told of a few days later, as vouchers are. A month where nobody names an end. */
const CODE_GRACE = 4 * DAY;

function codeEndOf({ action, created_at: createdAt }: { action?: Action | null; created_at: number }): number {
  if (action?.code === undefined) return 0;
  const { expires_at: end } = action.code;
  return end === null ? createdAt + MONTH : Math.min(Date.parse(end) + CODE_GRACE, createdAt + 12 * MONTH);
}

/**
 * When an unfinished refund is looked up next, in ms since the epoch; null once it has ended or a month is over. The
 * first day goes as for payments, then it is asked about once a day.
 */
export function nextRefundCheckAt(refund: { status: RefundStatus; created_at: number }, now: number): number | null {
  if (refund.status === 'refunded' || refund.status === 'refused' || refund.status === 'not_sent') return null;
  const age = now - refund.created_at;
  if (age < 0) return now + 5 * MINUTE;
  const early = CHECK_AGES.find((checkAge) => checkAge > age);
  if (early !== undefined) return refund.created_at + early;
  return age >= MONTH ? null : now + DAY;
}

/**
 * When an operation is looked up next, in ms since the epoch; null once it has ended or a person has to look. What the
 * gateway says that it is at, such as a payout to a bank abroad, is asked about as long as a refund is.
 */
export function nextOperationCheckAt(
  operation: { status: OperationStatus; sent_at: number },
  now: number,
): number | null {
  const { status, sent_at: created_at } = operation;
  if (status === 'in_progress') return nextRefundCheckAt({ status, created_at }, now);
  return status === 'unknown' ? nextCheckAt({ status, created_at }, now) : null;
}
