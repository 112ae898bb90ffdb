// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { Dispute } from '../../../shared/contract/merchant/disputes.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { Dispute } from '../../../shared/contract/merchant/disputes.ts';

export interface ListDisputesQuery {
  status?: 'received' | 'won' | 'lost' | undefined;
  account?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListDisputesResponse {
  disputes: Dispute[];
  next_cursor: string | null;
}

export interface SetDisputeDeadlineRequest {
  due_at: string | null;
}

/** `tillgate.disputes` */
export interface DisputesApi {
  /**
   * List disputes of all payments, newest first.
   *
   * `GET /v1/disputes`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const dispute of tillgate.disputes.list()) console.log(dispute);
   */
  list(query?: ListDisputesQuery, options?: CallOptions): PagedList<ListDisputesResponse, Dispute>;
  /**
   * Record the deadline of a dispute.
   *
   * The interface has no deadline: read it in the gateway’s portal. `null` removes a recorded one.
   *
   * `POST /v1/disputes/{id}/deadline`, scope `resolve`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.disputes.setDeadline(id, { due_at: '...' });
   */
  setDeadline(id: string, body: SetDisputeDeadlineRequest, options?: WriteOptions): Promise<Dispute>;
}

export const disputesEndpoints = {
  list: { method: 'GET', path: '/disputes', input: 'query', isRead: true, list: 'disputes' },
  setDeadline: { method: 'POST', path: '/disputes/:id/deadline', input: 'body', isRead: false },
} as const satisfies Record<keyof DisputesApi, ApiCallDefinition>;
