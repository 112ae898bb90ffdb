import { describeError } from '../observability/index.ts';
import { toDatabaseSettingError, requireSqliteFile, openStore, type StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/index.ts';

/**
 * Runs a command on an existing database and closes it afterwards.
 * @throws CheckoutError `configuration_invalid` if there is none, `store_unavailable`, and the errors of the work
 */
export function withExistingStore<T>(
  options: StoreOptions & { dataDir: string },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return runWithDatabaseErrors(options, async () => {
    if (options.databaseUrl === undefined) requireSqliteFile(options.dataDir);
    const store = openStore(options);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

/**
 * Runs a command's work on a database. An error names the setting of the database and the reason, never the address,
 * which may contain a password.
 * @throws CheckoutError `store_unavailable`
 */
export async function runWithDatabaseErrors<T>(options: StoreOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDatabaseSettingError(error, options, describeError);
  }
}
