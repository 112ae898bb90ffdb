// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  ListedWebhookEvent,
  WebhookEventBody,
  WebhookEventWithDeliveries,
} from '../../../shared/contract/merchant/webhook-events.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type {
  ListedWebhookEvent,
  WebhookEventBody,
  WebhookEventWithDeliveries,
} from '../../../shared/contract/merchant/webhook-events.ts';

export interface ListEventsQuery {
  type?: string | undefined;
  state?: 'waiting' | 'delivered' | 'given_up' | 'none' | undefined;
  ref?: string | undefined;
  account?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListEventsResponse {
  events: ListedWebhookEvent[];
  next_cursor: string | null;
}

export interface RedeliverEventRequest {
  endpoint?: string | undefined;
}

/** `tillgate.events` */
export interface EventsApi {
  /**
   * List events for the shop, newest first.
   *
   * `GET /v1/events`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const event of tillgate.events.list()) console.log(event);
   */
  list(query?: ListEventsQuery, options?: CallOptions): PagedList<ListEventsResponse, ListedWebhookEvent>;
  /**
   * One event with its deliveries.
   *
   * `GET /v1/events/{id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.events.get(id);
   */
  get(id: string, options?: CallOptions): Promise<WebhookEventWithDeliveries>;
  /**
   * Deliver an event again.
   *
   * `POST /v1/events/{id}/redeliver`, scope `pay`.
   * @throws TillgateError `not_found`, `invalid_request`, or a code of each call
   * @example
   * await tillgate.events.redeliver(id);
   */
  redeliver(id: string, body?: RedeliverEventRequest, options?: WriteOptions): Promise<WebhookEventBody>;
}

export const eventsEndpoints = {
  list: { method: 'GET', path: '/events', input: 'query', isRead: true, list: 'events' },
  get: { method: 'GET', path: '/events/:id', isRead: true },
  redeliver: { method: 'POST', path: '/events/:id/redeliver', input: 'body', isRead: false },
} as const satisfies Record<keyof EventsApi, ApiCallDefinition>;
