// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  CreateCancellations,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type {
  CreateCancellations,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';

export interface CreateCancellationsResponse {
  cancellations: PaymentActionResultBody[];
}

/** `tillgate.cancellations` */
export interface CancellationsApi {
  /**
   * Cancel up to 500 payments, or transactions made elsewhere.
   *
   * The entries are split into requests of the size that the gateway takes. A transaction made elsewhere is named
   * by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.
   *
   * `POST /v1/cancellations`, scope `pay`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.cancellations.create({ cancellations: [ { payment_id: 'pay_...' } ] });
   */
  create(body: CreateCancellations, options?: WriteOptions): Promise<CreateCancellationsResponse>;
}

export const cancellationsEndpoints = {
  create: { method: 'POST', path: '/cancellations', input: 'body', isRead: false },
} as const satisfies Record<keyof CancellationsApi, ApiCallDefinition>;
