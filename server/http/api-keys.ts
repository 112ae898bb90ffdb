import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import { CheckoutError } from '../../shared/errors.ts';

/** A new API key of 256 random bits. */
export function generateApiKey(): string {
  return `tgk_${randomBytes(32).toString('base64url')}`;
}

/** Who calls the merchant API: an API key, or a user of the console. */
export interface ApiCaller {
  /** Identifies the caller in the audit log: an API key without revealing it, or a user. */
  id: string;
  scopes: ReadonlySet<Scope>;
  /** The accounts whose records the caller sees; null for all. */
  accounts: readonly string[] | null;
  /** The name of the user, or of the API key; null for a key without one. */
  name: string | null;
  /** Of the caller's idempotency keys: what tells them from those of others, and what encrypts stored responses. */
  idempotency: { namespace: string; secret: Buffer };
}

/** An API key of the settings, as its hash. */
export interface ApiKey extends ApiCaller {
  hash: Buffer;
}

export function toHashedApiKey(
  key: string,
  { scopes, accounts, name }: { scopes: readonly Scope[] } & Pick<ApiKey, 'accounts' | 'name'>,
): ApiKey {
  const hash = hashOf(key);
  const namespace = hash.toString('hex');
  return {
    hash,
    id: namespace.slice(0, 12),
    scopes: new Set(scopes),
    accounts,
    name,
    idempotency: { namespace, secret: hash },
  };
}

/**
 * Finds the key of an Authorization header and checks its scope.
 * @throws CheckoutError `unauthenticated`, `forbidden`
 */
export function requireApiKeyWithScope(
  keys: readonly ApiKey[],
  authorization: string | undefined,
  scope: Scope,
): ApiKey {
  return requireScope(requireApiKey(keys, authorization), scope);
}

/**
 * Finds the key of an Authorization header without checking its scopes.
 * @throws CheckoutError `unauthenticated`
 */
export function requireApiKey(keys: readonly ApiKey[], authorization: string | undefined): ApiKey {
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

/** @throws CheckoutError `forbidden` where the caller lacks the scope */
export function requireScope<T extends ApiCaller>(caller: T, scope: Scope): T {
  if (!caller.scopes.has(scope)) throw new CheckoutError('forbidden', `This needs the scope ${scope}.`);
  return caller;
}

/** The token of `Authorization: Bearer <token>`. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
