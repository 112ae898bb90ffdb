// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  CreatePayout,
  GatewayResponseFields,
  IssuingOrPayoutResponseBody,
} from '../../../shared/contract/merchant/operations.ts';
import type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';
import type { ApiCallDefinition, CallOptions, WriteOptions } from '../call.ts';

export type {
  CreatePayout,
  GatewayResponseFields,
  IssuingOrPayoutResponseBody,
} from '../../../shared/contract/merchant/operations.ts';
export type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';

/** `tillgate.payouts` */
export interface PayoutsApi {
  /**
   * Pay out to a beneficiary.
   *
   * Sent once for each request_id. Default: derived from the Idempotency-Key.
   *
   * `POST /v1/payouts`, scope `payout`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_unreachable`, or a code of each
   * call
   * @example
   * await tillgate.payouts.create({ payment_currency: 'EUR', payment_amount: '100.00' });
   */
  create(body: CreatePayout, options?: WriteOptions): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Ask about payouts.
   *
   * The interface shows no fields of this operation: the given fields are sent and the response is returned, card
   * numbers truncated and bank accounts reduced to the last four.
   *
   * `POST /v1/payouts/query`, scope `read`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.payouts.query();
   */
  query(body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
}

export const payoutsEndpoints = {
  create: { method: 'POST', path: '/payouts', input: 'body', isRead: false },
  query: { method: 'POST', path: '/payouts/query', input: 'body', isRead: true },
} as const satisfies Record<keyof PayoutsApi, ApiCallDefinition>;
