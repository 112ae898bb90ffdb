// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  CreateReviews,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type {
  CreateReviews,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';

export interface CreateReviewsResponse {
  reviews: PaymentActionResultBody[];
}

/** `tillgate.reviews` */
export interface ReviewsApi {
  /**
   * Approve or reject up to 500 held payments.
   *
   * More than 100 entries go to the gateway in several requests. A transaction made elsewhere is named by
   * transaction_id, order_no, currency and amount; it is not stored.
   *
   * `POST /v1/reviews`, scope `pay`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.reviews.create({ reviews: [ { payment_id: 'pay_...', decision: 'approve' } ] });
   */
  create(body: CreateReviews, options?: WriteOptions): Promise<CreateReviewsResponse>;
}

export const reviewsEndpoints = {
  create: { method: 'POST', path: '/reviews', input: 'body', isRead: false },
} as const satisfies Record<keyof ReviewsApi, ApiCallDefinition>;
