import { parseScopes, type Scope, SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { estimateKeyBits, API_KEY_MIN_BITS } from './key-strength.ts';
import { PUBLISHED_SECRETS } from './unsafe-public-server.ts';
import { toInvalidSettingError, splitList } from './setting-values.ts';

/**
 * An entry of TILLGATE_API_KEYS: `key:scope+scope`, with accounts `key:scope+scope@account+account`, and with a name
 * `key:scope+scope:Name`.
 */
export interface ApiKeyEntry {
  key: string;
  scopes: readonly Scope[];
  /** The accounts that the key is bound to; null for all. */
  accounts: readonly string[] | null;
  name: string | null;
}

/** A key may contain colons: the scopes are the last part, or the last but one before a name. */
const NAMED = /^(.*):([^:]{1,40})$/;

/** What stands behind a key: `scope+scope`, or `scope+scope@account+account`. */
const GRANT = /^([^@]+)(?:@([^@]+))?$/;

/**
 * @param known the names of the accounts
 * @throws CheckoutError `configuration_invalid`
 */
export function parseApiKeys(text: string, known: readonly string[]): ApiKeyEntry[] {
  const rule = `key:scope+scope,... or key:scope+scope:Name,... with the scopes ${SCOPES.join(', ')}`;
  const entries = splitList(text).map((entry, index) => {
    const [, unnamed = entry, name = null] = isScoped(entry) ? [] : (NAMED.exec(entry) ?? []);
    const at = unnamed.lastIndexOf(':');
    const key = unnamed.slice(0, at);
    const grant = parseGrant(unnamed.slice(at + 1));
    if (at < 1 || grant === undefined || !/^[\x21-\x7e]+$/.test(key))
      throw toInvalidSettingError('TILLGATE_API_KEYS', rule);
    refuseGrant(grant, known, index + 1);
    if (!PUBLISHED_SECRETS.has(key) && estimateKeyBits(key) < API_KEY_MIN_BITS) {
      throw toInvalidSettingError(
        'TILLGATE_API_KEYS',
        `keys of at least ${String(API_KEY_MIN_BITS)} random bits, which number ${String(index + 1)} has not; ` +
          '`npx tillgate key` makes one',
      );
    }
    return { key, ...grant, name };
  });
  if (entries.length === 0) throw toInvalidSettingError('TILLGATE_API_KEYS', rule);
  const twice = entries.findIndex(({ key }, index) => entries.findIndex((other) => other.key === key) < index);
  if (twice >= 0) {
    throw toInvalidSettingError('TILLGATE_API_KEYS', `each key once, and number ${String(twice + 1)} is there before`);
  }
  return entries;
}

function isScoped(entry: string): boolean {
  return parseGrant(entry.slice(entry.lastIndexOf(':') + 1)) !== undefined;
}

type Grant = Pick<ApiKeyEntry, 'scopes' | 'accounts'>;

function parseGrant(text: string): Grant | undefined {
  const [, granted, accounts] = GRANT.exec(text) ?? [];
  const scopes = parseScopes(granted);
  return scopes === undefined ? undefined : { scopes, accounts: accounts?.split('+') ?? null };
}

/** Users of the console see all accounts, so a key of some accounts makes none. */
function refuseGrant({ scopes, accounts }: Grant, known: readonly string[], number: number): void {
  const other = accounts?.find((name) => !known.includes(name));
  if (other !== undefined) {
    const rule = `an account of ${known.join(', ')} behind the @ of number ${String(number)}`;
    throw toInvalidSettingError('TILLGATE_API_KEYS', rule);
  }
  if (accounts !== null && scopes.includes('users')) {
    throw toInvalidSettingError(
      'TILLGATE_API_KEYS',
      `no scope users for number ${String(number)}, which is bound to accounts`,
    );
  }
}
