import { CancelSubscriptionRequest, CancelSubscriptionResponseBody } from '../../../shared/interface/subscriptions.ts';
import { callAcquiringOperation, type AcquiringCallResult } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';
import { statusOfWireValue } from '../profile/index.ts';

export type CancelSubscriptionCallResult = AcquiringCallResult<CancelSubscriptionResponseBody>;

/**
 * Cancels a subscription at once: `POST /v1/cancelsubscription` (interface 4.7). Its response has cancel_status and
 * error_message in place of return_status and return_message.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function cancelSubscription(
  context: GatewayCallContext,
  contract: { recurring_id: string; contract_name: string },
): Promise<CancelSubscriptionCallResult> {
  const answer = await callAcquiringOperation(context, {
    operation: 'cancelsubscription',
    request: CancelSubscriptionRequest,
    response: CancelSubscriptionResponseBody,
    fields: contract,
    statusFields: { status: 'cancel_status', message: 'error_message' },
  });
  if (answer.kind !== 'completed') return answer;
  const { recurring_id: said, cancel_status: status } = answer.response;
  if (said !== undefined && said !== '' && said !== contract.recurring_id) {
    return { kind: 'unknown', reason: 'recurring_id differs', mismatch: true };
  }
  // A response without a status is inconclusive about the subscription.
  return statusOfWireValue(context.profile, 'item_status', status) === 'accepted'
    ? answer
    : { kind: 'unknown', reason: 'cancel_status is not a known status', mismatch: false };
}
