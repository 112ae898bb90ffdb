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
  TransactionIdOfAnySystem,
  requiredText,
} from './formats.ts';

/** By default 1: approve, 0: reject (gateway-profile.md). */
export const ReviewFlag = requiredText(20);

/** The review of one held transaction (interface 2.4, review request item). */
export const ReviewRequestItem = z.strictObject({
  transaction_id: TransactionIdOfAnySystem,
  order_no: OrderNoOfAnySystem,
  currency: Currency,
  amount: Amount,
  review_flag: ReviewFlag,
});
export type ReviewRequestItem = z.infer<typeof ReviewRequestItem>;

/** `POST /v1/review` (interface 4.5). */
export const ReviewRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  review_orders: z.array(ReviewRequestItem).check(z.minLength(1), z.maxLength(FIELD_LIMITS.review_orders)),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** The result of one review (interface 2.4, review result item). */
export const ReviewResultItem = z.object({
  amount: decisiveResponseText,
  currency: decisiveResponseText,
  /** Empty where there is no error. */
  error_message: informationalResponseText,
  order_no: decisiveResponseText,
  review_flag: informationalResponseText,
  review_status: decisiveResponseText,
  transaction_id: decisiveResponseText,
});
export type ReviewResultItem = z.infer<typeof ReviewResultItem>;

export const ReviewResponseBody = z.object({
  ...batchResponseFields,
  review_orders: batchItemsSchemaOf(ReviewResultItem),
});
export type ReviewResponseBody = z.infer<typeof ReviewResponseBody>;
