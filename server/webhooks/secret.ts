import { CheckoutError } from '../../shared/errors.ts';

/** What to do where there is no secret. */
export const MISSING_WEBHOOK_SECRET_MESSAGE = 'no secret was given: the value of TILLGATE_WEBHOOK_SECRET, whsec_...';

/**
 * The bytes of a webhook secret: `whsec_` and the base64 of 24 to 64 bytes.
 * @throws CheckoutError `configuration_invalid` for a missing secret and for one of another form
 */
export function decodeWebhookSecret(secret: string): Uint8Array<ArrayBuffer> {
  // Callers without types give what the environment lacks.
  if (typeof secret !== 'string' || secret === '') {
    throw new CheckoutError('configuration_invalid', `webhook secret: ${MISSING_WEBHOOK_SECRET_MESSAGE}.`);
  }
  const encoded = secret.replace(/^whsec_/, '');
  const bytes = decodeBase64(encoded);
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) {
    throw new CheckoutError('configuration_invalid', 'A webhook secret is whsec_ and the base64 of 24 to 64 bytes.');
  }
  return bytes;
}

/** Undefined for text that is not the base64 of whole bytes. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bare = text.replace(/=+$/, '');
  if (bare.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(bare), (character) => character.charCodeAt(0));
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '') === bare ? bytes : undefined;
}
