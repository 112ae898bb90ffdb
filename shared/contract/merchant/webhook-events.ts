import * as z from 'zod/mini';
import { UtcTime } from './utc-time.ts';

export const WebhookEventBody = z.object({
  id: z.string(),
  type: z.string(),
  /** The ID of its subject. */
  ref: z.string(),
  data: z.looseObject({}),
  /** `none`: there is no webhook address. */
  state: z.enum(['waiting', 'delivered', 'given_up', 'none']),
  attempts: z.int(),
  created_at: UtcTime,
  delivered_at: z.nullable(UtcTime),
});
export type WebhookEventBody = z.infer<typeof WebhookEventBody>;

export const DeliveryAttemptBody = z.object({
  at: UtcTime,
  /** The status of the shop's response; null without a response. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
});
export type DeliveryAttemptBody = z.infer<typeof DeliveryAttemptBody>;

export const WebhookEventWithDeliveries = z.extend(WebhookEventBody, { deliveries: z.array(DeliveryAttemptBody) });
export type WebhookEventWithDeliveries = z.infer<typeof WebhookEventWithDeliveries>;
