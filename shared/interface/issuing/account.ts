import * as z from 'zod/mini';
import { informational, informationalList, signedFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(signedFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const AccountBalance = z.looseObject({
  total_amount_usd: informational.number,
  exchange_rate_time: informational.text,
  currency_details: informationalList(
    z.looseObject({ currency: informational.text, amount: informational.number, exchange_rate: informational.number }),
  ),
});
export type AccountBalance = z.infer<typeof AccountBalance>;
