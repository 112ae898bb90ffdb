import { describeError } from '../observability/index.ts';
import { explainFault, findSqlite, openStore, type StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/index.ts';

/**
 * A command's work on a database that is there already, which is closed in the end.
 * @throws CheckoutError `configuration_invalid` where there is none; `store_unavailable`; and what the work throws
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
 * A command's work on a database: where that fails, the error says which setting names the database and why it cannot be
 * used, never the address, which may hold a password.
 */
export async function onDatabase<T>(options: StoreOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFault(error, options, describeError);
  }
}
