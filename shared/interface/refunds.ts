import * as z from '../zod.ts';
import {
  batchItemsSchemaOf,
  batchResponseFields,
  acquiringAuthenticationFields,
  informationalResponseText,
  decisiveResponseText,
} from './batch.ts';
import {
  Amount,
  Currency,
  FIELD_LIMITS,
  OrderNoOfAnySystem,
  PositiveAmount,
  RefundReference,
  TransactionIdOfAnySystem,
  textOrEmpty,
} from './formats.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals } from '../money.ts';

/** Refuses decimals in the refunded amount if the currency has none, unless the payment itself has decimals. */
export const refuseUnsupportedRefundDecimals = z.refine<{
  currency?: string | undefined;
  amount?: string | undefined;
  refund_amount: string;
}>(
  ({ currency, amount, refund_amount }) =>
    !hasUnsupportedDecimals(refund_amount, currency) || hasUnsupportedDecimals(amount, currency),
  { error: WHOLE_UNITS_RULE_TEXT, path: ['refund_amount'] },
);

/** One refund (interface 2.4, refund request item). */
export const RefundRequestItem = z
  .strictObject({
    transaction_id: TransactionIdOfAnySystem,
    order_no: OrderNoOfAnySystem,
    currency: Currency,
    /** The paid amount. */
    amount: Amount,
    /** The amount to refund: the whole or a part. */
    refund_amount: PositiveAmount,
    refund_reason: textOrEmpty(),
    /** The merchant's own refund reference (gateway-profile.md). */
    refund_reference: z.optional(RefundReference),
  })
  .check(refuseUnsupportedRefundDecimals);
export type RefundRequestItem = z.infer<typeof RefundRequestItem>;

/** `POST /v1/refund` (interface 4.4). */
export const RefundRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  refund_orders: z.array(RefundRequestItem).check(z.minLength(1), z.maxLength(FIELD_LIMITS.refund_orders)),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** The result of one refund (interface 2.4, refund result item). */
export const RefundResultItem = z.object({
  amount: decisiveResponseText,
  currency: decisiveResponseText,
  order_no: decisiveResponseText,
  refund_amount: decisiveResponseText,
  /** `<code>:<message>` */
  refund_message: informationalResponseText,
  refund_reason: informationalResponseText,
  refund_reference: decisiveResponseText,
  /** transaction_id, hyphen, sequence number. */
  refund_reference_id: decisiveResponseText,
  refund_status: decisiveResponseText,
  transaction_id: decisiveResponseText,
});
export type RefundResultItem = z.infer<typeof RefundResultItem>;

export const RefundResponseBody = z.object({
  ...batchResponseFields,
  refund_orders: batchItemsSchemaOf(RefundResultItem),
});
export type RefundResponseBody = z.infer<typeof RefundResponseBody>;

/** Values of a list in one field, at most 100 of them, or none (interface 4.6; the list syntax is the profile's). */
const valueList = textOrEmpty(FIELD_LIMITS.value_list);

/** `POST /v1/retrievalRefund`, form-encoded (interface 4.6). */
export const RefundSearchRequest = z.strictObject({
  merchant_id: acquiringAuthenticationFields.merchant_id,
  account_id: acquiringAuthenticationFields.account_id,
  /** Order numbers. */
  refund_orders: valueList,
  /** The service's references: refund_reference_id. */
  refund_references: valueList,
  /** The merchant's own references: refund_reference. */
  merchant_refunds: valueList,
  encryption_data: acquiringAuthenticationFields.encryption_data,
});
export type RefundSearchRequest = z.infer<typeof RefundSearchRequest>;

/** One refund in the search result (interface 2.4, refund search result item). */
export const RefundSearchResultItem = z.object({
  transaction_id: decisiveResponseText,
  order_no: decisiveResponseText,
  amount: decisiveResponseText,
  refund_status: decisiveResponseText,
  payment_status: informationalResponseText,
  refund_amount: decisiveResponseText,
  refund_reference: decisiveResponseText,
  currency: decisiveResponseText,
  refund_reason: informationalResponseText,
  refund_reference_id: decisiveResponseText,
  /** yyyyMMddHHmmss */
  refund_date: informationalResponseText,
  /** Shape not shown; empty until the refund is processed. */
  refund_processing_date: decisiveResponseText,
});
export type RefundSearchResultItem = z.infer<typeof RefundSearchResultItem>;

export const RefundSearchResponseBody = z.object({
  ...batchResponseFields,
  refund_orders: batchItemsSchemaOf(RefundSearchResultItem),
});
export type RefundSearchResponseBody = z.infer<typeof RefundSearchResponseBody>;
