import type { Job, PaymentRecord } from '../store/index.ts';
import { responseDueAt, type Deps } from '../context/index.ts';
import { applyResult } from './apply-result.ts';
import { queryPayment } from './query-payment.ts';
import { raisePaymentAlert, storePaymentAlert } from './raise-payment-alert.ts';
import { OVERDUE_QUERY_PAUSE, awaitsEnd, nextQueryAt, nextTransactionIdQueryAt } from './schedule.ts';

/**
 * Asks the gateway about one payment; returns when to ask again, in ms since the epoch, or null. A `submitting` payment
 * whose sender had its time, because the process was killed, becomes unknown first.
 */
export async function reconcilePayment(deps: Deps, job: Job): Promise<number | null> {
  const { ref: paymentId, runs } = job;
  let payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) return null;
  if (payment.status === 'submitting') {
    const answerDue = responseDueAt(deps, payment.created_at, job);
    if (answerDue !== null) return answerDue;
    payment = await applyResult(deps, paymentId, {
      status: 'unknown',
      source: 'response',
      reason: 'the sender stopped before an answer',
    });
  }
  const asked = (await queryPayment(deps, payment)).payment;
  if (asked.status === 'paid' && asked.transaction_id === null) return awaitTransactionId(deps, asked);
  const next = nextQueryAt(asked, deps.now());
  if (next !== null || !awaitsEnd(asked)) return next;
  // Whoever was away for a day, or had a wrong clock, looks a few times before a person is called.
  if (runs < LEAST_LOOKS) return deps.now() + OVERDUE_QUERY_PAUSE;
  // Who moved meanwhile is looked at once more.
  return (await flag(deps, asked)) ? null : deps.now() + OVERDUE_QUERY_PAUSE;
}

/** Without its transaction ID a payment cannot be refunded: the gateway is queried for it, then a person is told. */
async function awaitTransactionId(deps: Deps, payment: PaymentRecord): Promise<number | null> {
  const next = nextTransactionIdQueryAt(payment, deps.now());
  if (next === null) await raisePaymentAlert(deps, payment.id, { code: 'transaction_id_missing', detail: {} }, 'query');
  return next;
}

/** How often a payment is looked at, at the least, before a person is called. */
const LEAST_LOOKS = 3;

/** Calls a person: in the log, on the payment, in its timeline. False where the payment is no longer as it was seen. */
async function flag(deps: Deps, payment: PaymentRecord): Promise<boolean> {
  const flagged = await storePaymentAlert(
    deps,
    payment,
    { code: 'outcome_overdue', detail: {} },
    { kind: 'outcome_overdue', detail: {} },
  );
  if (flagged === undefined) return false;
  deps.log.alert('outcome_overdue', { payment_id: payment.id, to: payment.status });
  return true;
}
