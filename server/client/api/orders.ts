// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { ReportRiskOutcomes } from '../../../shared/contract/merchant/risk-outcomes.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type { ReportRiskOutcomes } from '../../../shared/contract/merchant/risk-outcomes.ts';

export interface UpdateOrdersResponse {
  orders: {
    transaction_id: string | null;
    status: 'accepted' | 'refused' | 'unknown' | 'not_sent';
    error: { code: string; detail: string } | null;
  }[];
}

/** `tillgate.orders` */
export interface OrdersApi {
  /**
   * Report the results of payments to the gateway’s risk product.
   *
   * Scored payments are reported automatically, unless TILLGATE_RISK_UPDATES is off.
   *
   * `POST /v1/orders/update`, scope `pay`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.orders.update({ orders: [ { payment_id: 'pay_...', status: '0', ispass3d: '0' } ] });
   */
  update(body: ReportRiskOutcomes, options?: WriteOptions): Promise<UpdateOrdersResponse>;
}

export const ordersEndpoints = {
  update: { method: 'POST', path: '/orders/update', input: 'body', isRead: false },
} as const satisfies Record<keyof OrdersApi, ApiCallDefinition>;
