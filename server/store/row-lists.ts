import { sql, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** Lists of rows as inputs of a statement on PostgreSQL: one parameter of JSON, however many rows it has. */

/** The columns of a list of rows, in place of the values of one. */
export function columnsOf(list: string): never {
  return new Proxy({}, { get: (_, name) => sql.ref(`${list}.${String(name)}`) }) as never;
}

/** The rows of a JSON list with the types of a table's columns. */
export function rowsOf(table: keyof Tables, list: unknown): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${list}::json)`;
}

/**
 * True for every row; the planner, which knows nothing of a list, expects one row for it. So it plans to seek rows by
 * index, even if it plans while the tables are nearly empty, and keeps that plan.
 */
export const expectOneRow = (list: string): RawBuilder<boolean> => sql`left(${sql.ref(`${list}.id`)}, 0) = ''`;

/**
 * A first step `patience`, and the condition by which another step waits for it: the statement waits for a lock half a second
 * at most. Its rows are of many payments, which one lock must not hold up.
 */
export const limitLockWait = sql`patience as materialized (select set_config('lock_timeout', '500ms', true))`;
export const isLockWaitLimited = sql<boolean>`exists (select from patience)`;

export function listNames(names: readonly string[], prefix = ''): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(`${prefix}${name}`)));
}
