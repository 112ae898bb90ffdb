import * as z from '../zod.ts';
import { CreateSession } from './create-session.ts';

/**
 * The body of `PATCH /v1/sessions/{id}`: each given property replaces the session's, whole; the others stay. Order
 * number, currency, shopper and methods do not change.
 */
export const UpdateSession = z.extend(
  z.partial(
    z.pick(CreateSession, {
      amount: true,
      items: true,
      item_total: true,
      shipping: true,
      handling: true,
      tax_total: true,
      insurance: true,
      shipping_discount: true,
      discount: true,
      cart_items: true,
      total_discount: true,
      installments: true,
      billing: true,
      delivery: true,
      note: true,
      custom: true,
      metadata: true,
    }),
  ),
  {
    /** The version that the change is based on. Default: the current one. */
    version: z.optional(z.int().check(z.gte(1))),
  },
);
export type UpdateSession = z.infer<typeof UpdateSession>;
