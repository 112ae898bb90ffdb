import * as z from 'zod/mini';
import { issuingResponseText, issuingResponseList, issuingAuthenticationFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(issuingAuthenticationFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const AccountBalance = z.looseObject({
  total_amount_usd: issuingResponseText.number,
  exchange_rate_time: issuingResponseText.text,
  currency_details: issuingResponseList(
    z.looseObject({
      currency: issuingResponseText.text,
      amount: issuingResponseText.number,
      exchange_rate: issuingResponseText.number,
    }),
  ),
});
export type AccountBalance = z.infer<typeof AccountBalance>;
