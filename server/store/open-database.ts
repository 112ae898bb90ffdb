import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CheckoutError } from '../../shared/errors.ts';
import type { Database, Tables } from './schema.ts';
import { libsqlDialect } from './sqlite-dialect.ts';
import { preparedStatementName } from './statement.ts';

/** The database file in its folder. */
export const SQLITE_FILE = 'tillgate.db';

export interface StoreOptions {
  /** `postgres://...`. Default: SQLite in dataDir. */
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
const POSTGRES_INT8 = 20;

/**
 * Opens SQLite or PostgreSQL, as the options say. Reads nothing yet.
 * @throws CheckoutError `configuration_invalid` for an address of another kind; `store_unavailable` if the file cannot
 *   be opened
 */
export function openDatabase(options: StoreOptions): Database {
  const { databaseUrl, accountId = '' } = options;
  if (databaseUrl === undefined || databaseUrl === '')
    return { ...openSqlite(options.dataDir ?? './tillgate-data'), accountId };
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl))
    return { ...openPostgres(databaseUrl), accountId };
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
  const path = inMemory ? dataDir : join(dataDir, SQLITE_FILE);
  const file = new LibsqlDatabase(path);
  file.pragma(`busy_timeout = ${String(BUSY_TIMEOUT)}`);
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  if (!inMemory) chmodSync(path, 0o600);
  return file;
}

type TypeParserOf = typeof pg.types.getTypeParser;

/** Milliseconds and counts stay far below 2^53, so int8 is read as a number. */
const typeParserOf = ((...[oid, format]: Parameters<TypeParserOf>) =>
  (oid as number) === POSTGRES_INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown)) as TypeParserOf;

function openPostgres(databaseUrl: string): Omit<Database, 'accountId'> {
  const types = { getTypeParser: typeParserOf };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    // Also the longest wait for a free connection: a burst of work waits and is not refused.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    types,
  });
  outliveErrors(pool);
  const patient = (): Kysely<Tables> => {
    const own = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 5_000, types });
    outliveErrors(own);
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: own }) });
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: keepingStatements(pool) }) });
  return { kind: 'postgres', db, reader: db, patient };
}

/**
 * A broken connection is replaced at the next use, and its user gets the error of the failed statement. Without a
 * listener the error event would end the process. The pool reports errors of idle connections; connections in use
 * report their own.
 */
function outliveErrors(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Uses named prepared statements for repeated statements, so the database parses and plans them once. */
function keepingStatements(pool: pg.Pool): PostgresPool {
  const keepers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const keeper = keepers.get(client) ?? keepingClient(client);
      keepers.set(client, keeper);
      return keeper;
    },
    end: () => pool.end(),
  };
}

/**
 * After an error that is not the database's own, such as a timeout, the statement may still run there: a late `begin`
 * would open its transaction around the next user's statement. Such a connection is closed and not reused.
 */
function keepingClient(client: pg.PoolClient): PostgresPoolClient {
  let isCertain = true;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = preparedStatementName(text);
    try {
      return await client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      isCertain &&= error instanceof pg.DatabaseError;
      throw error;
    }
  };
  // Kysely's other call form is for cursors, which this store does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(!isCertain) };
}
