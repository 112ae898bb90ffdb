import { parseScopes, type Scope, SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { estimateKeyBits, KEY_MIN_BITS } from './key-strength.ts';
import { PUBLISHED_SECRETS } from './published-secrets.ts';
import { invalidSetting, splitList } from './setting-values.ts';

/** An entry of TILLGATE_API_KEYS: `key:scope+scope`, or with a name `key:scope+scope:Name`. */
export interface ApiKeyEntry {
  key: string;
  scopes: readonly Scope[];
  name: string | null;
}

/** A key may contain colons: the scopes are the last part, or the last but one before a name. */
const NAMED = /^(.*):([^:]{1,40})$/;

/** @throws CheckoutError `configuration_invalid` */
export function parseApiKeys(text: string): ApiKeyEntry[] {
  const rule = `key:scope+scope,... or key:scope+scope:Name,... with the scopes ${SCOPES.join(', ')}`;
  const entries = splitList(text).map((entry, index) => {
    const [, unnamed = entry, name = null] = isScoped(entry) ? [] : (NAMED.exec(entry) ?? []);
    const at = unnamed.lastIndexOf(':');
    const key = unnamed.slice(0, at);
    const scopes = parseScopes(unnamed.slice(at + 1));
    if (at < 1 || scopes === undefined || !/^[\x21-\x7e]+$/.test(key)) throw invalidSetting('TILLGATE_API_KEYS', rule);
    if (!PUBLISHED_SECRETS.has(key) && estimateKeyBits(key) < KEY_MIN_BITS) {
      throw invalidSetting(
        'TILLGATE_API_KEYS',
        `keys of at least ${String(KEY_MIN_BITS)} random bits, which number ${String(index + 1)} has not; ` +
          '`npx tillgate key` makes one',
      );
    }
    return { key, scopes, name };
  });
  if (entries.length === 0) throw invalidSetting('TILLGATE_API_KEYS', rule);
  return entries;
}

function isScoped(entry: string): boolean {
  return parseScopes(entry.slice(entry.lastIndexOf(':') + 1)) !== undefined;
}
