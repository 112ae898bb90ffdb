import * as z from '../../zod.ts';
import { UtcTime } from './utc-time.ts';

/** A shopper's saved card as the shop's server sees it, without the gateway's token. */
export const MerchantSavedCard = z.object({
  /** Our own ID of the card; the element calls it `token_id`. */
  id: z.string(),
  shopper_id: z.string(),
  /** The account of the gateway that the card was saved in, and that it is charged in. */
  account: z.string(),
  brand: z.nullable(z.string()),
  bin: z.nullable(z.string()),
  last4: z.string(),
  /** `MM/YY` */
  expiry: z.nullable(z.string()),
  /** Whether it is the shopper's default card. */
  default: z.boolean(),
  created_at: UtcTime,
});
export type MerchantSavedCard = z.infer<typeof MerchantSavedCard>;

/** The result of deleting a saved card: false if there was none. */
export const DeletedSavedCard = z.object({ id: z.string(), deleted: z.boolean() });
export type DeletedSavedCard = z.infer<typeof DeletedSavedCard>;
