import * as z from 'zod/mini';
import { FIELD_LENGTH_BOUNDS, FIELD_LIMITS } from '../../interface/identifiers.ts';
import { batchListOf } from './batches.ts';

/** The body of `POST /v1/transactions/query`. */
export const QueryTransactions = z.strictObject({
  orders: batchListOf(FIELD_LENGTH_BOUNDS.order_no),
  transactions: batchListOf(FIELD_LIMITS.transaction_id),
});
export type QueryTransactions = z.infer<typeof QueryTransactions>;
