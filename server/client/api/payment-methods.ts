// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { GatewayResponseFields, OptimiseMethods } from '../../../shared/contract/merchant/operations.ts';
import type { ApiCallDefinition, CallOptions } from '../call.ts';

export type { GatewayResponseFields, OptimiseMethods } from '../../../shared/contract/merchant/operations.ts';

/** `tillgate.paymentMethods` */
export interface PaymentMethodsApi {
  /**
   * List payment methods by their acceptance.
   *
   * `POST /v1/payment-methods/optimise`, scope `read`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.paymentMethods.optimise({ currency: 'EUR', amount: '24.00', shopper_email: 'ana@example.com' });
   */
  optimise(body: OptimiseMethods, options?: CallOptions): Promise<GatewayResponseFields>;
}

export const paymentMethodsEndpoints = {
  optimise: { method: 'POST', path: '/payment-methods/optimise', input: 'body', isRead: true },
} as const satisfies Record<keyof PaymentMethodsApi, ApiCallDefinition>;
