// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { GatewayResponseFields } from '../../../shared/contract/merchant/operations.ts';
import type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';
import type { ApiCallDefinition, CallOptions } from '../call.ts';

export type { GatewayResponseFields } from '../../../shared/contract/merchant/operations.ts';
export type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';

/** `tillgate.balance` */
export interface BalanceApi {
  /**
   * What can be paid out.
   *
   * The interface shows no fields of this operation: the given fields are sent and the response is returned, card
   * numbers truncated and bank accounts reduced to the last four.
   *
   * `POST /v1/balance/payout`, scope `read`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.balance.queryPayout();
   */
  queryPayout(body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
  /**
   * Payments that are not settled yet.
   *
   * The interface shows no fields of this operation: the given fields are sent and the response is returned, card
   * numbers truncated and bank accounts reduced to the last four.
   *
   * `POST /v1/balance/unsettled`, scope `read`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.balance.queryUnsettledAmount();
   */
  queryUnsettledAmount(body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
}

export const balanceEndpoints = {
  queryPayout: { method: 'POST', path: '/balance/payout', input: 'body', isRead: true },
  queryUnsettledAmount: { method: 'POST', path: '/balance/unsettled', input: 'body', isRead: true },
} as const satisfies Record<keyof BalanceApi, ApiCallDefinition>;
