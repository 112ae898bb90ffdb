// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  CreateRefunds,
  ListedRefund,
  Refund,
  RefundEntryResult,
  RefundStatus,
  SearchRefunds,
} from '../../../shared/contract/merchant/refunds.ts';
import type { RefundSearchResultItem } from '../../../shared/interface/refunds.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type {
  CreateRefunds,
  ListedRefund,
  Refund,
  RefundEntryResult,
  RefundStatus,
  SearchRefunds,
} from '../../../shared/contract/merchant/refunds.ts';
export type { RefundSearchResultItem } from '../../../shared/interface/refunds.ts';

export interface CreateRefundsResponse {
  refunds: RefundEntryResult[];
}

export interface ListRefundsQuery {
  status?: RefundStatus | undefined;
  payment_id?: string | undefined;
  order_no?: string | undefined;
  account?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListRefundsResponse {
  refunds: ListedRefund[];
  next_cursor: string | null;
}

export interface SearchRefundsResponse {
  refunds: RefundSearchResultItem[];
}

export interface ResolveRefundRequest {
  status: 'refunded' | 'refused';
  reason: string;
}

/** `tillgate.refunds` */
export interface RefundsApi {
  /**
   * Refund payments, whole or in part.
   *
   * Up to 500 entries; more than 50 go to the gateway in several requests. The response has a result for every
   * entry, in order; together they never exceed what was paid.
   *
   * `POST /v1/refunds`, scope `refund`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.refunds.create({
   *   refunds: [
   *     {
   *       payment_id: 'pay_...',
   *       refund_amount: '4.00',
   *       refund_reason: 'One cup was broken'
   *     }
   *   ]
   * });
   */
  create(body: CreateRefunds, options?: WriteOptions): Promise<CreateRefundsResponse>;
  /**
   * List refunds, newest first.
   *
   * `GET /v1/refunds`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const refund of tillgate.refunds.list()) console.log(refund);
   */
  list(query?: ListRefundsQuery, options?: CallOptions): PagedList<ListRefundsResponse, ListedRefund>;
  /**
   * One refund.
   *
   * `GET /v1/refunds/{id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.refunds.get(id);
   */
  get(id: string, options?: CallOptions): Promise<Refund>;
  /**
   * Look refunds up at the gateway.
   *
   * Returns the gateway’s result, and updates the stored refunds.
   *
   * `POST /v1/refunds/search`, scope `read`.
   * @throws TillgateError `gateway_invalid_request`, `gateway_refused`, `gateway_no_answer`,
   * `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.refunds.search({ orders: [ '...' ] });
   */
  search(body?: SearchRefunds, options?: CallOptions): Promise<SearchRefundsResponse>;
  /**
   * Resolve a refund whose outcome is unknown.
   *
   * `POST /v1/refunds/{id}/resolve`, scope `resolve`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.refunds.resolve(id, { status: 'refunded', reason: 'Seen in the portal' });
   */
  resolve(id: string, body: ResolveRefundRequest, options?: WriteOptions): Promise<Refund>;
}

export const refundsEndpoints = {
  create: { method: 'POST', path: '/refunds', input: 'body', isRead: false },
  list: { method: 'GET', path: '/refunds', input: 'query', isRead: true, list: 'refunds' },
  get: { method: 'GET', path: '/refunds/:id', isRead: true },
  search: { method: 'POST', path: '/refunds/search', input: 'body', isRead: true },
  resolve: { method: 'POST', path: '/refunds/:id/resolve', input: 'body', isRead: false },
} as const satisfies Record<keyof RefundsApi, ApiCallDefinition>;
