import { CheckoutError } from '../../shared/errors.ts';
import type { SessionRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { requireSession } from './require-session.ts';

/**
 * Ends an open session early; idempotent.
 * @throws CheckoutError `not_found`; `wrong_state` while a payment is in progress or after it was paid
 */
export async function expireSession(deps: Pick<PaymentDeps, 'store' | 'changes'>, id: string): Promise<SessionRecord> {
  const ended = await deps.store.expireIdleSession(id);
  const session = await requireSession(deps, id);
  if (!ended && session.status !== 'expired') {
    throw new CheckoutError('wrong_state', 'A session that is paid or has a payment under way cannot be ended.');
  }
  deps.changes.announce(id);
  return session;
}
