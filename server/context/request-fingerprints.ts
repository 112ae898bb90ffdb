import { createHmac, hkdfSync } from 'node:crypto';
import { toCanonicalJson } from './ids.ts';

/** Fingerprints of whole requests, including fields that must not be stored. */
export interface RequestFingerprints {
  make(name: string, fields: Record<string, unknown>): string;
  /** False only for a different request. A fingerprint under a removed key cannot be compared, so it matches. */
  fits(kept: string | null, name: string, fields: Record<string, unknown>): boolean;
}

/**
 * Keyed digests of whole requests: without the key, account numbers cannot be guessed from the database. Each digest
 * names its key, so a repeated request still matches after a key rotation.
 * @param secrets the same for all companions on one database; the first makes, all compare
 */
export function createRequestFingerprints(secrets: readonly [string, ...string[]]): RequestFingerprints {
  const toKey = (secret: string): Key => {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'tillgate operations', 36));
    return { name: bytes.subarray(32).toString('hex'), bytes: bytes.subarray(0, 32) };
  };
  const [first, ...others] = secrets;
  const own = toKey(first);
  const keys = [own, ...others.map(toKey)];
  return {
    make: (name, fields) => fingerprint(own, name, fields),
    fits(kept, name, fields) {
      const key = keys.find((candidate) => kept?.startsWith(`${candidate.name}:`));
      return key === undefined || kept === fingerprint(key, name, fields);
    },
  };
}

interface Key {
  name: string;
  bytes: Buffer;
}

function fingerprint(key: Key, name: string, fields: Record<string, unknown>): string {
  const digest = createHmac('sha256', key.bytes)
    .update(`${name} ${toCanonicalJson(fields)}`)
    .digest('hex');
  return `${key.name}:${digest}`;
}
