import { withDatabaseRetries } from './store-errors.ts';
import { findPendingMigrations, migrateDatabase } from './migrate.ts';
import { openDatabase, type StoreOptions } from './open-database.ts';
import type { Database } from './schema.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** Opens, migrates, backs up and restores databases. The only entry point of the store that loads a driver. */
export { backUpSqlite, requireSqliteFile, restoreSqlite } from './backup.ts';
export { toDatabaseSettingError } from './database-error.ts';
export { SQLITE_FILE_NAME, type StoreOptions } from './open-database.ts';

/**
 * Opens the store that the options name. Its `ready` resolves once the schema is migrated.
 * @throws CheckoutError `configuration_invalid`, `store_unavailable`
 */
export function openStore(options: StoreOptions): Store {
  return createSqlStore(openDatabase(options), options.migrates);
}

/** A payment with the transaction ID of an older payment, from before the database enforced one payment per ID. */
export interface PaymentSharingTransactionId {
  paymentId: string;
  transactionId: string;
  /** The payment that keeps the ID. */
  ownerId: string;
}

/**
 * Lists the payments that share a transaction ID with an older one; at most 1,000, oldest first.
 * @throws CheckoutError `configuration_invalid`, `store_unavailable`
 */
export function listPaymentsSharingTransactionId(options: StoreOptions): Promise<PaymentSharingTransactionId[]> {
  return withDatabase(options, ({ db }) =>
    db
      .selectFrom('payments as shared')
      .innerJoin('payments as owner', (join) =>
        join
          .onRef('owner.transaction_id', '=', 'shared.transaction_id')
          .onRef('owner.account_id', '=', 'shared.account_id')
          .on('owner.shares_transaction', '=', 0),
      )
      .select(['shared.id as paymentId', 'owner.transaction_id as transactionId', 'owner.id as ownerId'])
      .where('shared.shares_transaction', '=', 1)
      .orderBy('shared.created_at')
      .limit(1_000)
      .$narrowType<{ transactionId: string }>()
      .execute(),
  );
}

/**
 * Migrates the database and closes it; returns the names of the applied steps.
 * @throws CheckoutError `configuration_invalid`, `store_unavailable`
 */
export function migrateStore(options: StoreOptions): Promise<string[]> {
  return withDatabase(options, migrateDatabase);
}

/**
 * Lists the migrations that the database lacks, and changes nothing; a SQLite file must exist.
 * @throws CheckoutError `configuration_invalid`, `store_unavailable`
 */
export function listPendingMigrations(options: StoreOptions): Promise<string[]> {
  return withDatabase(options, findPendingMigrations);
}

async function withDatabase<T>(options: StoreOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(options);
  try {
    return await withDatabaseRetries(() => work(database));
  } finally {
    await database.db.destroy();
  }
}
