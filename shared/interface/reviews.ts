import * as z from 'zod/mini';
import {
  responseItems,
  batchResponseFields,
  acquiringAuthenticationFields,
  responseText,
  requestText,
} from './batch.ts';
import { Amount, Currency, FIELD_LIMITS, ExistingOrderNo, ExistingTransactionId, requiredText } from './formats.ts';

/** By default 1: approve, 0: reject (gateway-profile.md). */
export const ReviewFlag = requiredText(20);

/** The review of one held transaction (interface 2.4, review request item). */
export const ReviewRequestItem = z.strictObject({
  transaction_id: ExistingTransactionId,
  order_no: ExistingOrderNo,
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
  amount: requestText,
  currency: requestText,
  /** Empty where there is no error. */
  error_message: responseText,
  order_no: requestText,
  review_flag: responseText,
  review_status: requestText,
  transaction_id: requestText,
});
export type ReviewResultItem = z.infer<typeof ReviewResultItem>;

export const ReviewResponseBody = z.object({
  ...batchResponseFields,
  review_orders: responseItems(ReviewResultItem),
});
export type ReviewResponseBody = z.infer<typeof ReviewResponseBody>;
