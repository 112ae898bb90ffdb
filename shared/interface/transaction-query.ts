import * as z from 'zod/mini';
import { responseItems, batchResponseFields, identityFields, informationalText, decisiveText } from './batch.ts';
import { FIELD_LIMITS, text } from './identifiers.ts';

/** Numbers of a list in one field (interface-gaps, "query transaction"; the list syntax is the profile's). */
const NumberList = text(FIELD_LIMITS.value_list);

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
  amount: decisiveText,
  currency: decisiveText,
  order_no: decisiveText,
  payment_status: decisiveText,
  query_result: decisiveText,
  reference_no: informationalText,
  /** yyyyMMddHHmmss */
  transaction_date: informationalText,
  transaction_id: decisiveText,
  website: informationalText,
});
export type QueriedTransaction = z.infer<typeof QueriedTransaction>;

/** With the token of a card that the gateway keeps, where it says one; not shown, and never passed on. */
export const TransactionWithToken = z.extend(QueriedTransaction, { token_id: informationalText });
export type TransactionWithToken = z.infer<typeof TransactionWithToken>;

/** What the answer to a transaction query says beside its transactions, as it came. */
export const QueryResponseFacts = z.object({
  return_status: z.optional(z.string()),
  return_message: z.optional(z.string()),
  antifraud_provider: z.optional(z.unknown()),
  fraud_check_result: z.optional(z.unknown()),
  is3ds: z.optional(z.unknown()),
});
export type QueryResponseFacts = z.infer<typeof QueryResponseFacts>;

/** The answer to a transaction query. */
export const TransactionQueryResponseBody = z.object({
  ...batchResponseFields,
  orders_list: responseItems(TransactionWithToken),
  // Nothing hangs on what follows, and the interface does not show its types: no answer is refused for it.
  antifraud_provider: z.optional(z.unknown()),
  fraud_check_result: z.optional(z.unknown()),
  is3ds: z.optional(z.unknown()),
});
export type TransactionQueryResponseBody = z.infer<typeof TransactionQueryResponseBody>;
