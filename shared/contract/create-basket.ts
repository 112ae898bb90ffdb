import * as z from '../zod.ts';
import { requiredText } from '../interface/formats.ts';

/** The body of `POST /checkout/sessions`: a basket of a shop without a back end. The companion sets the prices. */
export const CreateBasketSession = z.strictObject({
  items: z
    .array(z.strictObject({ sku: requiredText(100), quantity: z.int().check(z.gte(1), z.lte(999)) }))
    .check(z.minLength(1), z.maxLength(50)),
  /** The page's language. */
  locale: z.optional(
    z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')),
  ),
});
export type CreateBasketSession = z.infer<typeof CreateBasketSession>;

/** The session opened for a basket. */
export interface BasketSession {
  session_id: string;
  token: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}
