/**
 * `tillgate/client`: the merchant API, typed, by `fetch` alone. It imports no package and no module of a runtime.
 */
export { createTillgateClient, type TillgateClient } from './create-client.ts';
export type { CallOptions, ClientOptions, PagedList, ApiCallByPath, WriteOptions } from './call.ts';
export { isTillgateError, TillgateError } from './error.ts';
export { verifyWebhookAsync } from './verify-webhook.ts';
/** Errors of the verification, and what it returns. */
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../../shared/errors.ts';
export type { WebhookEventData, WebhookEventType } from '../webhooks/event-data.ts';
export type { RequestHeaders, WebhookMessage } from '../webhooks/read-webhook.ts';
export type { SessionAmount } from '../../shared/contract/index.ts';
/** Bodies, queries and responses of the calls. */
export type * from './api/index.ts';
