import { CheckoutError } from '../../shared/errors.ts';
import type { AcquiringClient } from '../gateway/acquiring-client.ts';
import type { QueriedTransactionStatus } from '../gateway/profile/index.ts';
import type { Store } from '../store/index.ts';

/** A payment that the gateway knows and our records do not. */
export interface UnrecordedPayment {
  orderNo: string;
  transactionId: string;
  meaning: QueriedTransactionStatus;
  amount: string;
  currency: string;
}

/** How long a session can live, in ms. */
const SESSION_LIFE = 7 * 86_400_000;

interface RecoveryDeps {
  store: Pick<
    Store,
    'expireAllUnpaidSessions' | 'listSessions' | 'listSubscriptions' | 'findPayment' | 'findPaymentByTransaction'
  >;
  gateway: Pick<AcquiringClient, 'queryTransactions' | 'profile'>;
  now: () => number;
}

/**
 * Finds payments that are lost after an older backup was restored. Ends every session that could still be paid, since it
 * may have been paid after the backup. Queries the orders of these sessions and of active subscriptions.
 * @param onProgress called with the number of orders queried so far
 * @throws CheckoutError `gateway_no_answer`
 */
export async function endSessionsAndFindUnrecordedPayments(
  { store, gateway, now }: RecoveryDeps,
  onProgress: (orders: number) => void = () => undefined,
): Promise<{ closed: number; lost: UnrecordedPayment[] }> {
  const closed = await store.expireAllUnpaidSessions(now());
  const orders = [...new Set([...(await readOrders(store, now())), ...(await readSubscriptionOrders(store))])];
  const lost: UnrecordedPayment[] = [];
  const { query: limit } = gateway.profile.batch_limits;
  for (let at = 0; at < orders.length; at += limit) {
    const batch = orders.slice(at, at + limit);
    const response = await gateway.queryTransactions({ orders: batch });
    if (response.kind === 'failed')
      throw new CheckoutError('gateway_no_answer', `The query failed: ${response.reason}`);
    for (const { transaction, status: meaning } of response.transactions) {
      const { order_no: orderNo = '', transaction_id: transactionId = '', amount = '', currency = '' } = transaction;
      if (meaning === 'not_found' || meaning === 'declined' || transactionId === '') continue;
      // It may be the transaction of a payment whose outcome is unknown; that payment is queried by itself.
      if ((await store.findPaymentByTransaction(transactionId)) !== undefined) continue;
      lost.push({ orderNo, transactionId, meaning, amount, currency });
    }
    onProgress(Math.min(at + batch.length, orders.length));
  }
  return { closed, lost };
}

/** Orders of sessions that were unpaid in the backup and young enough to have been paid after it. */
async function readOrders(store: RecoveryDeps['store'], now: number): Promise<string[]> {
  const orders = new Set<string>();
  let newest: number | undefined;
  for (let cursor: string | undefined; ;) {
    const page = await store.listSessions({ now, limit: 100, cursor });
    newest ??= page.entries[0]?.created_at;
    const young = page.entries.filter(({ created_at: createdAt }) => createdAt > (newest ?? 0) - SESSION_LIFE);
    for (const session of young) if (session.paid_payment_id === null) orders.add(session.order_no);
    if (young.length < page.entries.length || page.nextCursor === null) return [...orders];
    cursor = page.nextCursor;
  }
}

/** Orders of active subscriptions: the gateway reported their renewals since the backup, and does so only once. */
async function readSubscriptionOrders(store: RecoveryDeps['store']): Promise<string[]> {
  const orders: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await store.listSubscriptions({ status: 'Active', limit: 100, cursor });
    for (const { payment_id: paymentId } of page.entries) {
      const first = await store.findPayment(paymentId);
      if (first !== undefined) orders.push(first.order_no);
    }
    if (page.nextCursor === null) return orders;
    cursor = page.nextCursor;
  }
}
