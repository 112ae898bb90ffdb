import { describeError } from '../observability/index.ts';
import type { PaymentRecord, SessionRecord } from '../store/index.ts';
import { queryPayment } from './query-payment.ts';
import type { PaymentDeps } from '../context/index.ts';
import { isQueriedOnSchedule } from './transition-table.ts';

/** The most queries that returns of the browser cause for one payment. */
const MAX_RETURN_QUERIES = 10;

/**
 * Handles a browser that returns from the issuer. Its parameters have no effect: the return only triggers a query.
 * Returns the payment and its session after it; undefined without a session.
 * @throws CheckoutError `store_unavailable`
 */
export async function handleShopperReturn(
  deps: PaymentDeps,
  payment: PaymentRecord,
): Promise<{ payment: PaymentRecord; session: SessionRecord } | undefined> {
  const session = await deps.store.findSession(payment.session_id);
  if (session === undefined) return undefined;
  if (!isQueriedOnSchedule(payment.status)) return { payment, session };
  const returned = await markReturned(deps, payment);
  return { payment: await queryAfterReturn(deps, returned), session };
}

async function markReturned(deps: PaymentDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  if (payment.returned_at !== null) return payment;
  const at = deps.now();
  const marked = await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { returned_at: at },
    session: 'keep',
    event: { kind: 'returned', detail: {} },
    at,
  });
  return marked ?? (await deps.store.findPayment(payment.id)) ?? payment;
}

async function queryAfterReturn(deps: PaymentDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  try {
    if (!(await deps.store.takeReturnQuery(payment.id, MAX_RETURN_QUERIES))) return payment;
    return (await queryPayment(deps, payment)).payment;
  } catch (error) {
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'the query after a return failed');
    return payment;
  }
}
