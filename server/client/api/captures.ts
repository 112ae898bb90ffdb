// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  CreateCaptures,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type {
  CreateCaptures,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';

export interface CreateCapturesResponse {
  captures: PaymentActionResultBody[];
}

/** `tillgate.captures` */
export interface CapturesApi {
  /**
   * Capture up to 500 held payments, or transactions made elsewhere.
   *
   * The entries are split into requests of the size that the gateway takes. A transaction made elsewhere is named
   * by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.
   *
   * `POST /v1/captures`, scope `pay`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.captures.create({ captures: [ { payment_id: 'pay_...' } ] });
   */
  create(body: CreateCaptures, options?: WriteOptions): Promise<CreateCapturesResponse>;
}

export const capturesEndpoints = {
  create: { method: 'POST', path: '/captures', input: 'body', isRead: false },
} as const satisfies Record<keyof CapturesApi, ApiCallDefinition>;
