import * as z from '../../zod.ts';
import { Amount, Currency, textOrEmpty } from '../../interface/formats.ts';
import { UtcTime } from './utc-time.ts';

/** The body of `POST /v1/subscriptions/{recurring_id}/cancel`; contract_name only for a subscription made elsewhere. */
export const CancelSubscription = z.strictObject({ contract_name: z.optional(textOrEmpty()) });
export type CancelSubscription = z.infer<typeof CancelSubscription>;

/** A subscription with its renewals. */
export const Subscription = z.object({
  recurring_id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  contract_name: z.string(),
  session_id: z.string(),
  payment_id: z.string(),
  shopper_email: z.nullable(z.string()),
  currency: Currency,
  amount: Amount,
  recurring_deduction_period: z.nullable(z.string()),
  recurring_deduction_time: z.nullable(z.string()),
  status: z.enum(['Active', 'Inactived']),
  /** A cancellation was sent and its outcome is unknown; cancel again, or resolve it. */
  cancel_unknown: z.boolean(),
  created_at: UtcTime,
  updated_at: UtcTime,
});
export type Subscription = z.infer<typeof Subscription>;
