import * as z from 'zod/mini';
import { Moment } from './moment.ts';

/** A dispute that the shopper's issuer raised, as the merchant API reports it. */
export const Dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  transaction_id: z.string(),
  status: z.enum(['received', 'won', 'lost']),
  reason: z.nullable(z.string()),
  code: z.nullable(z.string()),
  created_at: Moment,
  updated_at: Moment,
});
export type Dispute = z.infer<typeof Dispute>;
