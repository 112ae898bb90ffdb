import type { PaymentDeps } from '../context/index.ts';
import type { Job } from '../store/index.ts';
import { runPaymentActions } from './run-payment-actions.ts';
import { raisePaymentAlert } from './raise-payment-alert.ts';
import { nextTransactionIdQueryAt, isCardVerificationVoidDue } from './query-schedule.ts';

/**
 * Voids a payment that only saved a card; returns when to try again, in ms since the epoch, or null. After half an hour an
 * alert calls a person. A void whose result is unknown is queried as any other.
 * @throws CheckoutError `store_unavailable`
 */
export async function voidCardVerification(deps: PaymentDeps, { ref }: Pick<Job, 'ref'>): Promise<number | null> {
  const payment = await deps.store.findPayment(ref);
  if (payment === undefined || !isCardVerificationVoidDue(payment)) return null;
  const [outcome] = await runPaymentActions(deps, [{ target: { payment_id: payment.id }, kind: 'cancel' }]);
  const after = outcome?.payment;
  if (after?.status === 'cancelled') return null;
  const next = nextTransactionIdQueryAt(payment, deps.now());
  if (next === null && after !== undefined && isCardVerificationVoidDue(after)) {
    await raisePaymentAlert(deps, payment.id, { code: 'verification_not_voided', detail: {} }, 'merchant');
  }
  return next;
}
