// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { CreateSession, SessionStatus } from '../../../shared/contract/create-session.ts';
import type { CreatedSession, Session, UpdatedSession } from '../../../shared/contract/merchant/sessions.ts';
import type { UpdateSession } from '../../../shared/contract/update-session.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { CreateSession, SessionStatus } from '../../../shared/contract/create-session.ts';
export type { CreatedSession, Session, UpdatedSession } from '../../../shared/contract/merchant/sessions.ts';
export type { UpdateSession } from '../../../shared/contract/update-session.ts';

export interface ListSessionsQuery {
  status?: SessionStatus | undefined;
  held?: true | undefined;
  order_no?: string | undefined;
  account?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListSessionsResponse {
  sessions: Session[];
  next_cursor: string | null;
}

/** `tillgate.sessions` */
export interface SessionsApi {
  /**
   * Open a session for one order.
   *
   * The shop’s server sets the items and the amount here; the browser cannot change them. The response holds the
   * token for the element or the hosted page, once.
   *
   * `POST /v1/sessions`, scope `pay`.
   * @throws TillgateError `reference_taken`, or a code of each call
   * @example
   * await tillgate.sessions.create({
   *   order_no: 'A-1001',
   *   currency: 'EUR',
   *   amount: '24.00',
   *   items: [
   *     {
   *       name: 'Morning mug',
   *       sku: 'MUG-1',
   *       unit_price: '12.00',
   *       quantity: 2
   *     }
   *   ],
   *   return_url: 'https://shop.example/thank-you'
   * });
   */
  create(body: CreateSession, options?: WriteOptions): Promise<CreatedSession>;
  /**
   * List sessions, newest first.
   *
   * `GET /v1/sessions`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const session of tillgate.sessions.list()) console.log(session);
   */
  list(query?: ListSessionsQuery, options?: CallOptions): PagedList<ListSessionsResponse, Session>;
  /**
   * One session with its outcome.
   *
   * `GET /v1/sessions/{id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.sessions.get(id);
   */
  get(id: string, options?: CallOptions): Promise<Session>;
  /**
   * Change the order of an open session.
   *
   * Given properties replace those of the session; the others stay. A form that shows the sum before pays nothing:
   * it shows the new one first.
   *
   * `PATCH /v1/sessions/{id}`, scope `pay`.
   * @throws TillgateError `not_found`, `version_conflict`, `payment_in_progress`, `session_closed`,
   * `session_expired`, or a code of each call
   * @example
   * await tillgate.sessions.update(id);
   */
  update(id: string, body?: UpdateSession, options?: WriteOptions): Promise<UpdatedSession>;
  /**
   * End an open session.
   *
   * `POST /v1/sessions/{id}/expire`, scope `pay`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.sessions.expire(id);
   */
  expire(id: string, options?: WriteOptions): Promise<Session>;
}

export const sessionsEndpoints = {
  create: { method: 'POST', path: '/sessions', input: 'body', isRead: false },
  list: { method: 'GET', path: '/sessions', input: 'query', isRead: true, list: 'sessions' },
  get: { method: 'GET', path: '/sessions/:id', isRead: true },
  update: { method: 'PATCH', path: '/sessions/:id', input: 'body', isRead: false },
  expire: { method: 'POST', path: '/sessions/:id/expire', isRead: false },
} as const satisfies Record<keyof SessionsApi, ApiCallDefinition>;
