import { CheckoutError } from '../../shared/errors.ts';
import { SUBSCRIPTION_STATUS_INACTIVE } from '../../shared/interface/subscriptions.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { PaymentDeps } from '../context/index.ts';
import type { SubscriptionRecord } from '../store/index.ts';
import { storeCancellationResult } from './cancel-subscription.ts';

/**
 * Resolves by a person whether a subscription is cancelled at the gateway: the interface has no query for it.
 * @throws CheckoutError `not_found`; `wrong_state` while the response to its cancellation may still come
 */
export async function resolveSubscription(
  deps: PaymentDeps,
  recurringId: string,
  resolution: { status: 'cancelled' | 'active'; reason: string },
): Promise<SubscriptionRecord> {
  const known = await deps.store.findSubscription(recurringId);
  if (known === undefined) throw new CheckoutError('not_found', 'There is no such subscription.');
  // The age of a request that a clock far ahead has sent is unknown, so the person decides.
  const isYoung = Math.abs(deps.now() - known.updated_at) < deps.settings.answerDeadline;
  if (known.cancel_unknown && isYoung)
    throw new CheckoutError('wrong_state', 'The gateway may still respond; try again in a minute or two.');
  const status = resolution.status === 'cancelled' ? SUBSCRIPTION_STATUS_INACTIVE : 'Active';
  if (known.status === status && !known.cancel_unknown) return known;
  // A person may revert an earlier resolution: only an active subscription can be cancelled.
  const after = await storeCancellationResult(deps, recurringId, { status, cancel_unknown: false });
  const facts = { payment_id: known.payment_id, from: known.status, to: status, source: 'person' };
  deps.log.info({ ...facts, reason: maskCardNumbers(resolution.reason) }, 'subscription resolved');
  return after ?? known;
}
