import type { Job, PaymentRecord } from '../store/index.ts';
import { gatewayResponseDeadline, type PaymentDeps } from '../context/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import { queryPayment } from './query-payment.ts';
import { raisePaymentAlert, storePaymentAlertIfUnchanged } from './raise-payment-alert.ts';
import { OVERDUE_QUERY_PAUSE_MS, awaitsResult, nextQueryAt, nextTransactionIdQueryAt } from './query-schedule.ts';

/**
 * Queries one payment; returns when to query again, in ms since the epoch, or null. A payment that is still `submitting`
 * past its deadline, because the process was killed, becomes unknown first.
 * @throws CheckoutError `store_unavailable`
 */
export async function runPaymentQueryJob(deps: PaymentDeps, job: Job): Promise<number | null> {
  const { ref: paymentId, runs } = job;
  let payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) return null;
  if (payment.status === 'submitting') {
    const responseDue = gatewayResponseDeadline(deps, payment.created_at, job);
    if (responseDue !== null) return responseDue;
    payment = await applyPaymentResult(deps, paymentId, {
      status: 'unknown',
      source: 'response',
      reason: 'the sender stopped before a response',
    });
  }
  const queried = (await queryPayment(deps, payment)).payment;
  if (queried.status === 'paid' && queried.transaction_id === null) return awaitTransactionId(deps, queried);
  const next = nextQueryAt(queried, deps.now());
  if (next !== null || !awaitsResult(queried)) return next;
  // After a day of downtime, or with a wrong clock, there are a few queries before the alert.
  if (runs < MIN_QUERIES) return deps.now() + OVERDUE_QUERY_PAUSE_MS;
  // A payment that changed meanwhile is queried once more.
  return (await flag(deps, queried)) ? null : deps.now() + OVERDUE_QUERY_PAUSE_MS;
}

/** Without its transaction ID a payment cannot be refunded: it is queried for a while, then an alert is raised. */
async function awaitTransactionId(deps: PaymentDeps, payment: PaymentRecord): Promise<number | null> {
  const next = nextTransactionIdQueryAt(payment, deps.now());
  if (next === null) await raisePaymentAlert(deps, payment.id, { code: 'transaction_id_missing', detail: {} }, 'query');
  return next;
}

/** The fewest queries of a payment before its outcome counts as overdue. */
const MIN_QUERIES = 3;

/** Raises the alert of an overdue outcome; false where the payment changed since it was read. */
async function flag(deps: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  const flagged = await storePaymentAlertIfUnchanged(
    deps,
    payment,
    { code: 'outcome_overdue', detail: {} },
    { kind: 'outcome_overdue', detail: {} },
  );
  if (flagged === undefined) return false;
  deps.log.alert('outcome_overdue', { payment_id: payment.id, to: payment.status });
  return true;
}
