import type LibsqlDatabase from 'libsql';
import AsyncDatabase from 'libsql/promise';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';

type Open = () => LibsqlDatabase.Database;

/** SQLite through libsql: prepared statements are cached, and every transaction takes the write lock at its start. */
export function libsqlDialect(open: Open): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * One connection that its users take in turn. A transaction that reads first and writes later could fail at the write
 * because another process wrote in between, so it takes the lock at its start. `begin` and `commit` are executed and
 * not prepared: a prepared statement that finds the database busy stays open in libsql and would block the next
 * commit.
 */
class LibsqlDriver implements Driver {
  readonly #open: Open;
  #file: LibsqlDatabase.Database | undefined;
  #connection: LibsqlConnection | undefined;
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => undefined;

  constructor(open: Open) {
    this.#open = open;
  }

  async init(): Promise<void> {
    const file = await new Promise<LibsqlDatabase.Database>((resolve) => resolve(this.#open()));
    this.#file = file;
    this.#connection = new LibsqlConnection(file);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let endTurn = (): void => undefined;
    this.#turn = new Promise((resolve) => (endTurn = resolve));
    await before;
    this.#endTurn = endTurn;
    if (this.#connection === undefined) {
      endTurn();
      throw new Error('the database is closed');
    }
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    this.#endTurn();
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return this.#exec('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    if (this.#file === undefined) throw new Error('the database is closed');
    await commitOffEventLoop(this.#file);
  }

  /** After some errors, such as a full disk, SQLite rolls back by itself. */
  rollbackTransaction(): Promise<void> {
    return this.#file?.inTransaction === true ? this.#exec('rollback') : Promise.resolve();
  }

  /** Waits for the current user of the connection: a commit in progress must find its file. */
  async destroy(): Promise<void> {
    await this.#turn;
    this.#connection = undefined;
    this.#file?.close();
    this.#file = undefined;
  }

  #exec(command: string): Promise<void> {
    return new Promise((resolve) => {
      this.#file?.exec(command);
      resolve();
    });
  }
}

/**
 * Commits without blocking the event loop. libsql's two classes share one kind of handle, so the asynchronous class's
 * method accepts it. That is not documented; if it stops working, the commit runs on the event loop.
 */
export async function commitOffEventLoop(
  file: LibsqlDatabase.Database,
  exec: unknown = (AsyncDatabase.prototype as { exec: unknown }).exec,
) {
  let committing: unknown;
  try {
    committing = (exec as (this: unknown, command: string) => unknown).call(file, 'commit');
  } catch {
    committing = undefined;
  }
  if (committing instanceof Promise) await committing;
  else if (file.inTransaction) file.exec('commit');
}

interface Prepared {
  statement: LibsqlDatabase.Statement;
  /** The names of its columns; undefined if it returns no rows. */
  toRow: ((values: readonly unknown[]) => object) | undefined;
}

/** The most cached prepared statements; filtered lists create many, so the oldest are dropped. */
const KEPT_STATEMENTS = 200;

class LibsqlConnection implements DatabaseConnection {
  readonly #file: LibsqlDatabase.Database;
  readonly #kept = new Map<string, Prepared>();

  constructor(file: LibsqlDatabase.Database) {
    this.#file = file;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve) => resolve(this.#run<Row>(sql, parameters)));
  }

  /** No query here returns more rows than fit into memory. */
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    await Promise.reject(new Error('rows are not streamed'));
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, toRow } = this.#prepare(sql);
    try {
      if (toRow !== undefined) return { rows: (statement.all(parameters) as unknown[][]).map(toRow) as Row[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    } catch (error) {
      // It may have stopped half way; the next use prepares a new one.
      this.#kept.delete(sql);
      throw error;
    }
  }

  #prepare(sql: string): Prepared {
    const kept = this.#kept.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#file.prepare(sql);
    const prepared = { statement, toRow: statement.reader ? namingOf(statement.raw()) : undefined };
    this.#kept.set(sql, prepared);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > KEPT_STATEMENTS && oldest !== undefined) this.#kept.delete(oldest);
    return prepared;
  }
}

/**
 * Rows are read as arrays and named here: libsql's own objects take twice as long, and V8 stores them as dictionaries.
 * All rows of a statement are copies of one empty row, so they share its hidden class.
 */
function namingOf(statement: LibsqlDatabase.Statement): (values: readonly unknown[]) => object {
  let names: string[] = [];
  let empty: Record<string, unknown> = {};
  const learn = (): void => {
    names = statement.columns().map(({ name }) => name);
    empty = Object.fromEntries(names.map((name) => [name, null]));
  };
  learn();
  return (values) => {
    // Another process has migrated the schema.
    if (values.length !== names.length) learn();
    const row = { ...empty };
    names.forEach((name, at) => (row[name] = values[at]));
    return row;
  };
}
