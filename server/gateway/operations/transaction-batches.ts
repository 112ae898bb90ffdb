import { CheckoutError } from '../../../shared/errors.ts';
import {
  CancelRequest,
  CancelResponse,
  CaptureRequest,
  CaptureResponse,
  type TransactionOrder,
} from '../../../shared/interface/captures.ts';
import {
  UpdateOrdersRequest,
  UpdateOrdersResponse,
  type OrderUpdate,
} from '../../../shared/interface/order-updates.ts';
import {
  ReviewRequest,
  ReviewResponse,
  type ReviewRequestItem,
  type ReviewResultItem,
} from '../../../shared/interface/reviews.ts';
import { call, type Answer } from '../call.ts';
import type { GatewayContext } from '../context.ts';
import { matchItems } from '../match-items.ts';
import type { BatchAnswer } from './refunds.ts';

export type UpdateOrdersAnswer = Answer<UpdateOrdersResponse>;
export type ReviewAnswer = BatchAnswer<ReviewRequestItem, ReviewResultItem, ReviewResponse>;
type CaptureResult = NonNullable<CaptureResponse['capture_orders']>[number];
type CancelResult = NonNullable<CancelResponse['cancel_orders']>[number];
export type CaptureAnswer = BatchAnswer<TransactionOrder, CaptureResult, CaptureResponse>;
export type CancelAnswer = BatchAnswer<TransactionOrder, CancelResult, CancelResponse>;

const idsOf = (items: readonly { transaction_id: string }[]): { transaction_ids: string[] } => ({
  transaction_ids: items.map((item) => item.transaction_id),
});

/**
 * Tells the outcome of risk-scored orders: `POST /v1/updateOrders` (interface 4.3), 1 to 50 at a time. The answer
 * speaks of the batch as a whole.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export function updateOrders(context: GatewayContext, items: readonly OrderUpdate[]): Promise<UpdateOrdersAnswer> {
  return call(context, {
    operation: 'updateOrders',
    request: UpdateOrdersRequest,
    response: UpdateOrdersResponse,
    fields: { update_orders: items },
    values: idsOf(items),
  });
}

/**
 * Approves or rejects held transactions: `POST /v1/review` (interface 4.5), 1 to 100 at a time.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function review(context: GatewayContext, items: readonly ReviewRequestItem[]): Promise<ReviewAnswer> {
  const answer = await call(context, {
    operation: 'review',
    request: ReviewRequest,
    response: ReviewResponse,
    fields: { review_orders: items },
    values: idsOf(items),
    list: 'review_orders',
  });
  if (answer.kind !== 'answered') return answer;
  return { ...answer, items: matchItems(context, items, answer.response.review_orders ?? [], 'review_status') };
}

/**
 * Captures transactions: `POST /v1/capture` (interface 4.10; shape by interface-gaps), 1 to 50 at a time, or what the profile's
 * `batch_limits` says.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function capture(context: GatewayContext, items: readonly TransactionOrder[]): Promise<CaptureAnswer> {
  refuseMore('capture_orders', items, context.profile.batch_limits.capture);
  const answer = await call(context, {
    operation: 'capture',
    request: CaptureRequest,
    response: CaptureResponse,
    fields: { capture_orders: items },
    values: idsOf(items),
    list: 'capture_orders',
  });
  if (answer.kind !== 'answered') return answer;
  return { ...answer, items: matchItems(context, items, answer.response.capture_orders ?? [], 'capture_status') };
}

/**
 * Cancels transactions: `POST /v1/cancel` (interface 4.10; shape by interface-gaps), 1 to 50 at a time, or what the profile's
 * `batch_limits` says.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function cancel(context: GatewayContext, items: readonly TransactionOrder[]): Promise<CancelAnswer> {
  refuseMore('cancel_orders', items, context.profile.batch_limits.cancel);
  const answer = await call(context, {
    operation: 'cancel',
    request: CancelRequest,
    response: CancelResponse,
    fields: { cancel_orders: items },
    values: idsOf(items),
    list: 'cancel_orders',
  });
  if (answer.kind !== 'answered') return answer;
  return { ...answer, items: matchItems(context, items, answer.response.cancel_orders ?? [], 'cancel_status') };
}

function refuseMore(path: string, items: readonly unknown[], max: number): void {
  if (items.length <= max) return;
  const rule = `at most ${String(max)} entries`;
  throw new CheckoutError('gateway_invalid_request', undefined, { fields: [{ path, code: 'too_many', rule }] });
}
