import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from './schema.ts';
import { preparedStatementName, setStatementRunner } from './statement.ts';
import { UncertainCommitError, RolledBackTransactionError } from './store-errors.ts';

/** What DATABASE_URL says. */
interface PostgresSettings {
  /** An address for each server, in the order given. */
  servers: readonly string[];
  /** Whether PgBouncer stands in front, in transaction mode: it knows no prepared statement and no time limit of ours. */
  behindPgBouncer: boolean;
}

/**
 * Reads `postgres://user@host:port/database`; the host may be a list with commas, as libpq takes it, or be left out for
 * `?host=` with the folder of a socket. `?pgbouncer=true` may follow. Undefined for anything else.
 */
export function parsePostgresUrl(databaseUrl: string): PostgresSettings | undefined {
  const [, before, hosts, rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(databaseUrl) ?? [];
  if (before === undefined || hosts === undefined) return undefined;
  const servers = hosts.split(',').map((host) => `${before}${host}${rest}`);
  if (!servers.every((server) => URL.canParse(server))) return undefined;
  const behindPgBouncer = servers.some((server) => new URL(server).searchParams.get('pgbouncer') === 'true');
  return { servers, behindPgBouncer };
}

type TypeParserOf = typeof pg.types.getTypeParser;

const POSTGRES_INT8 = 20;

/** Milliseconds and counts stay far below 2^53, so int8 is read as a number. */
const typeParserOf = ((...[oid, format]: Parameters<TypeParserOf>) =>
  (oid as number) === POSTGRES_INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown)) as TypeParserOf;

/** Opens the primary among the servers. */
export function openPostgres({ servers, behindPgBouncer }: PostgresSettings): Omit<Database, 'accountId'> {
  const types = { getTypeParser: typeParserOf };
  const open = (options: pg.PoolConfig): Kysely<Tables> => {
    const pools = servers.map((connectionString) => {
      // The timeout is also the longest wait for a free connection: a burst of work waits and is not refused.
      const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000, types, ...options });
      outliveErrors(pool);
      return pool;
    });
    const pool = poolOf(pools, !behindPgBouncer);
    const opened = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    setStatementRunner(opened, async (sql, parameters) => {
      const connection = await pool.connect();
      try {
        const { rows, rowCount } = await connection.query<Record<string, unknown>>(sql, parameters);
        return { rows, numAffectedRows: BigInt(rowCount) };
      } finally {
        connection.release();
      }
    });
    return opened;
  };
  const db = open({
    max: 10,
    idleTimeoutMillis: 30_000,
    // PgBouncer refuses it as a parameter of the connection.
    ...(behindPgBouncer ? {} : { statement_timeout: 10_000 }),
    query_timeout: 12_000,
    keepAlive: true,
  });
  return { kind: 'postgres', db, reader: db, patient: () => open({ max: 1 }) };
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

function poolOf(pools: readonly pg.Pool[], keepsStatements: boolean): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const [only] = pools;
  const primary = pools.length === 1 ? undefined : createPrimaryFinder(pools);
  return {
    async connect() {
      const client = await (primary?.connect() ?? (only as pg.Pool).connect());
      const connection = connections.get(client) ?? watchConnection(client, keepsStatements, primary?.forget);
      connections.set(client, connection);
      return connection;
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

interface PrimaryFinder {
  /** A connection to the primary; waits for one that is not there yet by a repeatable error. */
  connect(): Promise<pg.PoolClient>;
  /** All servers are asked again before the next connection. */
  forget: () => void;
}

/** The timeline that a server writes on; null while it follows another server, and so takes no writes. */
const TIMELINE = {
  text: `select case when not pg_is_in_recovery()
    then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint end as timeline`,
  // A server that does not respond holds nobody up who waits for the other one.
  query_timeout: 2_000,
};

/**
 * The primary is the server that writes on the highest timeline: each promotion begins the next one. So a primary of before
 * a failover that is still there, or comes back, is left alone.
 */
function createPrimaryFinder(pools: readonly pg.Pool[]): PrimaryFinder {
  let highest = 0;
  let search: Promise<pg.Pool> | undefined;
  const readTimeline = async (pool: pg.Pool): Promise<{ pool: pg.Pool; timeline: number }> => {
    const { rows } = await pool.query<{ timeline: number | null }>(TIMELINE);
    return { pool, timeline: rows[0]?.timeline ?? 0 };
  };
  const find = async (): Promise<pg.Pool> => {
    const answers = await Promise.allSettled(pools.map(readTimeline));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const best = found.toSorted((a, b) => b.timeline - a.timeline)[0];
    if (best === undefined || best.timeline === 0 || best.timeline < highest)
      throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error('every server is a standby');
    highest = best.timeline;
    return best.pool;
  };
  const forget = (): void => {
    search = undefined;
  };
  // Also of an idle connection: behind the same address may be another server now, or the old primary again.
  for (const pool of pools) pool.on('remove', forget);
  return {
    forget,
    async connect() {
      try {
        search ??= find();
        return await (await search).connect();
      } catch (error) {
        forget();
        throw new RolledBackTransactionError(error);
      }
    },
  };
}

/** A server that shuts down ends what runs on it. */
const SERVER_GONE: readonly (string | undefined)[] = ['57P01', '57P02', '57P03'];
/** One that was demoted takes no writes. */
const READ_ONLY = '25006';
/** Where PostgreSQL warns that it no longer waits for a synchronous standby. */
const UNREPLICATED = 'SyncRepWaitForLSN';
/** Serialisation failure and deadlock: PostgreSQL has undone the transaction. */
const UNDONE: readonly (string | undefined)[] = ['40001', '40P01'];

/**
 * Names the statements that are repeated, so the database parses and plans them once, and tells how a failed transaction
 * ended:
 * - undone for certain, and so repeatable: a conflict, or a connection that is lost before `commit` was sent;
 * - uncertain: a connection that is lost after it. So is a commit with this warning: it did not reach the standby
 *   that it has to wait for, and a failover would lose it.
 *
 * After an error that is not the database's own, such as a timeout, the statement may still run there: a late `begin`
 * would open its transaction around the next user's statement. Such a connection is closed and not reused.
 */
function watchConnection(
  client: pg.PoolClient,
  keepsStatements: boolean,
  forgetPrimary: (() => void) | undefined,
): PostgresPoolClient {
  let failure: Error | undefined;
  const fail = (error: Error): Error => {
    failure = error;
    forgetPrimary?.();
    return error;
  };
  let isInTransaction = false;
  let isUnreplicated = false;
  client.on('notice', ({ routine }) => {
    if (routine === UNREPLICATED) isUnreplicated = true;
  });
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    // Such as the rollback after a lost commit, whose own failure would hide that the commit is uncertain.
    if (failure !== undefined) throw failure;
    const commits = text === 'commit' || (!isInTransaction && text !== 'begin' && text !== 'rollback');
    if (text === 'begin') isInTransaction = true;
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    const name = keepsStatements ? preparedStatementName(text) : undefined;
    let result: pg.QueryResult;
    try {
      result = await client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (UNDONE.includes(code)) throw new RolledBackTransactionError(error);
      // The only server stays the only one.
      const isStandby = code === READ_ONLY && forgetPrimary !== undefined;
      if (error instanceof pg.DatabaseError && !isStandby && !SERVER_GONE.includes(code)) throw error;
      throw fail(commits && !isStandby ? new UncertainCommitError(error) : new RolledBackTransactionError(error));
    }
    if (isUnreplicated) throw fail(new UncertainCommitError());
    return result;
  };
  // Kysely's other call form is for cursors, which this store does not use.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(failure !== undefined),
  };
}
