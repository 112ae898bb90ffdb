import * as z from '../../zod.ts';
import { UtcTime } from './utc-time.ts';

export const WebhookEventBody = z.object({
  id: z.string(),
  type: z.string(),
  /** The ID of its subject. */
  ref: z.string(),
  data: z.looseObject({}),
  /**
   * `waiting` until no endpoint has to receive it any more, then `given_up` if one did not. `none`: no endpoint receives
   * such events.
   */
  state: z.enum(['waiting', 'delivered', 'given_up', 'none']),
  /** At all endpoints. */
  attempts: z.int(),
  created_at: UtcTime,
  delivered_at: z.nullable(UtcTime),
});
export type WebhookEventBody = z.infer<typeof WebhookEventBody>;

/** An event in a list. */
export const ListedWebhookEvent = z.extend(WebhookEventBody, {
  /** The status of the latest response, of an endpoint that has not accepted the event if there is one; null without a response. */
  last_status: z.nullable(z.int()),
  /** The earliest delivery that is planned; null without any. */
  next_delivery_at: z.nullable(UtcTime),
});
export type ListedWebhookEvent = z.infer<typeof ListedWebhookEvent>;

/** An event at one webhook endpoint. */
export const EndpointDelivery = z.object({
  /** The name of the endpoint; `default` is that of TILLGATE_WEBHOOK_URL. */
  name: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.int(),
  delivered_at: z.nullable(UtcTime),
});
export type EndpointDelivery = z.infer<typeof EndpointDelivery>;

export const DeliveryAttemptBody = z.object({
  /** The name of the endpoint. */
  endpoint: z.string(),
  at: UtcTime,
  /** The status of the shop's response; null without a response. */
  status: z.nullable(z.int()),
  /** Why there is no response, in words for a person; null with one. */
  error: z.nullable(z.string()),
  duration_ms: z.int(),
});
export type DeliveryAttemptBody = z.infer<typeof DeliveryAttemptBody>;

export const WebhookEventWithDeliveries = z.extend(WebhookEventBody, {
  endpoints: z.array(EndpointDelivery),
  deliveries: z.array(DeliveryAttemptBody),
});

/** Without an endpoint: to all that receive such events. */
export const RedeliverEvent = z.strictObject({ endpoint: z.optional(z.string()) });
export type WebhookEventWithDeliveries = z.infer<typeof WebhookEventWithDeliveries>;
