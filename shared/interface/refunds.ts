import * as z from 'zod/mini';
import {
  responseItems,
  batchResponseFields,
  acquiringAuthenticationFields,
  responseText,
  requestText,
} from './batch.ts';
import {
  Amount,
  Currency,
  FIELD_LIMITS,
  ExistingOrderNo,
  PositiveAmount,
  RefundReference,
  ExistingTransactionId,
  textOrEmpty,
} from './formats.ts';
import { WHOLE_UNITS_RULE, hasUnsupportedDecimals } from '../money.ts';

/** Refuses decimals in the refunded amount if the currency has none, unless the payment itself has decimals. */
export const refuseRefundDecimals = z.refine<{
  currency?: string | undefined;
  amount?: string | undefined;
  refund_amount: string;
}>(
  ({ currency, amount, refund_amount }) =>
    !hasUnsupportedDecimals(refund_amount, currency) || hasUnsupportedDecimals(amount, currency),
  { error: WHOLE_UNITS_RULE, path: ['refund_amount'] },
);

/** One refund (interface 2.4, refund request item). */
export const RefundRequestItem = z
  .strictObject({
    transaction_id: ExistingTransactionId,
    order_no: ExistingOrderNo,
    currency: Currency,
    /** The paid amount. */
    amount: Amount,
    /** The amount to refund: the whole or a part. */
    refund_amount: PositiveAmount,
    refund_reason: textOrEmpty(),
    /** The merchant's own refund reference (gateway-profile.md). */
    refund_reference: z.optional(RefundReference),
  })
  .check(refuseRefundDecimals);
export type RefundRequestItem = z.infer<typeof RefundRequestItem>;

/** `POST /v1/refund` (interface 4.4). */
export const RefundRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  refund_orders: z.array(RefundRequestItem).check(z.minLength(1), z.maxLength(FIELD_LIMITS.refund_orders)),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** The result of one refund (interface 2.4, refund result item). */
export const RefundResultItem = z.object({
  amount: requestText,
  currency: requestText,
  order_no: requestText,
  refund_amount: requestText,
  /** `<code>:<message>` */
  refund_message: responseText,
  refund_reason: responseText,
  refund_reference: requestText,
  /** transaction_id, hyphen, sequence number. */
  refund_reference_id: requestText,
  refund_status: requestText,
  transaction_id: requestText,
});
export type RefundResultItem = z.infer<typeof RefundResultItem>;

export const RefundResponseBody = z.object({
  ...batchResponseFields,
  refund_orders: responseItems(RefundResultItem),
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
export const RefundSearchItem = z.object({
  transaction_id: requestText,
  order_no: requestText,
  amount: requestText,
  refund_status: requestText,
  payment_status: responseText,
  refund_amount: requestText,
  refund_reference: requestText,
  currency: requestText,
  refund_reason: responseText,
  refund_reference_id: requestText,
  /** yyyyMMddHHmmss */
  refund_date: responseText,
  /** Shape not shown; empty until the refund is processed. */
  refund_processing_date: requestText,
});
export type RefundSearchItem = z.infer<typeof RefundSearchItem>;

export const RefundSearchResponseBody = z.object({
  ...batchResponseFields,
  refund_orders: responseItems(RefundSearchItem),
});
export type RefundSearchResponseBody = z.infer<typeof RefundSearchResponseBody>;
