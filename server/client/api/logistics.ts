// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { GatewayResponseFields } from '../../../shared/contract/merchant/operations.ts';
import type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type { GatewayResponseFields } from '../../../shared/contract/merchant/operations.ts';
export type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';

/** `tillgate.logistics` */
export interface LogisticsApi {
  /**
   * Upload logistics information in a batch.
   *
   * The interface shows no fields of this operation: the given fields are sent and the response is returned, card
   * numbers truncated and bank accounts reduced to the last four.
   *
   * `POST /v1/logistics`, scope `pay`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.logistics.upload();
   */
  upload(body?: UndocumentedFields, options?: WriteOptions): Promise<GatewayResponseFields>;
}

export const logisticsEndpoints = {
  upload: { method: 'POST', path: '/logistics', input: 'body', isRead: false },
} as const satisfies Record<keyof LogisticsApi, ApiCallDefinition>;
