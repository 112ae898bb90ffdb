import * as z from 'zod/mini';
import { FIELD_LENGTH_BOUNDS, FIELD_LIMITS } from '../../interface/formats.ts';
import { optionalIdList } from './batches.ts';

/** The body of `POST /v1/transactions/query`. */
export const QueryTransactions = z.strictObject({
  orders: optionalIdList(FIELD_LENGTH_BOUNDS.order_no),
  transactions: optionalIdList(FIELD_LIMITS.transaction_id),
});
export type QueryTransactions = z.infer<typeof QueryTransactions>;
