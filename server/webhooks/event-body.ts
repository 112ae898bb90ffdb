import type {
  EndpointDelivery,
  ListedWebhookEvent,
  WebhookEventBody,
} from '../../shared/contract/merchant/webhook-events.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import type {
  EndpointDeliveryRecord,
  ListedWebhookEvent as ListedWebhookEventRecord,
  WebhookEventRecord,
} from '../store/index.ts';

/** A webhook event as the merchant API returns it. */
export function toApiWebhookEvent(event: WebhookEventRecord): WebhookEventBody {
  return {
    id: event.id,
    type: event.type,
    ref: event.ref,
    data: event.data,
    state: event.state,
    attempts: event.attempts,
    created_at: toIsoUtcTime(event.created_at),
    delivered_at: event.delivered_at === null ? null : toIsoUtcTime(event.delivered_at),
  };
}

/** An event of a list as the merchant API returns it. */
export function toApiListedWebhookEvent(event: ListedWebhookEventRecord): ListedWebhookEvent {
  return {
    ...toApiWebhookEvent(event),
    last_status: event.last_status,
    next_delivery_at: event.next_delivery_at === null ? null : toIsoUtcTime(event.next_delivery_at),
  };
}

/** An event at one endpoint as the merchant API returns it. */
export function toApiEndpointDelivery(own: EndpointDeliveryRecord): EndpointDelivery {
  return {
    name: own.endpoint,
    state: own.state,
    attempts: own.attempts,
    delivered_at: own.delivered_at === null ? null : toIsoUtcTime(own.delivered_at),
  };
}
