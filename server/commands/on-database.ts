import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { describeError } from '../log.ts';
import { findSqlite, openStore, type StoreOptions } from '../store/index.ts';
import type { Store } from '../store/store.ts';

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
 * A command's work on a database: where that fails, the error says which setting names the database and what kind of error
 * it was, never the address, which may hold a password.
 */
export async function onDatabase<T>({ databaseUrl }: StoreOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isCheckoutError(error) || error.code !== 'store_unavailable' || error.cause === undefined) throw error;
    const setting = databaseUrl === undefined ? 'TILLGATE_DATA_DIR' : 'DATABASE_URL';
    const what = `${setting}: the database cannot be used: ${describeError(error.cause)}.`;
    throw new CheckoutError('store_unavailable', what, { cause: error });
  }
}
