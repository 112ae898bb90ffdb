import * as z from '../../zod.ts';
import { UtcTime } from './utc-time.ts';

/** A notification with fields that no digest covers; it takes effect once a person accepts it. */
export const HeldNotificationBody = z.object({
  /** For `POST /v1/payments/{id}/accept`. */
  id: z.string(),
  at: UtcTime,
  /** The notification's webhooks_type; `PAYMENT` where it has none. */
  type: z.string(),
  /** What the profile takes that type for; null for a type that it does not list. */
  kind: z.nullable(
    z.enum([
      'payment',
      'review_result',
      'dispute_received',
      'dispute_result',
      'refund_received',
      'refund_accepted',
      'refund_result',
    ]),
  ),
  /** Whether its digest is valid under one of the merchant's keys. */
  verified: z.boolean(),
  /** Whether it came to the secret address that only the gateway received, or to one that a browser has seen. */
  address: z.enum(['secret', 'public']),
  /** The effects of accepting it: a saved card, a subscription, a dispute or its end. */
  reports: z.array(z.enum(['token_id', 'recurring_id', 'webhooks_type'])),
  transaction_id: z.nullable(z.string()),
  recurring_id: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** The dispute's chargeback_reason. */
  reason: z.nullable(z.string()),
});
export type HeldNotificationBody = z.infer<typeof HeldNotificationBody>;
