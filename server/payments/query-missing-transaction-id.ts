import type { NotificationWithProvenance } from '../gateway/notification.ts';
import { CheckoutError } from '../../shared/errors.ts';
import type { PaymentDeps } from '../context/index.ts';
import type { PaymentRecord } from '../store/index.ts';
import { belongsToSubscriptionSession } from '../subscriptions/index.ts';
import { spendNotificationQueryBudget } from './query-budget.ts';
import { queryPayment } from './query-payment.ts';

/**
 * Queries the transaction ID of a paid payment that has none, before a notification of its subscription is applied. The
 * notification may be about the next renewal: its ID must not become the payment's, or the renewal would be lost.
 * @throws CheckoutError `rate_limited`, `gateway_no_answer`: the notification is applied again later, and a person may resolve
 *   the payment meanwhile
 */
export async function queryMissingTransactionId(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { fields: { transaction_id: transactionId } }: NotificationWithProvenance,
): Promise<PaymentRecord> {
  const lacksTransactionId = payment.status === 'paid' && payment.transaction_id === null;
  if (!lacksTransactionId || !transactionId) return payment;
  if (payment.recurring_id === null && !(await belongsToSubscriptionSession(deps, payment))) return payment;
  if (!(await spendNotificationQueryBudget(deps, payment, payment.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'This payment was queried often enough for now.');
  const { payment: queried } = await queryPayment(deps, payment);
  if (queried.transaction_id !== null) return queried;
  deps.log.alert('transaction_id_missing', { payment_id: payment.id, reason: 'reported with a subscription' });
  throw new CheckoutError('gateway_no_answer', 'The query does not identify the transaction of the payment.');
}
