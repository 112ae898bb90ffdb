import { CheckoutError } from '../../shared/errors.ts';
import type { AcquiringClient } from '../gateway/acquiring-client.ts';
import type { QueriedStatus } from '../gateway/profile/index.ts';
import type { Store } from '../store/index.ts';

/** A payment that the gateway knows and our records do not. */
export interface LostPayment {
  orderNo: string;
  transactionId: string;
  meaning: QueriedStatus;
  amount: string;
  currency: string;
}

/** How long a session can live, in ms. */
const SESSION_LIFE = 7 * 86_400_000;

interface RecoveryDeps {
  store: Pick<
    Store,
    'closeSessions' | 'listSessions' | 'listSubscriptions' | 'findPayment' | 'findPaymentByTransaction'
  >;
  gateway: Pick<AcquiringClient, 'queryTransactions' | 'profile'>;
  now: () => number;
}

/**
 * After an older copy of the database took the place of the present one: ends every session that could still be paid,
 * since it may have been paid after the copy was made, and asks the gateway about the orders among them and about those of
 * contracts, which may have charged since. Returns what it knows of them that the records do not.
 * @throws CheckoutError `gateway_no_answer`
 */
export async function findLostPayments(
  { store, gateway, now }: RecoveryDeps,
  tell: (orders: number) => void = () => undefined,
): Promise<{ closed: number; lost: LostPayment[] }> {
  const closed = await store.closeSessions(now());
  const orders = [...new Set([...(await readOrders(store, now())), ...(await readContractOrders(store))])];
  const lost: LostPayment[] = [];
  const { query: batch } = gateway.profile.batch_limits;
  for (let at = 0; at < orders.length; at += batch) {
    const chunk = orders.slice(at, at + batch);
    const answer = await gateway.queryTransactions({ orders: chunk });
    if (answer.kind === 'failed') throw new CheckoutError('gateway_no_answer', `The query failed: ${answer.reason}`);
    for (const { transaction, status: meaning } of answer.transactions) {
      const { order_no: orderNo = '', transaction_id: transactionId = '', amount = '', currency = '' } = transaction;
      if (meaning === 'not_found' || meaning === 'declined' || transactionId === '') continue;
      // A payment without a number whose outcome is open is asked about by itself and may turn out to be it.
      if ((await store.findPaymentByTransaction(transactionId)) !== undefined) continue;
      lost.push({ orderNo, transactionId, meaning, amount, currency });
    }
    tell(Math.min(at + chunk.length, orders.length));
  }
  return { closed, lost };
}

/** Orders of sessions that were unpaid in the copy and young enough to have been paid after it was made. */
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

/** Orders of contracts that run on: their renewals were told to the database before this one, and only once. */
async function readContractOrders(store: RecoveryDeps['store']): Promise<string[]> {
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
