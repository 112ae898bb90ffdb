import { reported } from '../store/alarm-notes.ts';
import type { Job, PaymentRecord } from '../store/store.ts';
import { addAlert, addNote } from './add-note.ts';
import { answerDueAt } from './answer-due.ts';
import { checkPayment } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { LATE_PAUSE, awaitsEnd, nextCheckAt, nextIdCheckAt } from './schedule.ts';
import { settle } from './settle.ts';

/**
 * Asks the gateway about one payment; returns when to ask again, in ms since the epoch, or null. A `submitting` payment
 * whose sender had its time, because the process was killed, becomes unknown first.
 */
export async function reconcilePayment(deps: PaymentDeps, job: Job): Promise<number | null> {
  const { ref: paymentId, runs } = job;
  let payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) return null;
  if (payment.status === 'submitting') {
    const answerDue = answerDueAt(deps, payment.created_at, job);
    if (answerDue !== null) return answerDue;
    payment = await settle(deps, paymentId, {
      kind: 'unknown',
      source: 'answer',
      reason: 'the sender stopped before an answer',
    });
  }
  const asked = (await checkPayment(deps, payment)).payment;
  if (asked.status === 'paid' && asked.transaction_id === null) return awaitTransactionId(deps, asked);
  const next = nextCheckAt(asked, deps.now());
  if (next !== null || !awaitsEnd(asked)) return next;
  // Whoever was away for a day, or had a wrong clock, looks a few times before a person is called.
  if (runs < LEAST_LOOKS) return deps.now() + LATE_PAUSE;
  // Who moved meanwhile is looked at once more.
  return (await flag(deps, asked)) ? null : deps.now() + LATE_PAUSE;
}

/** Without its transaction ID a payment cannot be refunded: the gateway is queried for it, then a person is told. */
async function awaitTransactionId(deps: PaymentDeps, payment: PaymentRecord): Promise<number | null> {
  const next = nextIdCheckAt(payment, deps.now());
  if (next === null) await addAlert(deps, payment.id, NO_TRANSACTION_ID, 'query');
  return next;
}

const NO_TRANSACTION_ID = reported('paid without a transaction_id, and the gateway’s records name none');

/** How often a payment is looked at, at the least, before a person is called. */
const LEAST_LOOKS = 3;

/** Calls a person: in the log, on the payment, in its timeline. False where the payment is no longer as it was seen. */
async function flag(deps: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  const flagged = await addNote(deps, payment, NEEDS_PERSON, { kind: 'flagged', detail: {} });
  if (flagged === undefined) return false;
  deps.log.error({ payment_id: payment.id, to: payment.status }, 'alarm: a payment needs a person');
  return true;
}

const NEEDS_PERSON = 'the gateway said nothing for too long: a person has to look';
