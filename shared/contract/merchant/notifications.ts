import * as z from 'zod/mini';
import { Moment } from './moment.ts';

/** A notification that reports what no digest covers, and that acts only once a person accepts it. */
export const ReportedNotification = z.object({
  /** For `POST /v1/payments/{id}/accept`. */
  id: z.string(),
  at: Moment,
  /** The notification's webhooks_type; `PAYMENT` where it has none. */
  type: z.string(),
  /** Whether its digest is one of the merchant's. */
  verified: z.boolean(),
  /** Whether it came to the address that only the gateway was told, or to one that a browser has seen. */
  address: z.enum(['secret', 'public']),
  /** What accepting it lets act: a saved card, a subscription, a dispute or its end. */
  reports: z.array(z.enum(['token_id', 'recurring_id', 'webhooks_type'])),
  transaction_id: z.nullable(z.string()),
  recurring_id: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** The dispute's chargeback_reason. */
  reason: z.nullable(z.string()),
});
export type ReportedNotification = z.infer<typeof ReportedNotification>;
