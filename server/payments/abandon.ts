import type { Outcome } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { applyResult } from './apply-result.ts';
import { queryPayment } from './query-payment.ts';
import { keepRunning, type Deps } from '../context/index.ts';
import { isAbandonable, readOutcome } from '../sessions/index.ts';

/** What an abandonment works with. */
export interface AbandonDeps extends Deps {
  /** Abandonments of this process that are under way, by payment. */
  abandons: Map<string, Promise<void>>;
}

/**
 * Queries that the shopper's side may cause for one payment, all told: room for a few clicks after all that the browser's
 * returns may have used. The gateway's notifications have their own.
 */
const MAX_ABANDON_QUERIES = 20;

/**
 * The shopper closes a challenge or wants to pay another way. The gateway is asked first; only when it answers and
 * still waits for the shopper, or knows of no such payment, the session is free again. A late result of the abandoned
 * payment is still recorded. Whoever asks while the gateway is being asked joins, and after {@link MAX_ABANDON_QUERIES}
 * it is asked by the schedule alone.
 */
export async function abandonPayment(deps: AbandonDeps, session: SessionRecord): Promise<Outcome> {
  if (session.active_payment_id !== null) await abandonOnce(deps, session.active_payment_id);
  return readOutcome(deps, (await deps.store.findSession(session.id)) ?? session);
}

function abandonOnce(deps: AbandonDeps, paymentId: string): Promise<void> {
  const underway = deps.abandons.get(paymentId);
  if (underway !== undefined) return underway;
  const done = keepRunning(
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
  await applyResult(deps, paymentId, { status: 'abandoned', source: 'shopper' });
}
