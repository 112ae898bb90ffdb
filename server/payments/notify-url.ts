import { createHash, timingSafeEqual } from 'node:crypto';
import { createRandomId } from '../random-id.ts';
import type { PaymentRecord } from '../store/index.ts';

/** The secret part of a payment's notify_url: 128 random bits. Only its hash is stored. */
export function createNotifySecret(): string {
  return createRandomId();
}

/** SHA-256 of the secret, as 64 hexadecimal characters. */
export function hashNotifySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * A payment's notify_url. With the secret, only the gateway receives it, server to server. Without, it is the public one,
 * for what a browser carries: issuer_url, the form of a redirect payment.
 */
export function notifyUrlOf(publicUrl: string, paymentId: string, secret?: string): string {
  const address = `${publicUrl}/gateway/notify/${paymentId}`;
  return secret === undefined ? address : `${address}/${secret}`;
}

/** Which of a payment's addresses a notification came to; a wrong secret makes a public one. */
export function notifyUrlKindOf(
  { notify_hash: notifyHash }: PaymentRecord,
  secret: string | undefined,
): 'secret' | 'public' {
  if (notifyHash === null || secret === undefined) return 'public';
  const given = Buffer.from(hashNotifySecret(secret));
  const own = Buffer.from(notifyHash);
  return given.length === own.length && timingSafeEqual(given, own) ? 'secret' : 'public';
}
