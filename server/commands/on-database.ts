import { describeError } from '../observability/index.ts';
import { explainFault, findSqlite, openStore, type StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/index.ts';

/**
 * Runs a command on an existing database and closes it afterwards.
 * @throws CheckoutError `configuration_invalid` if there is none, `store_unavailable`, and the errors of the work
 */
export function onStore<T>(
  options: StoreOptions & { dataDir: string },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return onDatabase(options, async () => {
    if (options.databaseUrl === undefined) findSqlite(options.dataDir);
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
export async function onDatabase<T>(options: StoreOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFault(error, options, describeError);
  }
}
