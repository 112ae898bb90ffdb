import { Webhook } from 'standardwebhooks';
import type { WebhookHeaders } from './read-webhook.ts';
import { decodeWebhookSecret } from './secret.ts';

/** Signing by the Standard Webhooks specification. A secret reads `whsec_` and the base64 of 24 to 64 bytes. */

/** Signs a body with every secret, so that the receiver can be moved from one to the next. */
export function signWebhook(id: string, at: Date, body: string, secrets: readonly string[]): WebhookHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => createStandardWebhook(secret).sign(id, at, body)).join(' '),
  };
}

/**
 * Signs and verifies with one secret.
 * @throws CheckoutError `configuration_invalid` for a missing secret and for one of another form
 */
export function createStandardWebhook(secret: string): Webhook {
  decodeWebhookSecret(secret);
  return new Webhook(secret);
}
