import { describeError } from '../observability/index.ts';
import type { PaymentRecord, SessionRecord } from '../store/index.ts';
import { queryPayment } from './query-payment.ts';
import type { Deps } from '../context/index.ts';
import { isUnsettled } from './transition-table.ts';

/** Queries that the browser's comings and goings may cause for one payment, however often it reloads. */
const MAX_RETURN_QUERIES = 10;

/**
 * The shopper's browser came back from the issuer. Nothing it brings is believed; it only makes us ask the gateway.
 * Returns the payment and its session as they are then; undefined for an id that does not exist.
 */
export async function handleReturn(
  deps: Deps,
  paymentId: string,
): Promise<{ payment: PaymentRecord; session: SessionRecord } | undefined> {
  const payment = await deps.store.findPayment(paymentId);
  const session = payment === undefined ? undefined : await deps.store.findSession(payment.session_id);
  if (payment === undefined || session === undefined) return undefined;
  if (!isUnsettled(payment.status)) return { payment, session };
  const returned = await markReturned(deps, payment);
  return { payment: await ask(deps, returned), session };
}

async function markReturned(deps: Deps, payment: PaymentRecord): Promise<PaymentRecord> {
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

async function ask(deps: Deps, payment: PaymentRecord): Promise<PaymentRecord> {
  try {
    if (!(await deps.store.takeReturnQuery(payment.id, MAX_RETURN_QUERIES))) return payment;
    return (await queryPayment(deps, payment)).payment;
  } catch (error) {
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'checking after a return failed');
    return payment;
  }
}
