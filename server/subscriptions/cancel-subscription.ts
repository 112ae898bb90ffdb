import { CheckoutError } from '../../shared/errors.ts';
import { INACTIVED } from '../../shared/interface/subscriptions.ts';
import type { CancelSubscriptionResponse } from '../gateway/operations/cancel-subscription.ts';
import { toSubscriptionBody } from './subscription-body.ts';
import { keepRunning, type Deps, refusalText, toFailure, toGatewayError } from '../context/index.ts';
import type { SubscriptionRecord } from '../store/index.ts';

export interface CancelledSubscription {
  recurring_id: string;
  /**
   * `unknown`: nobody can say whether the gateway took it. Cancelling again is safe, and refused where it had: then a
   * person resolves it.
   */
  status: 'cancelled' | 'unknown';
  /** Undefined for a contract that was not made here. */
  subscription: SubscriptionRecord | undefined;
}

/**
 * Ends a recurring contract at once (interface 4.7): the shopper is not charged again.
 * @param contractName needed only for a contract that was not made here
 * @throws CheckoutError `not_found`, `gateway_refused`, `gateway_unreachable` or
 *   `gateway_invalid_request` (nothing was sent),
 *   `gateway_misconfigured`, `store_unavailable`
 */
export async function cancelSubscription(
  deps: Deps,
  recurringId: string,
  contractName: string | undefined,
): Promise<CancelledSubscription> {
  const known = await deps.store.findSubscription(recurringId);
  const name = known?.contract_name ?? contractName;
  if (name === undefined) {
    throw new CheckoutError('not_found', 'There is no such subscription; one made elsewhere needs its contract_name.');
  }
  if (known?.status === INACTIVED) return { recurring_id: recurringId, status: 'cancelled', subscription: known };
  // On disk first: should this process end now, the contract shows that a cancellation may have left.
  if (known !== undefined) await deps.store.updateSubscription(recurringId, { cancel_unknown: true }, deps.now());
  return keepRunning(deps, send(deps, { recurring_id: recurringId, contract_name: name }, known));
}

async function send(
  deps: Deps,
  contract: { recurring_id: string; contract_name: string },
  known: SubscriptionRecord | undefined,
): Promise<CancelledSubscription> {
  const answer = await ask(deps, contract);
  const { recurring_id } = contract;
  if (answer.kind === 'answered') {
    const subscription = await storeCancellation(deps, recurring_id, {
      status: INACTIVED,
      cancel_unknown: false,
    });
    return { recurring_id, status: 'cancelled', subscription };
  }
  if (answer.kind === 'unknown') {
    deps.log.alert('cancellation_outcome_unknown', { reason: answer.reason });
    const subscription = known === undefined ? undefined : await deps.store.findSubscription(recurring_id);
    return { recurring_id, status: 'unknown', subscription };
  }
  // Where an earlier cancellation may have arrived, a refusal of this one does not tell.
  await storeCancellation(deps, recurring_id, { cancel_unknown: known?.cancel_unknown ?? false });
  if (answer.kind === 'refused') throw new CheckoutError('gateway_refused', refusalText(answer.code, answer.message));
  throw toGatewayError(answer);
}

async function ask(
  deps: Deps,
  contract: { recurring_id: string; contract_name: string },
): Promise<CancelSubscriptionResponse> {
  try {
    return await deps.gateway.cancelSubscription(contract);
  } catch (error) {
    return toFailure(error);
  }
}

/** Writes down what is known of a subscription's end, and tells the shop of it. */
export function storeCancellation(
  deps: Deps,
  recurringId: string,
  changes: Partial<Pick<SubscriptionRecord, 'status' | 'cancel_unknown'>>,
): Promise<SubscriptionRecord | undefined> {
  return deps.store.updateSubscription(recurringId, changes, deps.now(), (after) =>
    changes.status === INACTIVED
      ? [deps.events.make('subscription.cancelled', after.recurring_id, toSubscriptionBody(after))]
      : [],
  );
}
