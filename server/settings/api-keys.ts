import { parseScopes, type Scope, SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { estimateKeyBits, KEY_MIN_BITS } from './key-strength.ts';
import { PUBLISHED_SECRETS } from './published-secrets.ts';
import { invalidSetting, splitList } from './setting-values.ts';

/** An entry of TILLGATE_API_KEYS: `key:scope+scope`. */
export interface ApiKeyEntry {
  key: string;
  scopes: readonly Scope[];
}

/** @throws CheckoutError `configuration_invalid` */
export function parseApiKeys(text: string): ApiKeyEntry[] {
  const rule = `key:scope+scope,... with the scopes ${SCOPES.join(', ')}`;
  const entries = splitList(text).map((entry, index) => {
    const at = entry.lastIndexOf(':');
    const key = entry.slice(0, at);
    const scopes = parseScopes(entry.slice(at + 1));
    if (at < 1 || scopes === undefined || !/^[\x21-\x7e]+$/.test(key)) throw invalidSetting('TILLGATE_API_KEYS', rule);
    if (!PUBLISHED_SECRETS.has(key) && estimateKeyBits(key) < KEY_MIN_BITS) {
      throw invalidSetting(
        'TILLGATE_API_KEYS',
        `keys of at least ${String(KEY_MIN_BITS)} random bits, which number ${String(index + 1)} has not; ` +
          '`npx tillgate key` makes one',
      );
    }
    return { key, scopes };
  });
  if (entries.length === 0) throw invalidSetting('TILLGATE_API_KEYS', rule);
  return entries;
}
