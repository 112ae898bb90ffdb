import * as z from 'zod/mini';
import { beside, listBeside, signedFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(signedFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const AccountBalance = z.looseObject({
  total_amount_usd: beside.number,
  exchange_rate_time: beside.text,
  currency_details: listBeside(
    z.looseObject({ currency: beside.text, amount: beside.number, exchange_rate: beside.number }),
  ),
});
export type AccountBalance = z.infer<typeof AccountBalance>;
