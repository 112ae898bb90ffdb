import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CheckoutError } from '../../shared/errors.ts';
import type { Database, Tables } from './schema.ts';
import { libsqlDialect } from './sqlite-dialect.ts';
import { nameOfStatement } from './statement.ts';

/** The database in its folder. */
export const SQLITE_FILE = 'tillgate.db';

export interface StoreOptions {
  /** `postgres://...`; SQLite in dataDir where absent. */
  databaseUrl?: string | undefined;
  /** Folder of `tillgate.db`; `:memory:` keeps nothing. */
  dataDir?: string | undefined;
  /** The account of the gateway: that of every row which an older version wrote. */
  accountId?: string | undefined;
  /** Whether the schema is brought up to date; yes where absent. */
  migrates?: boolean | undefined;
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
  // A connection that waits for the disk keeps no reader waiting; what is in memory has one connection only.
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

/** Milliseconds and counts stay far below 2^53, so int8 may be a number here. */
const typeParserOf = ((...[oid, format]: Parameters<TypeParserOf>) =>
  (oid as number) === POSTGRES_INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown)) as TypeParserOf;

function openPostgres(databaseUrl: string): Omit<Database, 'accountId'> {
  const types = { getTypeParser: typeParserOf };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    // Also the longest wait for a free connection: a burst waits its turn rather than being refused.
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
 * A connection that breaks is replaced at the next use, and whoever used it is told by the statement that failed;
 * unhandled, its error would end the process: the pool tells those of idle connections, the others tell themselves.
 */
function outliveErrors(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Has the database keep the statements that are used again and again, so that it reads and plans them once. */
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
 * Whatever fails without the database's own word, as at a timeout, may still be under way there: a `begin` would open its
 * transaction later, around somebody else's statement. Such a connection is closed and not used again.
 */
function keepingClient(client: pg.PoolClient): PostgresPoolClient {
  let isCertain = true;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = nameOfStatement(text);
    try {
      return await client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      isCertain &&= error instanceof pg.DatabaseError;
      throw error;
    }
  };
  // Kysely's other way to call it is for cursors, which nothing here opens.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(!isCertain) };
}
