import * as z from '../../zod.ts';
import { informationalIssuingValue, informationalIssuingList, issuingAuthenticationFields } from './formats.ts';

/** `POST /api/account/balance` (interface 4.9, marked there as under development). */
export const QueryBalanceRequest = z.strictObject(issuingAuthenticationFields);
export type QueryBalanceRequest = z.infer<typeof QueryBalanceRequest>;

/** The company's balance (interface 2.5). */
export const CompanyBalance = z.looseObject({
  total_amount_usd: informationalIssuingValue.number,
  exchange_rate_time: informationalIssuingValue.text,
  currency_details: informationalIssuingList(
    z.looseObject({
      currency: informationalIssuingValue.text,
      amount: informationalIssuingValue.number,
      exchange_rate: informationalIssuingValue.number,
    }),
  ),
});
export type CompanyBalance = z.infer<typeof CompanyBalance>;
