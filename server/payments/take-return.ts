import { describeError } from '../observability/log.ts';
import type { PaymentRecord, SessionRecord } from '../store/store.ts';
import { checkPayment } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { isUnsettled } from './states.ts';

/** Queries that the browser's comings and goings may cause for one payment, however often it reloads. */
const MAX_RETURN_QUERIES = 10;

/**
 * The shopper's browser came back from the issuer. Nothing it brings is believed; it only makes us ask the gateway.
 * Returns the payment and its session as they are then; undefined for an id that does not exist.
 */
export async function takeReturn(
  deps: PaymentDeps,
  paymentId: string,
): Promise<{ payment: PaymentRecord; session: SessionRecord } | undefined> {
  const payment = await deps.store.findPayment(paymentId);
  const session = payment === undefined ? undefined : await deps.store.findSession(payment.session_id);
  if (payment === undefined || session === undefined) return undefined;
  if (!isUnsettled(payment.status)) return { payment, session };
  const returned = await markReturned(deps, payment);
  return { payment: await ask(deps, returned), session };
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

async function ask(deps: PaymentDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  try {
    if (!(await deps.store.takeReturnQuery(payment.id, MAX_RETURN_QUERIES))) return payment;
    return (await checkPayment(deps, payment)).payment;
  } catch (error) {
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'checking after a return failed');
    return payment;
  }
}
