import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import { CheckoutError } from '../../shared/errors.ts';

/** A new API key of 256 random bits. */
export function createKey(): string {
  return `tgk_${randomBytes(32).toString('base64url')}`;
}

/** A stored key: its hash and scopes. */
export interface ApiKey {
  hash: Buffer;
  /** Identifies the key in the audit log without revealing it. */
  id: string;
  scopes: ReadonlySet<Scope>;
}

export function createApiKey(key: string, scopes: readonly Scope[]): ApiKey {
  const hash = hashOf(key);
  return { hash, id: hash.toString('hex').slice(0, 12), scopes: new Set(scopes) };
}

/**
 * Finds the key of an Authorization header and checks its scope.
 * @throws CheckoutError `unauthenticated`, `forbidden`
 */
export function authenticate(keys: readonly ApiKey[], authorization: string | undefined, scope: Scope): ApiKey {
  return allow(findKey(keys, authorization), scope);
}

/**
 * Finds the key of an Authorization header without checking its scopes.
 * @throws CheckoutError `unauthenticated`
 */
export function findKey(keys: readonly ApiKey[], authorization: string | undefined): ApiKey {
  const key = findApiKey(keys, readBearer(authorization) ?? '');
  if (key === undefined) throw new CheckoutError('unauthenticated');
  return key;
}

/** Finds the key with this text. Compares all keys, so the time taken reveals nothing. */
export function findApiKey(keys: readonly ApiKey[], text: string): ApiKey | undefined {
  const given = hashOf(text);
  let found: ApiKey | undefined;
  for (const key of keys) if (timingSafeEqual(key.hash, given)) found = key;
  return found;
}

/** @throws CheckoutError `forbidden` where the key lacks the scope */
export function allow(key: ApiKey, scope: Scope): ApiKey {
  if (!key.scopes.has(scope)) throw new CheckoutError('forbidden', `This key lacks the scope ${scope}.`);
  return key;
}

/** The token of `Authorization: Bearer <token>`. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
