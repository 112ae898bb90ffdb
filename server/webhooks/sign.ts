import { Webhook } from 'standardwebhooks';
import { CheckoutError } from '../../shared/errors.ts';

/** Signing by the Standard Webhooks specification. A secret reads `whsec_` and the base64 of 24 to 64 bytes. */

export interface WebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Signs a body with every secret, so that the receiver can be moved from one to the next. */
export function signWebhook(id: string, at: Date, body: string, secrets: readonly string[]): WebhookHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => createSigner(secret).sign(id, at, body)).join(' '),
  };
}

/** What to do where there is no secret. */
export const WEBHOOK_SECRET_RULE = 'no secret was given: the value of TILLGATE_WEBHOOK_SECRET, whsec_...';

/** @throws CheckoutError `configuration_invalid` for a missing secret and for one of another form */
export function createSigner(secret: string): Webhook {
  // Callers without types give what the environment lacks.
  if (typeof secret !== 'string' || secret === '') {
    throw new CheckoutError('configuration_invalid', `webhook secret: ${WEBHOOK_SECRET_RULE}.`);
  }
  const encoded = secret.replace(/^whsec_/, '');
  const bytes = Buffer.from(encoded, 'base64');
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (!isWhole || bytes.length < 24 || bytes.length > 64) {
    throw new CheckoutError('configuration_invalid', 'A webhook secret is whsec_ and the base64 of 24 to 64 bytes.');
  }
  return new Webhook(secret);
}
