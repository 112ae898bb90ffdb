import * as z from '../zod.ts';
import {
  batchItemsSchemaOf,
  batchResponseFields,
  acquiringAuthenticationFields,
  informationalResponseText,
  decisiveResponseText,
} from './batch.ts';
import { FIELD_LIMITS, textOrEmpty } from './formats.ts';

/** IDs of a list in one field (gateway-profile.md; the list syntax is the profile's). */
const NumberList = textOrEmpty(FIELD_LIMITS.value_list);

/** The orders or transactions to query (interface 4.10; gateway-profile.md). Sent as a form. */
export const TransactionQueryRequest = z.strictObject({
  merchant_id: acquiringAuthenticationFields.merchant_id,
  account_id: acquiringAuthenticationFields.account_id,
  orders: z.optional(NumberList),
  trades: z.optional(NumberList),
  encryption_data: acquiringAuthenticationFields.encryption_data,
});
export type TransactionQueryRequest = z.infer<typeof TransactionQueryRequest>;

/** One transaction in the result (gateway-profile.md). */
export const QueriedTransaction = z.object({
  amount: decisiveResponseText,
  currency: decisiveResponseText,
  order_no: decisiveResponseText,
  payment_status: decisiveResponseText,
  query_result: decisiveResponseText,
  reference_no: informationalResponseText,
  /** yyyyMMddHHmmss */
  transaction_date: informationalResponseText,
  transaction_id: decisiveResponseText,
  website: informationalResponseText,
});
export type QueriedTransaction = z.infer<typeof QueriedTransaction>;

/** With the token of a saved card, if the gateway sends one; the token is neither shown nor passed on. */
export const QueriedTransactionWithToken = z.extend(QueriedTransaction, { token_id: informationalResponseText });
export type QueriedTransactionWithToken = z.infer<typeof QueriedTransactionWithToken>;

/** The other fields of a transaction query's response, as received. */
export const TransactionQueryResponseSummary = z.object({
  return_status: z.optional(z.string()),
  return_message: z.optional(z.string()),
  antifraud_provider: z.optional(z.unknown()),
  fraud_check_result: z.optional(z.unknown()),
  is3ds: z.optional(z.unknown()),
});
export type TransactionQueryResponseSummary = z.infer<typeof TransactionQueryResponseSummary>;

/** The response to a transaction query. */
export const TransactionQueryResponseBody = z.object({
  ...batchResponseFields,
  orders_list: batchItemsSchemaOf(QueriedTransactionWithToken),
  // Informational fields whose types the interface does not show; any value is accepted.
  antifraud_provider: z.optional(z.unknown()),
  fraud_check_result: z.optional(z.unknown()),
  is3ds: z.optional(z.unknown()),
});
export type TransactionQueryResponseBody = z.infer<typeof TransactionQueryResponseBody>;
