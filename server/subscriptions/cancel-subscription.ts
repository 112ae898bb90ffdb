import { CheckoutError } from '../../shared/errors.ts';
import { SUBSCRIPTION_STATUS_INACTIVE } from '../../shared/interface/subscriptions.ts';
import type { CancelSubscriptionCallResult } from '../gateway/operations/cancel-subscription.ts';
import { toApiSubscription } from './subscription-body.ts';
import {
  trackBackgroundWork,
  type PaymentDeps,
  describeGatewayRefusal,
  gatewayCallFailureOfThrown,
  toGatewayReadError,
} from '../context/index.ts';
import type { SubscriptionRecord } from '../store/index.ts';

export interface SubscriptionCancellationResult {
  recurring_id: string;
  /**
   * `unknown`: the result of the cancellation is unknown. Cancelling again is idempotent; a refusal means that the first
   * one may have arrived, and a person resolves it.
   */
  status: 'cancelled' | 'unknown';
  /** Undefined for a subscription made elsewhere. */
  subscription: SubscriptionRecord | undefined;
}

/**
 * Cancels a subscription at once (interface 4.7): the shopper is not charged again.
 * @param contractName needed only for a subscription made elsewhere
 * @throws CheckoutError `not_found`, `gateway_refused`, `gateway_unreachable` or
 *   `gateway_invalid_request` (nothing was sent),
 *   `gateway_misconfigured`, `store_unavailable`
 */
export async function cancelSubscriptionById(
  deps: PaymentDeps,
  recurringId: string,
  contractName: string | undefined,
): Promise<SubscriptionCancellationResult> {
  const known = await deps.store.findSubscription(recurringId);
  const name = known?.contract_name ?? contractName;
  if (name === undefined) {
    throw new CheckoutError('not_found', 'There is no such subscription; one made elsewhere needs its contract_name.');
  }
  if (known?.status === SUBSCRIPTION_STATUS_INACTIVE)
    return { recurring_id: recurringId, status: 'cancelled', subscription: known };
  // Stored first: if this process ends now, the subscription shows that a cancellation may have been sent.
  if (known !== undefined) await deps.store.updateSubscription(recurringId, { cancel_unknown: true }, deps.now());
  return trackBackgroundWork(deps, send(deps, { recurring_id: recurringId, contract_name: name }, known));
}

async function send(
  deps: PaymentDeps,
  cancelled: { recurring_id: string; contract_name: string },
  known: SubscriptionRecord | undefined,
): Promise<SubscriptionCancellationResult> {
  const response = await callGateway(deps, cancelled);
  const { recurring_id } = cancelled;
  if (response.kind === 'completed') {
    const subscription = await storeCancellationResult(deps, recurring_id, {
      status: SUBSCRIPTION_STATUS_INACTIVE,
      cancel_unknown: false,
    });
    return { recurring_id, status: 'cancelled', subscription };
  }
  if (response.kind === 'unknown') {
    deps.log.alert('cancellation_outcome_unknown', { reason: response.reason });
    const subscription = known === undefined ? undefined : await deps.store.findSubscription(recurring_id);
    return { recurring_id, status: 'unknown', subscription };
  }
  // Where an earlier cancellation may have arrived, a refusal of this one is inconclusive.
  await storeCancellationResult(deps, recurring_id, { cancel_unknown: known?.cancel_unknown ?? false });
  if (response.kind === 'refused')
    throw new CheckoutError('gateway_refused', describeGatewayRefusal(response.code, response.message));
  throw toGatewayReadError(response);
}

async function callGateway(
  deps: PaymentDeps,
  subscription: { recurring_id: string; contract_name: string },
): Promise<CancelSubscriptionCallResult> {
  try {
    return await deps.gateway.cancelSubscription(subscription);
  } catch (error) {
    return gatewayCallFailureOfThrown(error);
  }
}

/**
 * Stores the result of a cancellation, with its webhook event.
 * @throws CheckoutError `store_unavailable`
 */
export function storeCancellationResult(
  deps: PaymentDeps,
  recurringId: string,
  changes: Partial<Pick<SubscriptionRecord, 'status' | 'cancel_unknown'>>,
): Promise<SubscriptionRecord | undefined> {
  return deps.store.updateSubscription(recurringId, changes, deps.now(), (after) =>
    changes.status === SUBSCRIPTION_STATUS_INACTIVE
      ? [deps.events.make('subscription.cancelled', after.recurring_id, toApiSubscription(after))]
      : [],
  );
}
