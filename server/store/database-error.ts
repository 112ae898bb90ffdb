import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { NETWORK_FAILURE_MEANINGS } from '../../shared/network-failures.ts';

/** The settings that an error for an operator names. */
interface NamedDatabase {
  databaseUrl?: string | undefined;
}

/** The meanings of network, PostgreSQL and SQLite error codes, for the operator. */
const MEANINGS: Readonly<Record<string, string>> = {
  ...NETWORK_FAILURE_MEANINGS,
  '28P01': 'the server refuses its user or password',
  '28000': 'the server refuses its user',
  '25006': 'the server takes no writes, because it follows another one',
  '3D000': 'the server has no database of its name',
  '42501': 'its user lacks the rights',
  '53300': 'the server takes no more connections',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a file stands in the place of the folder',
  ENOSPC: 'the disk is full',
  SQLITE_CANTOPEN: 'tillgate.db in it cannot be opened',
  SQLITE_READONLY: 'tillgate.db in it is read-only',
  SQLITE_FULL: 'the disk is full',
  SQLITE_NOTADB: 'tillgate.db in it is no SQLite database',
};

/**
 * The error for an operator if the database cannot be used. It names the setting and the reason, never the address,
 * which may contain a password. Any other error is returned unchanged.
 * @param describe the class and the code of an error, without its message
 */
export function toDatabaseSettingError(
  error: unknown,
  { databaseUrl }: NamedDatabase,
  describe: (cause: unknown) => string,
): unknown {
  if (!isCheckoutError(error) || error.code !== 'store_unavailable' || error.cause === undefined) return error;
  const setting = databaseUrl === undefined || databaseUrl === '' ? 'TILLGATE_DATA_DIR' : 'DATABASE_URL';
  const meaning = MEANINGS[codeOf(error.cause)];
  const reason = meaning === undefined ? describe(error.cause) : `${meaning} (${describe(error.cause)})`;
  return new CheckoutError('store_unavailable', `${setting}: the database cannot be used: ${reason}.`, {
    cause: error,
    fields: [{ path: setting, code: 'not_allowed', rule: meaning ?? 'a database that can be used' }],
  });
}

function codeOf(cause: unknown): string {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}
