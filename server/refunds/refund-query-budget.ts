import type { PaymentDeps } from '../context/index.ts';
import type { PaymentRecord } from '../store/index.ts';

/** The most queries that notifications cause for each refund of a payment. */
const MAX_QUERIES_OF_REFUND = 3;

/**
 * Takes one of the queries that notifications may cause about a payment's refunds; false where none is left. There are three
 * for each refund that was sent. Queries on schedule are counted apart.
 * @throws CheckoutError `store_unavailable`
 */
export async function spendRefundQueryBudget({ store }: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  const { entries } = await store.listRefunds({ paymentId: payment.id, limit: 100 });
  const sent = entries.filter(({ status }) => status !== 'not_sent').length;
  return sent > 0 && store.takeRefundQuery(payment.id, sent * MAX_QUERIES_OF_REFUND);
}
