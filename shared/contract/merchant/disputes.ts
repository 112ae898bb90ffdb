import * as z from '../../zod.ts';
import { Amount, Currency } from '../../interface/formats.ts';
import { UtcTime } from './utc-time.ts';

/** A dispute that the shopper's issuer raised, as the merchant API reports it. */
export const Dispute = z.object({
  id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  payment_id: z.string(),
  transaction_id: z.string(),
  status: z.enum(['received', 'won', 'lost']),
  reason: z.nullable(z.string()),
  code: z.nullable(z.string()),
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  shopper_email: z.nullable(z.string()),
  /** The deadline of the response; null if no person recorded it and the gateway profile has no `dispute_days`. */
  due_at: z.nullable(UtcTime),
  /** `recorded`: by a person. `estimated`: `dispute_days` of the gateway profile after the dispute was received. */
  due_by: z.nullable(z.enum(['recorded', 'estimated'])),
  created_at: UtcTime,
  updated_at: UtcTime,
});
export type Dispute = z.infer<typeof Dispute>;
