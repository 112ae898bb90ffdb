// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { CreatedPayment, CreatePaymentRequest } from '../../../shared/contract/merchant/create-payment.ts';
import type {
  DetailedPayment,
  Payment,
  PaymentNote,
  PaymentStatus,
  SyncedPayment,
} from '../../../shared/contract/merchant/payments.ts';
import type {
  CapturePayment,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { CreatedPayment, CreatePaymentRequest } from '../../../shared/contract/merchant/create-payment.ts';
export type {
  DetailedPayment,
  Payment,
  PaymentNote,
  PaymentStatus,
  SyncedPayment,
} from '../../../shared/contract/merchant/payments.ts';
export type {
  CapturePayment,
  PaymentActionResultBody,
} from '../../../shared/contract/merchant/reviews-captures-voids.ts';

export interface ListPaymentsQuery {
  status?: PaymentStatus | undefined;
  order_no?: string | undefined;
  email?: string | undefined;
  transaction_id?: string | undefined;
  recurring_id?: string | undefined;
  search?: string | undefined;
  attention?: true | undefined;
  dispute_status?: 'received' | 'won' | 'lost' | undefined;
  account?: string | undefined;
  refunded?: true | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListPaymentsResponse {
  payments: Payment[];
  next_cursor: string | null;
}

export interface ResolvePaymentRequest {
  status: 'paid' | 'declined' | 'cancelled';
  reason: string;
  transaction_id?: string | undefined;
}

export interface AcceptHeldNotificationRequest {
  notification_id: string;
}

export interface AddPaymentNoteRequest {
  text: string;
}

/** `tillgate.payments` */
export interface PaymentsApi {
  /**
   * Charge a saved card without the shopper there.
   *
   * For orders to come and subscriptions that the shop runs. The body is a session’s order with `shopper.id`,
   * `saved_card_id` (default: the shopper’s default card) and `shopper_ip`. The profile’s `merchant_initiated`
   * marks the payment. `authentication_required`: send the shopper to `url`, where the same payment goes on. A
   * declined charge ends there; charge the order again with a new Idempotency-Key.
   *
   * `POST /v1/payments`, scope `pay`.
   * @throws TillgateError `reference_taken`, `payment_in_progress`, `session_closed`, `session_expired`,
   * `too_many_attempts`, `gateway_misconfigured`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.payments.create({
   *   order_no: 'A-1001',
   *   currency: 'EUR',
   *   amount: '24.00',
   *   return_url: 'https://shop.example/thank-you',
   *   shopper: {
   *     id: '...',
   *     email: '...'
   *   },
   *   shopper_ip: '192.0.2.1'
   * });
   */
  create(body: CreatePaymentRequest, options?: WriteOptions): Promise<CreatedPayment>;
  /**
   * List payments, newest first.
   *
   * `search` finds part of an order number or e-mail in any case, a whole transaction ID, the last four digits of
   * a card, or an amount. Payments with exactly that order number, transaction ID or e-mail come alone. A page of
   * a search looks through at most 15,000 payments, so it may be short or empty although older ones match: only a
   * `next_cursor` of null ends it.
   *
   * `GET /v1/payments`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const payment of tillgate.payments.list()) console.log(payment);
   */
  list(query?: ListPaymentsQuery, options?: CallOptions): PagedList<ListPaymentsResponse, Payment>;
  /**
   * One payment with its order, notes, timeline, disputes and unverified notifications.
   *
   * `GET /v1/payments/{id}`, scope `read`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.payments.get(id);
   */
  get(id: string, options?: CallOptions): Promise<DetailedPayment>;
  /**
   * Query the gateway for a payment now.
   *
   * `POST /v1/payments/{id}/sync`, scope `pay`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.payments.sync(id);
   */
  sync(id: string, options?: CallOptions): Promise<SyncedPayment>;
  /**
   * Capture a held payment.
   *
   * For the whole amount, or for `amount` where the gateway profile allows less (`partial_capture`); refunds then
   * go up to that. If the outcome is unknown, the payment is queried.
   *
   * `POST /v1/payments/{id}/capture`, scope `pay`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.payments.capture(id);
   */
  capture(id: string, body?: CapturePayment, options?: WriteOptions): Promise<PaymentActionResultBody>;
  /**
   * Cancel a payment.
   *
   * Cancels a payment without refunds; once it is settled, refund it instead.
   *
   * `POST /v1/payments/{id}/cancel`, scope `pay`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.payments.cancel(id);
   */
  cancel(id: string, options?: WriteOptions): Promise<PaymentActionResultBody>;
  /**
   * Resolve a payment whose outcome is unknown.
   *
   * A person checked the gateway’s portal and records the outcome with the reason. While a response may still
   * come: 409 `wrong_state`. A transaction of another payment: 409 `reference_taken`.
   *
   * `POST /v1/payments/{id}/resolve`, scope `resolve`.
   * @throws TillgateError `not_found`, `wrong_state`, `reference_taken`, or a code of each call
   * @example
   * await tillgate.payments.resolve(id, { status: 'paid', reason: 'Seen in the portal' });
   */
  resolve(id: string, body: ResolvePaymentRequest, options?: WriteOptions): Promise<Payment>;
  /**
   * Accept what a notification reports.
   *
   * A notification at a public address may report a saved card, a subscription or a dispute. No digest covers
   * these fields, so it waits in `reported` of the payment until a person accepts it. Returns 404 `not_found` if
   * it does not wait, and 409 `wrong_state` if the fields belong to another payment or shopper.
   *
   * `POST /v1/payments/{id}/accept`, scope `resolve`.
   * @throws TillgateError `not_found`, `wrong_state`, or a code of each call
   * @example
   * await tillgate.payments.acceptHeldNotification(id, { notification_id: '...' });
   */
  acceptHeldNotification(
    id: string,
    body: AcceptHeldNotificationRequest,
    options?: WriteOptions,
  ): Promise<DetailedPayment>;
  /**
   * Write a note on a payment.
   *
   * For colleagues, never for the shopper or the gateway. Card numbers in it are masked.
   *
   * `POST /v1/payments/{id}/notes`, scope `resolve`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.payments.addNote(id, { text: '...' });
   */
  addNote(id: string, body: AddPaymentNoteRequest, options?: WriteOptions): Promise<PaymentNote>;
}

export const paymentsEndpoints = {
  create: { method: 'POST', path: '/payments', input: 'body', isRead: false },
  list: { method: 'GET', path: '/payments', input: 'query', isRead: true, list: 'payments' },
  get: { method: 'GET', path: '/payments/:id', isRead: true },
  sync: { method: 'POST', path: '/payments/:id/sync', isRead: true },
  capture: { method: 'POST', path: '/payments/:id/capture', input: 'body', isRead: false },
  cancel: { method: 'POST', path: '/payments/:id/cancel', isRead: false },
  resolve: { method: 'POST', path: '/payments/:id/resolve', input: 'body', isRead: false },
  acceptHeldNotification: { method: 'POST', path: '/payments/:id/accept', input: 'body', isRead: false },
  addNote: { method: 'POST', path: '/payments/:id/notes', input: 'body', isRead: false },
} as const satisfies Record<keyof PaymentsApi, ApiCallDefinition>;
