import type { Operation, WebhookEventBody } from '../../shared/contract/merchant/operations.ts';
import type { OperationRecord, WebhookEvent } from '../store/merchant-store.ts';
import { toMoment } from '../payments/bodies.ts';

/** Records as the merchant API and the webhooks show them. */

export function toOperationBody(operation: OperationRecord): Operation {
  return {
    id: operation.id,
    operation: operation.name,
    request_id: operation.request_id,
    order_id: operation.order_id,
    status: operation.status,
    request: operation.request,
    result: operation.result,
    code: operation.code,
    message: operation.message,
    alarm: operation.alarm,
    created_at: toMoment(operation.created_at),
    updated_at: toMoment(operation.updated_at),
  };
}

export function toWebhookEventBody(event: WebhookEvent): WebhookEventBody {
  return {
    id: event.id,
    type: event.type,
    ref: event.ref,
    data: event.data,
    state: event.state,
    attempts: event.attempts,
    created_at: toMoment(event.created_at),
    delivered_at: event.delivered_at === null ? null : toMoment(event.delivered_at),
  };
}
