import { WebhookVerificationError } from 'standardwebhooks';
import { CheckoutError } from '../../shared/errors.ts';
import type { WebhookData, WebhookType } from './events.ts';
import { createSigner, signWebhook, type WebhookHeaders } from './sign.ts';

/** `tillgate/webhooks`: for the shop's back end, to receive our events. */

/** An event as it comes: what happened, when (ISO 8601, UTC), and to what. */
export type WebhookMessage = {
  [T in WebhookType]: { id: string; type: T; timestamp: string; data: WebhookData[T] };
}[WebhookType];

type Headers = Readonly<Record<string, string | string[] | undefined>> | { get(name: string): string | null };

/**
 * Checks an event's signature and age (at most five minutes) and reads it. Give it the body's bytes as they came: a
 * body that was parsed and written again has another signature. Remember `id`: an event may come more than once.
 * @param secret `whsec_...`, or several while one takes the place of another
 * @throws CheckoutError `unauthenticated` for a wrong signature, a missing header, or an event that is too old;
 *   `configuration_invalid` for a secret of another form
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string | readonly string[],
): WebhookMessage {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = readHeaders(headers);
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const signer = createSigner(each);
    try {
      const message = signer.verify(text, { ...given }) as Omit<WebhookMessage, 'id'>;
      return { ...message, id: given['webhook-id'] } as WebhookMessage;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  throw new CheckoutError('unauthenticated', 'The signature of the webhook is wrong, or the webhook is too old.');
}

function readHeaders(headers: Headers): WebhookHeaders {
  const read = (name: string): string => {
    const value = isHeaders(headers) ? headers.get(name) : headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  };
  return {
    'webhook-id': read('webhook-id'),
    'webhook-timestamp': read('webhook-timestamp'),
    'webhook-signature': read('webhook-signature'),
  };
}

function isHeaders(headers: Headers): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

/** A signed event, as the companion would send it: for tests of a shop's own receiver. */
export function createSignedWebhook<T extends WebhookType>(
  type: T,
  data: WebhookData[T],
  secret: string,
  options: { id?: string; at?: Date } = {},
): { body: string; headers: WebhookHeaders & { 'content-type': string } } {
  const at = options.at ?? new Date();
  const id = options.id ?? `evt_${crypto.randomUUID()}`;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return { body, headers: { 'content-type': 'application/json', ...signWebhook(id, at, body, [secret]) } };
}

export { type WebhookData, type WebhookType } from './events.ts';
export { type WebhookHeaders } from './sign.ts';
export { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
