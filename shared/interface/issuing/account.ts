import * as z from 'zod/mini';
import { lenientField, lenientList, issuingAuthenticationFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(issuingAuthenticationFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const AccountBalance = z.looseObject({
  total_amount_usd: lenientField.number,
  exchange_rate_time: lenientField.text,
  currency_details: lenientList(
    z.looseObject({ currency: lenientField.text, amount: lenientField.number, exchange_rate: lenientField.number }),
  ),
});
export type AccountBalance = z.infer<typeof AccountBalance>;
