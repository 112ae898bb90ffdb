import { CheckoutError } from '../../shared/errors.ts';
import { INACTIVED } from '../../shared/interface/subscriptions.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { Deps } from '../context/index.ts';
import type { SubscriptionRecord } from '../store/index.ts';
import { storeCancellation } from './cancel-subscription.ts';

/**
 * A person says whether a contract is ended at the gateway, of which the interface tells nothing.
 * @throws CheckoutError `not_found`; `wrong_state` as long as the answer to its cancellation may come
 */
export async function resolveSubscription(
  deps: Deps,
  recurringId: string,
  word: { status: 'cancelled' | 'active'; reason: string },
): Promise<SubscriptionRecord> {
  const known = await deps.store.findSubscription(recurringId);
  if (known === undefined) throw new CheckoutError('not_found', 'There is no such subscription.');
  // Of what a clock far ahead has sent, nobody can tell the age, and the person is believed.
  const isYoung = Math.abs(deps.now() - known.updated_at) < deps.settings.answerDeadline;
  if (known.cancel_unknown && isYoung)
    throw new CheckoutError('wrong_state', 'The gateway may still answer; look again in a minute or two.');
  const status = word.status === 'cancelled' ? INACTIVED : 'Active';
  if (known.status === status && !known.cancel_unknown) return known;
  // A person may take back what they said: only a contract that is called active can be cancelled.
  const after = await storeCancellation(deps, recurringId, { status, cancel_unknown: false });
  const facts = { payment_id: known.payment_id, from: known.status, to: status, source: 'person' };
  deps.log.info({ ...facts, reason: maskCardNumbers(word.reason) }, 'subscription resolved');
  return after ?? known;
}
