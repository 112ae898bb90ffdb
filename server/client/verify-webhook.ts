import {
  verifyWebhookUsageError,
  toBodyText,
  readWebhookHeaders,
  assertRecent,
  wrongSignatureError,
  type RequestHeaders,
  type WebhookMessage,
} from '../webhooks/read-webhook.ts';
import { decodeBase64, decodeWebhookSecret, MISSING_WEBHOOK_SECRET_MESSAGE } from '../webhooks/secret.ts';

/**
 * Checks an event's signature and age (at most five minutes) by WebCrypto and reads it: `verifyWebhook` of
 * `tillgate/webhooks` without a package, for any runtime. Give it the body's bytes as they came. Remember `id`: an event
 * may come more than once.
 * @param secret `whsec_...`, or several while one takes the place of another
 * @throws CheckoutError `unauthenticated` for a wrong signature, a missing header, or an event that is too old: `fields`
 *   names the header;
 *   `configuration_invalid` without a secret or with one of another form, without headers, or with a parsed body
 * @example
 * const event = await verifyWebhookAsync(await request.text(), request.headers, secret);
 * if (event.type === 'payment.paid') await ship(event.data.order_no);
 */
export async function verifyWebhookAsync(
  body: string | Uint8Array | ArrayBuffer,
  headers: RequestHeaders,
  secret: string | readonly string[],
): Promise<WebhookMessage> {
  const text = toBodyText(body);
  const secrets = (typeof secret === 'object' ? secret : [secret]).map(decodeWebhookSecret);
  if (secrets.length === 0) throw verifyWebhookUsageError('secret', MISSING_WEBHOOK_SECRET_MESSAGE);
  const given = readWebhookHeaders(headers);
  assertRecent(given);
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = given;
  const signatures = given['webhook-signature'].split(' ').flatMap((one) => {
    const [version, encoded = ''] = one.split(',');
    const bytes = version === 'v1' ? decodeBase64(encoded) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  if (!(await isSigned(secrets, signatures, signed))) throw wrongSignatureError();
  return { ...(JSON.parse(text) as Omit<WebhookMessage, 'id'>), id } as WebhookMessage;
}

/** `subtle.verify` compares in constant time. */
async function isSigned(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
}
