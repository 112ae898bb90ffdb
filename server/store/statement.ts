import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Db, Tables } from './schema.ts';

/** A placeholder for a value while a statement is built. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs a statement with its values. */
export type PreparedStatement<Values, Row> = (db: Db, values: Values) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();

/** The name of a prepared statement on PostgreSQL; undefined for statements that are not reused. */
export function preparedStatementName(sql: string): string | undefined {
  return names.get(sql);
}

/** Runs a statement on any free connection of a database. */
type StatementRunner = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

const runners = new WeakMap<object, StatementRunner>();

/** Runs the prepared statements of a database by `run` outside of transactions, with fewer steps than Kysely's driver. */
export function setStatementRunner(db: Kysely<Tables>, run: StatementRunner): void {
  runners.set(db.getExecutor().adapter, run);
}

/**
 * A statement that is built once for each database and runs with other values each time: building one costs more than
 * running it. It names its columns, since a cached plan must not change with a new column.
 */
export function prepareStatement<Values extends object, Row = unknown>(
  build: (db: Kysely<Tables>, values: Values) => { compile(db: Kysely<Tables>): CompiledQuery<Row> },
): PreparedStatement<Values, Row> {
  const written = new WeakMap<object, CompiledQuery<Row>>();
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  const write = (db: Db): CompiledQuery<Row> => {
    const query = build(db, slots).compile(db);
    names.set(query.sql, names.get(query.sql) ?? `tillgate_${String(names.size + 1)}`);
    return query;
  };
  return (db, values) => {
    // Transactions share the adapter of their database.
    const { adapter } = db.getExecutor();
    let query = written.get(adapter);
    if (query === undefined) written.set(adapter, (query = write(db)));
    const known = values as Readonly<Record<string, unknown>>;
    const parameters = query.parameters.map((part) => (part instanceof Slot ? known[part.name] : part));
    const { query: node, queryId, sql } = query;
    const run = db.isTransaction ? undefined : runners.get(adapter);
    if (run !== undefined) return run(sql, parameters) as Promise<QueryResult<Row>>;
    // The store has no plugins, so the connection takes the statement without Kysely's other steps.
    return db
      .getExecutor()
      .provideConnection((connection) => connection.executeQuery({ query: node, queryId, sql, parameters }));
  };
}

/** Statements of one kind, built once for each shape, such as a set of columns. There are few shapes. */
export function prepareStatementOfShape<Shape extends string | readonly string[], Values extends object, Row = unknown>(
  build: (shape: Shape) => Parameters<typeof prepareStatement<Values, Row>>[0],
): (shape: Shape) => PreparedStatement<Values, Row> {
  const known = new Map<string, PreparedStatement<Values, Row>>();
  return (shape) => {
    const key = String(shape);
    const statement = known.get(key) ?? prepareStatement(build(shape));
    known.set(key, statement);
    return statement;
  };
}
