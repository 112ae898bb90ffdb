import type { Job } from '../store/store.ts';
import { checkPayment } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { nextCheckAt } from './schedule.ts';
import { settle } from './settle.ts';
import { isUnsettled } from './states.ts';

/**
 * Asks the gateway about one payment; returns when to ask again, in ms since the epoch, or null. A `submitting` payment
 * whose sender had its time, because the process was killed, becomes unknown first.
 */
export async function reconcilePayment(deps: PaymentDeps, { ref: paymentId }: Job): Promise<number | null> {
  let payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) return null;
  if (payment.status === 'submitting') {
    const answerDue = payment.createdAt + deps.settings.answerDeadline;
    if (answerDue > deps.now()) return answerDue;
    payment = await settle(deps, paymentId, {
      kind: 'unknown',
      source: 'answer',
      reason: 'the sender stopped before an answer',
    });
  }
  const asked = (await checkPayment(deps, payment)).payment;
  const next = nextCheckAt(asked, deps.now());
  const isOpen = (isUnsettled(asked.status) && asked.status !== 'abandoned') || asked.decision !== null;
  if (next === null && isOpen) {
    deps.log.error({ payment_id: paymentId, to: asked.status }, 'alarm: a payment needs a person');
  }
  return next;
}
