import { WebhookVerificationError } from 'standardwebhooks';
import { CheckoutError } from '../../shared/errors.ts';
import type { WebhookEventData, WebhookType } from './events.ts';
import { createSigner, signWebhook, WEBHOOK_SECRET_RULE, type WebhookHeaders } from './sign.ts';

/** `tillgate/webhooks`: for the shop's back end, to receive our events. */

/** An event as it comes: what happened, when (ISO 8601, UTC), and to what. */
export type WebhookMessage = {
  [T in WebhookType]: { id: string; type: T; timestamp: string; data: WebhookEventData[T] };
}[WebhookType];

type Headers = Readonly<Record<string, string | string[] | undefined>> | { get(name: string): string | null };

/**
 * Checks an event's signature and age (at most five minutes) and reads it. Give it the body's bytes as they came: a
 * body that was parsed and written again has another signature. Remember `id`: an event may come more than once.
 * @param secret `whsec_...`, or several while one takes the place of another
 * @throws CheckoutError `unauthenticated` for a wrong signature, a missing header, or an event that is too old;
 *   `configuration_invalid` where there is no secret or one of another form, no headers, or a body that was parsed
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: Headers,
  secret: string | readonly string[],
): WebhookMessage {
  const text = readBody(body);
  const signers = (Array.isArray(secret) ? secret : [secret]).map(createSigner);
  if (signers.length === 0) throw misused('secret', WEBHOOK_SECRET_RULE);
  const given = readHeaders(headers);
  for (const signer of signers) {
    try {
      const message = signer.verify(text, { ...given }) as Omit<WebhookMessage, 'id'>;
      return { ...message, id: given['webhook-id'] } as WebhookMessage;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  throw new CheckoutError('unauthenticated', 'The signature of the webhook is wrong, or the webhook is too old.');
}

/** Callers without types give whatever they have, such as what a framework has parsed. */
function readBody(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  if (body instanceof Promise) throw misused('body', 'a Promise was given: await the body');
  const given = body === undefined || body === null ? 'no body was given' : 'a parsed body was given';
  throw misused(
    'body',
    `${given}: the signature covers the bytes as they came, such as await request.text(), or request.body behind ` +
      "express.raw({ type: 'application/json' })",
  );
}

function misused(path: string, rule: string): CheckoutError {
  return new CheckoutError('configuration_invalid', `verifyWebhook, ${path}: ${rule}.`, {
    fields: [{ path, code: 'type', rule }],
  });
}

/** The headers of an event, whichever case a platform writes their names in. */
function readHeaders(headers: Headers | null | undefined): WebhookHeaders {
  if (headers === null || headers === undefined) {
    throw misused('headers', 'no headers were given: the request’s headers');
  }
  const entries = isHeaders(headers) ? [] : Object.entries(headers);
  const read = (name: string): string => {
    const value = isHeaders(headers)
      ? headers.get(name)
      : (headers[name] ?? entries.find(([key]) => key.toLowerCase() === name)?.[1]);
    const text = (Array.isArray(value) ? value[0] : value) ?? '';
    if (text === '') throw new CheckoutError('unauthenticated', `The header ${name} of the webhook is missing.`);
    return text;
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
  data: WebhookEventData[T],
  secret: string,
  options: { id?: string; at?: Date } = {},
): { body: string; headers: WebhookHeaders & { 'content-type': string } } {
  const at = options.at ?? new Date();
  const id = options.id ?? `evt_${crypto.randomUUID()}`;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return { body, headers: { 'content-type': 'application/json', ...signWebhook(id, at, body, [secret]) } };
}

export { type WebhookEventData, type WebhookType } from './events.ts';
/** What the `data` of events holds. */
export type { Dispute } from '../../shared/contract/merchant/disputes.ts';
export type { Payment } from '../../shared/contract/merchant/payments.ts';
export type { Refund } from '../../shared/contract/merchant/refunds.ts';
export type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
export { type WebhookHeaders } from './sign.ts';
export { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
