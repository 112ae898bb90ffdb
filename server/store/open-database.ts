import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { Kysely, PostgresDialect, SqliteDialect, SqliteDriver, type Driver, type SqliteDialectConfig } from 'kysely';
import pg from 'pg';
import { CheckoutError } from '../../shared/errors.ts';
import type { Database, Tables } from './schema.ts';

export interface StoreOptions {
  /** `postgres://...`; SQLite in dataDir where absent. */
  databaseUrl?: string | undefined;
  /** Folder of `tillgate.db`; `:memory:` keeps nothing. */
  dataDir?: string | undefined;
}

/** How long a statement holds the process up for another one's write, in ms; the store waits longer without. */
const BUSY_TIMEOUT = 5;
const POSTGRES_INT8 = 20;

/**
 * Opens SQLite or PostgreSQL, whichever the options name. Nothing is read yet.
 * @throws CheckoutError `configuration_invalid` for an address of another kind; `store_unavailable` where the file
 *   cannot be opened
 */
export function openDatabase(options: StoreOptions): Database {
  const { databaseUrl } = options;
  if (databaseUrl === undefined || databaseUrl === '') return openSqlite(options.dataDir ?? './tillgate-data');
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return openPostgres(databaseUrl);
  throw new CheckoutError('configuration_invalid', 'DATABASE_URL: an address such as postgres://user@host/database.', {
    fields: [{ path: 'DATABASE_URL', code: 'format', rule: 'an address such as postgres://user@host/database' }],
  });
}

function openSqlite(dataDir: string): Database {
  let file: LibsqlDatabase.Database | undefined;
  const open = (): Promise<LibsqlDatabase.Database> => Promise.resolve((file ??= openFile(dataDir)));
  const begin = (): void => void file?.exec('begin immediate');
  return { kind: 'sqlite', db: new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: open }, begin) }) };
}

function openFile(dataDir: string): LibsqlDatabase.Database {
  const inMemory = dataDir === ':memory:';
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = inMemory ? dataDir : join(dataDir, 'tillgate.db');
  const file = new LibsqlDatabase(path);
  file.pragma(`busy_timeout = ${String(BUSY_TIMEOUT)}`);
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  if (!inMemory) chmodSync(path, 0o600);
  return file;
}

/**
 * Takes the write lock when a transaction begins. A transaction that reads first and writes later could otherwise
 * fail at the write because another process wrote in between. `begin` is executed and not prepared: a prepared
 * statement that finds the database busy stays open in this driver and would block the next commit.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #begin: () => void;

  constructor(config: SqliteDialectConfig, begin: () => void) {
    super(config);
    this.#config = config;
    this.#begin = begin;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config, this.#begin);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #begin: () => void;

  constructor(config: SqliteDialectConfig, begin: () => void) {
    super(config);
    this.#begin = begin;
  }

  override beginTransaction(): Promise<void> {
    return new Promise((resolve) => {
      this.#begin();
      resolve();
    });
  }
}

type TypeParserOf = typeof pg.types.getTypeParser;

/** Milliseconds and counts stay far below 2^53, so int8 may be a number here. */
const typeParserOf = ((...[oid, format]: Parameters<TypeParserOf>) =>
  (oid as number) === POSTGRES_INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown)) as TypeParserOf;

function openPostgres(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    // Also the longest wait for a free connection: a burst waits its turn rather than being refused.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    types: {
      getTypeParser: typeParserOf,
    },
  });
  // A connection that breaks is replaced at the next use, and whoever used it is told by the statement that failed;
  // unhandled, its error would end the process: the pool tells those of idle connections, the others tell themselves.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { kind: 'postgres', db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
