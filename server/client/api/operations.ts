// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { IssuingOrPayoutOperation, IssuingOrPayoutStatus } from '../../../shared/contract/merchant/operations.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { IssuingOrPayoutOperation, IssuingOrPayoutStatus } from '../../../shared/contract/merchant/operations.ts';

export interface ListOperationsQuery {
  operation?: string | undefined;
  status?: IssuingOrPayoutStatus | undefined;
  account?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListOperationsResponse {
  operations: IssuingOrPayoutOperation[];
  next_cursor: string | null;
}

export interface ResolveOperationRequest {
  status: 'succeeded' | 'refused';
  reason: string;
}

/** `tillgate.operations` */
export interface OperationsApi {
  /**
   * List payouts and issuing operations, newest first.
   *
   * `GET /v1/operations`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const operation of tillgate.operations.list()) console.log(operation);
   */
  list(query?: ListOperationsQuery, options?: CallOptions): PagedList<ListOperationsResponse, IssuingOrPayoutOperation>;
  /**
   * One payout or issuing operation.
   *
   * `GET /v1/operations/{id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.operations.get(id);
   */
  get(id: string, options?: CallOptions): Promise<IssuingOrPayoutOperation>;
  /**
   * Resolve an operation whose outcome is unknown.
   *
   * `POST /v1/operations/{id}/resolve`, scope `resolve`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.operations.resolve(id, { status: 'succeeded', reason: 'Seen in the portal' });
   */
  resolve(id: string, body: ResolveOperationRequest, options?: WriteOptions): Promise<IssuingOrPayoutOperation>;
}

export const operationsEndpoints = {
  list: { method: 'GET', path: '/operations', input: 'query', isRead: true, list: 'operations' },
  get: { method: 'GET', path: '/operations/:id', isRead: true },
  resolve: { method: 'POST', path: '/operations/:id/resolve', input: 'body', isRead: false },
} as const satisfies Record<keyof OperationsApi, ApiCallDefinition>;
