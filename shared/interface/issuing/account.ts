import * as z from 'zod/mini';
import { answered, signedFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(signedFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const AccountBalance = z.looseObject({
  total_amount_usd: answered.number,
  exchange_rate_time: answered.text,
  currency_details: z.optional(
    z.nullable(
      z.array(z.looseObject({ currency: answered.text, amount: answered.number, exchange_rate: answered.number })),
    ),
  ),
});
export type AccountBalance = z.infer<typeof AccountBalance>;
