import * as z from '../../zod.ts';
import { MAX_PROFILE_FIELD_LENGTHS, FIELD_LIMITS } from '../../interface/formats.ts';
import { optionalIdList } from './batches.ts';

/** The body of `POST /v1/transactions/query`. */
export const QueryTransactions = z.strictObject({
  orders: optionalIdList(MAX_PROFILE_FIELD_LENGTHS.order_no),
  transactions: optionalIdList(FIELD_LIMITS.transaction_id),
});
export type QueryTransactions = z.infer<typeof QueryTransactions>;
