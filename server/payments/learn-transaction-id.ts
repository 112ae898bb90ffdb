import { CheckoutError } from '../../shared/errors.ts';
import type { Deps } from '../context/index.ts';
import type { PaymentRecord } from '../store/index.ts';
import { asksForSubscription } from '../subscriptions/index.ts';
import type { EvidencedNotification } from './notification-evidence.ts';
import { takeNotificationQuery } from './query-budget.ts';
import { queryPayment } from './query-payment.ts';

/**
 * Queries the transaction ID of a paid payment that has none, where a notification names a transaction and a subscription.
 * The transaction may be the subscription's next renewal: without the query, the payment would take the renewal's ID, and
 * the renewal would become no payment of its own.
 * @returns the payment, with its transaction ID where it needs one
 * @throws CheckoutError `rate_limited` or `gateway_no_answer` where the query is inconclusive: the notification is applied
 *   again later, and a person may name the transaction meanwhile
 */
export async function learnTransactionId(
  deps: Deps,
  payment: PaymentRecord,
  { fields: { transaction_id: transactionId } }: EvidencedNotification,
): Promise<PaymentRecord> {
  const isNumberless = payment.status === 'paid' && payment.transaction_id === null;
  if (!isNumberless || !transactionId) return payment;
  if (payment.recurring_id === null && !(await asksForSubscription(deps, payment))) return payment;
  if (!(await takeNotificationQuery(deps, payment, payment.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'The gateway was asked about this payment often enough for now.');
  const { payment: asked } = await queryPayment(deps, payment);
  if (asked.transaction_id !== null) return asked;
  deps.log.alert('transaction_id_missing', { payment_id: payment.id, reason: 'reported with a subscription' });
  throw new CheckoutError('gateway_no_answer', 'The gateway’s records do not tell which transaction the payment is.');
}
