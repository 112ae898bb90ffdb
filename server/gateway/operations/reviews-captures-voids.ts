import { CheckoutError } from '../../../shared/errors.ts';
import {
  CancelRequest,
  CancelResponseBody,
  CaptureRequest,
  CaptureResponseBody,
  type CaptureOrCancelItem,
} from '../../../shared/interface/captures.ts';
import {
  UpdateOrdersRequest,
  UpdateOrdersResponseBody,
  type OrderUpdate,
} from '../../../shared/interface/order-updates.ts';
import {
  ReviewRequest,
  ReviewResponseBody,
  type ReviewRequestItem,
  type ReviewResultItem,
} from '../../../shared/interface/reviews.ts';
import { callAcquiringOperation, type AcquiringCallResult } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';
import { matchBatchResults } from '../match-items.ts';
import type { BatchCallResult } from './refunds.ts';

export type UpdateOrdersCallResult = AcquiringCallResult<UpdateOrdersResponseBody>;
export type ReviewCallResult = BatchCallResult<ReviewRequestItem, ReviewResultItem, ReviewResponseBody>;
type CaptureResult = NonNullable<CaptureResponseBody['capture_orders']>[number];
type CancelResult = NonNullable<CancelResponseBody['cancel_orders']>[number];
export type CaptureCallResult = BatchCallResult<CaptureOrCancelItem, CaptureResult, CaptureResponseBody>;
export type CancelCallResult = BatchCallResult<CaptureOrCancelItem, CancelResult, CancelResponseBody>;

const digestValuesOf = (items: readonly { transaction_id: string }[]): { transaction_ids: string[] } => ({
  transaction_ids: items.map((item) => item.transaction_id),
});

/**
 * Reports the outcome of risk-scored orders: `POST /v1/updateOrders` (interface 4.3), 1 to 50 at a time. The response
 * has one status for the whole batch.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export function updateOrders(
  context: GatewayCallContext,
  items: readonly OrderUpdate[],
): Promise<UpdateOrdersCallResult> {
  return callAcquiringOperation(context, {
    operation: 'updateOrders',
    request: UpdateOrdersRequest,
    response: UpdateOrdersResponseBody,
    fields: { update_orders: items },
    digestValues: digestValuesOf(items),
  });
}

/**
 * Approves or rejects held transactions: `POST /v1/review` (interface 4.5), 1 to 100 at a time.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function review(
  context: GatewayCallContext,
  items: readonly ReviewRequestItem[],
): Promise<ReviewCallResult> {
  const answer = await callAcquiringOperation(context, {
    operation: 'review',
    request: ReviewRequest,
    response: ReviewResponseBody,
    fields: { review_orders: items },
    digestValues: digestValuesOf(items),
    list: 'review_orders',
    isBatch: true,
  });
  if (answer.kind !== 'completed') return answer;
  return {
    ...answer,
    items: matchBatchResults(context, items, answer.response.review_orders ?? [], 'review_status'),
  };
}

/**
 * Captures transactions: `POST /v1/capture` (interface 4.10; shape by gateway-profile.md), 1 to 50 at a time, or what the profile's
 * `batch_limits` says.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function capture(
  context: GatewayCallContext,
  items: readonly CaptureOrCancelItem[],
): Promise<CaptureCallResult> {
  refuseTooMany('capture_orders', items, context.profile.batch_limits.capture);
  const answer = await callAcquiringOperation(context, {
    operation: 'capture',
    request: CaptureRequest,
    response: CaptureResponseBody,
    fields: { capture_orders: items },
    digestValues: digestValuesOf(items),
    list: 'capture_orders',
    isBatch: true,
  });
  if (answer.kind !== 'completed') return answer;
  return {
    ...answer,
    items: matchBatchResults(context, items, answer.response.capture_orders ?? [], 'capture_status'),
  };
}

/**
 * Cancels transactions: `POST /v1/cancel` (interface 4.10; shape by gateway-profile.md), 1 to 50 at a time, or what the profile's
 * `batch_limits` says.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function cancel(
  context: GatewayCallContext,
  items: readonly CaptureOrCancelItem[],
): Promise<CancelCallResult> {
  refuseTooMany('cancel_orders', items, context.profile.batch_limits.cancel);
  const answer = await callAcquiringOperation(context, {
    operation: 'cancel',
    request: CancelRequest,
    response: CancelResponseBody,
    fields: { cancel_orders: items },
    digestValues: digestValuesOf(items),
    list: 'cancel_orders',
    isBatch: true,
  });
  if (answer.kind !== 'completed') return answer;
  return {
    ...answer,
    items: matchBatchResults(context, items, answer.response.cancel_orders ?? [], 'cancel_status'),
  };
}

function refuseTooMany(path: string, items: readonly unknown[], max: number): void {
  if (items.length <= max) return;
  const rule = `at most ${String(max)} entries`;
  throw new CheckoutError('gateway_invalid_request', undefined, { fields: [{ path, code: 'too_many', rule }] });
}
