import type { Outcome } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/store.ts';
import { checkPayment } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { isAbandonable } from './outcome.ts';
import { readOutcome } from './session-view.ts';
import { settle } from './settle.ts';

/**
 * The shopper closes a challenge or wants to pay another way. The gateway is asked first; only when it answers and
 * still waits for the shopper, or knows of no such payment, the session is free again. A late result of the abandoned
 * payment is still recorded.
 */
export async function abandonPayment(deps: PaymentDeps, session: SessionRecord): Promise<Outcome> {
  const payment = session.activePaymentId === null ? undefined : await deps.store.findPayment(session.activePaymentId);
  if (payment !== undefined && isAbandonable(payment, deps.now())) {
    const check = await checkPayment(deps, payment);
    const waits = check.meaning === 'pending' || check.meaning === 'not_found';
    if (waits && isAbandonable(check.payment, deps.now())) {
      await settle(deps, payment.id, { kind: 'abandoned', source: 'shopper' });
    }
  }
  return readOutcome(deps, (await deps.store.findSession(session.id)) ?? session);
}
