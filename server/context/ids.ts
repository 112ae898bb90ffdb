import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createRecordId } from '../random-id.ts';

/** An ID of a record: prefix, time and 84 random bits. */
export function createId(
  prefix: 'ses' | 'pay' | 'ntf' | 'req' | 'op' | 'aud' | 'card' | 'cds' | 'note' | 'usr',
): string {
  return `${prefix}_${createRecordId()}`;
}

/** A session's token: 256 random bits; only its hash is stored. */
export function createSessionToken(): string {
  return `tgs_${randomBytes(32).toString('base64url')}`;
}

/** The same session token for the same call of a caller; the secret is not stored, so the database does not reveal it. */
export function deriveSessionTokenOfCall(secret: Buffer, call: unknown): string {
  return `tgs_${createHmac('sha256', secret)
    .update(`session token ${toCanonicalJson(call)}`)
    .digest('base64url')}`;
}

/** Whether a text has the form of a session's token. */
export function isSessionToken(text: string): boolean {
  return /^tgs_[A-Za-z0-9_-]{43}$/.test(text);
}

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Digest of a submit body, keyed with the session's token. It identifies a repeated body, and the database alone
 * reveals nothing about the card.
 */
export function fingerprintSubmit(token: string, body: unknown): string {
  return createHmac('sha256', token).update(toCanonicalJson(body)).digest('hex');
}

/** JSON with sorted keys, so the order of the fields does not matter. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(parts).sort()) {
    if (parts[key] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${toCanonicalJson(parts[key])}`;
  }
  return `{${text}}`;
}
