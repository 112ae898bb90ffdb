import * as z from 'zod/mini';
import { answeredItems, batchAnswerFields, identityFields, saidBeside, saidOrNot } from './batch.ts';
import { LIMITS } from './identifiers.ts';

/** Comma-separated numbers, at most 100 (interface-gaps, "query transaction"). */
const NumberList = z
  .string()
  .check(
    z.refine((value) => value.split(',').length <= LIMITS.query_orders, 'at most 100 numbers, separated by commas'),
  );

/** Query transaction: which orders or transactions to report on (interface 4.10; interface-gaps). Sent as a form. */
export const TransactionQueryRequest = z.strictObject({
  merchant_id: identityFields.merchant_id,
  account_id: identityFields.account_id,
  orders: z.optional(NumberList),
  trades: z.optional(NumberList),
  encryption_data: identityFields.encryption_data,
});
export type TransactionQueryRequest = z.infer<typeof TransactionQueryRequest>;

/** One transaction that the gateway knows (interface-gaps, "query transaction"). */
export const QueriedTransaction = z.object({
  amount: saidOrNot,
  currency: saidOrNot,
  order_no: saidOrNot,
  payment_status: saidOrNot,
  query_result: saidOrNot,
  reference_no: saidBeside,
  /** yyyyMMddHHmmss */
  transaction_date: saidBeside,
  transaction_id: saidOrNot,
  website: saidBeside,
});
export type QueriedTransaction = z.infer<typeof QueriedTransaction>;

/** With the token of a card that the gateway keeps, where it says one; not shown, and never passed on. */
export const BookedTransaction = z.extend(QueriedTransaction, { token_id: saidBeside });
export type BookedTransaction = z.infer<typeof BookedTransaction>;

/** The answer to a transaction query. */
export const TransactionQueryResponse = z.object({
  ...batchAnswerFields,
  orders_list: answeredItems(BookedTransaction),
  // Nothing hangs on what follows, and the interface does not show its types: no answer is refused for it.
  antifraud_provider: z.optional(z.unknown()),
  fraud_check_result: z.optional(z.unknown()),
  is3ds: z.optional(z.unknown()),
});
export type TransactionQueryResponse = z.infer<typeof TransactionQueryResponse>;
