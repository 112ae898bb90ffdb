// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { CancelSubscription, Subscription } from '../../../shared/contract/merchant/subscriptions.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { CancelSubscription, Subscription } from '../../../shared/contract/merchant/subscriptions.ts';

export interface ListSubscriptionsQuery {
  status?: 'Active' | 'Inactived' | undefined;
  email?: string | undefined;
  account?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListSubscriptionsResponse {
  subscriptions: Subscription[];
  next_cursor: string | null;
}

export interface CancelSubscriptionResponse {
  recurring_id: string;
  status: 'cancelled' | 'unknown';
  subscription: Subscription | null;
}

export interface ResolveSubscriptionRequest {
  status: 'cancelled' | 'active';
  reason: string;
}

/** `tillgate.subscriptions` */
export interface SubscriptionsApi {
  /**
   * List subscriptions, newest first.
   *
   * `GET /v1/subscriptions`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const subscription of tillgate.subscriptions.list()) console.log(subscription);
   */
  list(query?: ListSubscriptionsQuery, options?: CallOptions): PagedList<ListSubscriptionsResponse, Subscription>;
  /**
   * One subscription; its payments are listed by recurring_id.
   *
   * `GET /v1/subscriptions/{recurring_id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.subscriptions.get(recurringId);
   */
  get(recurringId: string, options?: CallOptions): Promise<Subscription>;
  /**
   * Cancel a subscription at once.
   *
   * `POST /v1/subscriptions/{recurring_id}/cancel`, scope `pay`.
   * @throws TillgateError `not_found`, `gateway_invalid_request`, `gateway_misconfigured`, `gateway_refused`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.subscriptions.cancel(recurringId);
   */
  cancel(recurringId: string, body?: CancelSubscription, options?: WriteOptions): Promise<CancelSubscriptionResponse>;
  /**
   * Record whether a subscription is cancelled, if the outcome is unknown.
   *
   * A person checked the gateway’s portal after a cancellation whose response was lost. While that response may
   * still come: 409 `wrong_state`.
   *
   * `POST /v1/subscriptions/{recurring_id}/resolve`, scope `resolve`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.subscriptions.resolve(recurringId, { status: 'cancelled', reason: 'Seen in the portal' });
   */
  resolve(recurringId: string, body: ResolveSubscriptionRequest, options?: WriteOptions): Promise<Subscription>;
}

export const subscriptionsEndpoints = {
  list: { method: 'GET', path: '/subscriptions', input: 'query', isRead: true, list: 'subscriptions' },
  get: { method: 'GET', path: '/subscriptions/:recurring_id', isRead: true },
  cancel: { method: 'POST', path: '/subscriptions/:recurring_id/cancel', input: 'body', isRead: false },
  resolve: { method: 'POST', path: '/subscriptions/:recurring_id/resolve', input: 'body', isRead: false },
} as const satisfies Record<keyof SubscriptionsApi, ApiCallDefinition>;
