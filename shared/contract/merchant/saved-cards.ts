import * as z from 'zod/mini';
import { Moment } from './moment.ts';

/** A card that the gateway keeps for a shopper, as the shop's server sees it. The gateway's token is not in it. */
export const MerchantSavedCard = z.object({
  /** Our own name of it; the element calls it `token_id`. */
  id: z.string(),
  shopper_id: z.string(),
  brand: z.nullable(z.string()),
  bin: z.nullable(z.string()),
  last4: z.string(),
  /** `MM/YY` */
  expiry: z.nullable(z.string()),
  created_at: Moment,
});
export type MerchantSavedCard = z.infer<typeof MerchantSavedCard>;

/** What became of forgetting a card: false where there was none. */
export const DeletedSavedCard = z.object({ id: z.string(), deleted: z.boolean() });
