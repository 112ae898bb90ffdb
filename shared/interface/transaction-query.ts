import * as z from 'zod/mini';
import { AccountId, EncryptionData, LIMITS, MerchantId } from './identifiers.ts';

/** Comma-separated numbers, at most 100 (interface-gaps, "query transaction"). */
const NumberList = z
  .string()
  .check(
    z.refine((value) => value.split(',').length <= LIMITS.query_orders, 'at most 100 numbers, separated by commas'),
  );

/** Query transaction: which orders or transactions to report on (interface 4.10; interface-gaps). Sent as a form. */
export const TransactionQueryRequest = z.strictObject({
  merchant_id: MerchantId,
  account_id: AccountId,
  orders: z.optional(NumberList),
  trades: z.optional(NumberList),
  encryption_data: EncryptionData,
});
export type TransactionQueryRequest = z.infer<typeof TransactionQueryRequest>;

const loose = z.optional(z.union([z.string(), z.number()]));

/** One transaction that the gateway knows (interface-gaps, "query transaction"). */
export const QueriedTransaction = z.object({
  amount: loose,
  currency: z.optional(z.string()),
  order_no: z.optional(z.string()),
  payment_status: loose,
  query_result: loose,
  reference_no: loose,
  transaction_date: loose,
  transaction_id: z.optional(z.string()),
  website: z.optional(z.string()),
});
export type QueriedTransaction = z.infer<typeof QueriedTransaction>;

/** The answer to a transaction query. */
export const TransactionQueryResponse = z.object({
  merchant_id: z.optional(z.string()),
  account_id: z.optional(z.string()),
  return_status: loose,
  return_message: z.optional(z.string()),
  orders_list: z.optional(z.array(QueriedTransaction)),
  antifraud_provider: z.optional(z.string()),
  fraud_check_result: z.optional(z.array(z.object({ check_items: z.optional(z.string()), status: loose }))),
  is3ds: loose,
  encryption_data: z.optional(z.string()),
});
export type TransactionQueryResponse = z.infer<typeof TransactionQueryResponse>;
