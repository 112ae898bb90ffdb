import { WebhookVerificationError } from 'standardwebhooks';
import type { WebhookEventData, WebhookEventType } from './event-data.ts';
import {
  verifyWebhookUsageError,
  toBodyText,
  readWebhookHeaders,
  assertRecent,
  wrongSignatureError,
} from './read-webhook.ts';
import type { RequestHeaders, WebhookHeaders, WebhookMessage } from './read-webhook.ts';
import { MISSING_WEBHOOK_SECRET_MESSAGE } from './secret.ts';
import { createStandardWebhook, signWebhook } from './sign.ts';

/** `tillgate/webhooks`: for the shop's back end, to receive our events. */

/**
 * Checks an event's signature and age (at most five minutes) and reads it. Give it the body's bytes as they came: a
 * body that was parsed and written again has another signature. Remember `id`: an event may come more than once.
 * @param secret `whsec_...`, or several while one takes the place of another
 * @throws CheckoutError `unauthenticated` for a wrong signature, a missing header, or an event that is too old: `fields`
 *   names the header;
 *   `configuration_invalid` where there is no secret or one of another form, no headers, or a body that was parsed
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: RequestHeaders,
  secret: string | readonly string[],
): WebhookMessage {
  const text = toBodyText(body);
  const signers = (Array.isArray(secret) ? secret : [secret]).map(createStandardWebhook);
  if (signers.length === 0) throw verifyWebhookUsageError('secret', MISSING_WEBHOOK_SECRET_MESSAGE);
  const given = readWebhookHeaders(headers);
  assertRecent(given);
  for (const signer of signers) {
    try {
      const message = signer.verify(text, { ...given }) as Omit<WebhookMessage, 'id'>;
      return { ...message, id: given['webhook-id'] } as WebhookMessage;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  throw wrongSignatureError();
}

/** A signed event, as the companion would send it: for tests of a shop's own receiver. */
export function createSignedWebhook<T extends WebhookEventType>(
  type: T,
  data: WebhookEventData[T],
  secret: string,
  options: { id?: string; at?: Date } = {},
): { body: string; headers: WebhookHeaders & { 'content-type': string } } {
  const at = options.at ?? new Date();
  const id = options.id ?? `evt_${crypto.randomUUID()}`;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return { body, headers: { 'content-type': 'application/json', ...signWebhook(id, at, body, [secret]) } };
}

export { type WebhookEventData, type WebhookEventType } from './event-data.ts';
/** What the `data` of events holds. */
export type { Dispute } from '../../shared/contract/merchant/disputes.ts';
export type { Payment } from '../../shared/contract/merchant/payments.ts';
export type { Refund } from '../../shared/contract/merchant/refunds.ts';
export type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
export type { WebhookHeaders, WebhookMessage } from './read-webhook.ts';
export { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
