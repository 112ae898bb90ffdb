import { guarded } from './guarded.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, type StoreOptions } from './open-database.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

export { findSqlite } from './backup.ts';
export { explainFault } from './explain-fault.ts';
export type { StoreOptions } from './open-database.ts';

/** Opens the store that the options name. Its `ready` tells when the schema is in place. */
export function openStore(options: StoreOptions): Store {
  return createSqlStore(openDatabase(options), options.migrates);
}

/** Brings the database up to date and closes it; returns the names of the steps applied. */
export async function migrate(options: StoreOptions): Promise<string[]> {
  const database = openDatabase(options);
  try {
    return await guarded(() => migrateDatabase(database));
  } finally {
    await database.db.destroy();
  }
}
