import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { Kysely } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { openPostgres, parsePostgresUrl } from './open-postgres.ts';
import type { Database, Tables } from './schema.ts';
import { libsqlDialect } from './sqlite-dialect.ts';

/** The database file in its folder. */
export const SQLITE_FILE_NAME = 'tillgate.db';

export interface StoreOptions {
  /** `postgres://user@host/database`, also with several hosts and `?pgbouncer=true`. Default: SQLite in dataDir. */
  databaseUrl?: string | undefined;
  /** Folder of `tillgate.db`; `:memory:` stores nothing on disk. */
  dataDir?: string | undefined;
  /** The gateway account of rows that an older version wrote. */
  accountId?: string | undefined;
  /** Whether the schema is migrated. Default: yes. */
  migrates?: boolean | undefined;
}

/**
 * How long a statement blocks the process while another process writes, in ms; the store itself waits longer without
 * blocking.
 */
const BUSY_TIMEOUT = 5;

/**
 * Opens SQLite or PostgreSQL, as the options say. Reads nothing yet.
 * @throws CheckoutError `configuration_invalid` for an address of another kind; `store_unavailable` if the file cannot
 *   be opened
 */
export function openDatabase(options: StoreOptions): Database {
  const { databaseUrl, accountId = '' } = options;
  if (databaseUrl === undefined || databaseUrl === '')
    return { ...openSqlite(options.dataDir ?? './tillgate-data'), accountId };
  const postgres = parsePostgresUrl(databaseUrl);
  if (postgres !== undefined) return { ...openPostgres(postgres), accountId };
  throw new CheckoutError('configuration_invalid', 'DATABASE_URL: an address such as postgres://user@host/database.', {
    fields: [{ path: 'DATABASE_URL', code: 'format', rule: 'an address such as postgres://user@host/database' }],
  });
}

function openSqlite(dataDir: string): Omit<Database, 'accountId'> {
  const open = (): Kysely<Tables> => new Kysely({ dialect: libsqlDialect(() => openFile(dataDir)) });
  const db = open();
  // With a second connection, readers do not wait for a commit. An in-memory database has one connection only.
  return { kind: 'sqlite', db, reader: dataDir === ':memory:' ? db : open() };
}

function openFile(dataDir: string): LibsqlDatabase.Database {
  const inMemory = dataDir === ':memory:';
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = inMemory ? dataDir : join(dataDir, SQLITE_FILE_NAME);
  const file = new LibsqlDatabase(path);
  file.pragma(`busy_timeout = ${String(BUSY_TIMEOUT)}`);
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  if (!inMemory) chmodSync(path, 0o600);
  return file;
}
