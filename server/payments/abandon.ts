import type { Outcome } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import { queryPayment } from './query-payment.ts';
import { trackBackgroundWork, type PaymentDeps } from '../context/index.ts';
import { isAbandonable, readSessionOutcome } from '../sessions/index.ts';

/** The dependencies of an abandonment. */
export interface AbandonDeps extends PaymentDeps {
  /** Abandonments of this process that are under way, by payment. */
  abandons: Map<string, Promise<void>>;
}

/**
 * The most queries that the shopper causes for one payment: those of the browser's returns, and a few more. Queries after
 * notifications are counted apart.
 */
const MAX_ABANDON_QUERIES = 20;

/**
 * Abandons a payment when the shopper closes a challenge or chooses another way to pay. The gateway is queried first. The
 * session is free again only if the payment is pending or not found there. A late result of the abandoned payment is
 * still applied. Concurrent calls share one query. After {@link MAX_ABANDON_QUERIES} only the schedule queries.
 * @throws CheckoutError `store_unavailable`
 */
export async function abandonPayment(deps: AbandonDeps, session: SessionRecord): Promise<Outcome> {
  if (session.active_payment_id !== null) await abandonOnce(deps, session.active_payment_id);
  return readSessionOutcome(deps, (await deps.store.findSession(session.id)) ?? session);
}

function abandonOnce(deps: AbandonDeps, paymentId: string): Promise<void> {
  const underway = deps.abandons.get(paymentId);
  if (underway !== undefined) return underway;
  const done = trackBackgroundWork(
    deps,
    abandon(deps, paymentId).finally(() => deps.abandons.delete(paymentId)),
  );
  deps.abandons.set(paymentId, done);
  return done;
}

async function abandon(deps: AbandonDeps, paymentId: string): Promise<void> {
  const payment = await deps.store.findPayment(paymentId);
  if (payment === undefined || !isAbandonable(payment, deps.now())) return;
  if (!(await deps.store.takeReturnQuery(paymentId, MAX_ABANDON_QUERIES))) return;
  const check = await queryPayment(deps, payment);
  const waits = check.meaning === 'pending' || check.meaning === 'not_found';
  if (!waits || !isAbandonable(check.payment, deps.now())) return;
  await applyPaymentResult(deps, paymentId, { status: 'abandoned', source: 'shopper' });
}
