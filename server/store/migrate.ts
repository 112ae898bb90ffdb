import { sql, type Kysely } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { withDatabaseRetries } from './store-errors.ts';
import { paymentsMigration } from './migrations/0001-payments.ts';
import { merchantApiTables } from './migrations/0002-merchant.ts';
import { savedCardsMigration } from './migrations/0003-saved-cards.ts';
import { listFilterIndexes } from './migrations/0004-indexes.ts';
import { riskTables } from './migrations/0005-limits.ts';
import { retentionIndexes } from './migrations/0006-retention.ts';
import { consoleTables } from './migrations/0007-console.ts';
import { shopperReturnQueryCounts } from './migrations/0008-return-queries.ts';
import { keyedFingerprints } from './migrations/0009-keyed-fingerprints.ts';
import { givenUpNotifications } from './migrations/0010-given-up.ts';
import { notificationOriginAndAccountIds } from './migrations/0011-evidence.ts';
import { ipNetworksOfCardSubmits } from './migrations/0013-card-networks.ts';
import { capturedAmount } from './migrations/0014-captured.ts';
import { typedAlertsAndOperations } from './migrations/0015-state-as-data.ts';
import { backOfficeSearch } from './migrations/0016-back-office-search.ts';
import { usersMigration } from './migrations/0017-users.ts';
import { sessionVersions } from './migrations/0018-session-versions.ts';
import { paymentFilterIndexes } from './migrations/0019-payment-filters.ts';
import { defaultCards } from './migrations/0021-default-cards.ts';
import { cardsSessionsMigration } from './migrations/0022-cards-sessions.ts';
import { accountColumns } from './migrations/0023-accounts.ts';
import { webhookEndpoints } from './migrations/0024-webhook-endpoints.ts';
import { auditVia } from './migrations/0025-audit-via.ts';
import type { Migration } from './migrations/migration.ts';
import type { Database, Tables } from './schema.ts';

export const MIGRATIONS: readonly Migration[] = [
  paymentsMigration,
  merchantApiTables,
  savedCardsMigration,
  listFilterIndexes,
  riskTables,
  retentionIndexes,
  consoleTables,
  shopperReturnQueryCounts,
  keyedFingerprints,
  givenUpNotifications,
  notificationOriginAndAccountIds,
  ipNetworksOfCardSubmits,
  capturedAmount,
  typedAlertsAndOperations,
  backOfficeSearch,
  usersMigration,
  sessionVersions,
  paymentFilterIndexes,
  defaultCards,
  cardsSessionsMigration,
  accountColumns,
  webhookEndpoints,
  auditVia,
];

/** The key of the advisory lock; no other program on the database may use it. */
const POSTGRES_LOCK = 7_811_605;
/** How long it waits for another process that migrates, in ms: an index of a large table takes time. */
const PATIENCE = 300_000;
/**
 * How long a step waits for the lock of a table, and how often it tries. A waiting lock request blocks the requests
 * after it.
 */
const TABLE_LOCK = '5s';
const TABLE_LOCK_TRIES = 12;
const TABLE_LOCK_PAUSE = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Migrates the schema once, however many processes start together, and returns the names of the applied steps. All
 * steps are applied or none.
 * @throws CheckoutError `configuration_invalid` if the database has a step that this version cannot work with
 */
export async function migrateDatabase(database: Database, migrations = MIGRATIONS): Promise<string[]> {
  if ((await findPendingMigrations(database, migrations)).length === 0) return [];
  const db = database.patient?.() ?? database.db;
  try {
    return await withDatabaseRetries(() => retryLocks(() => applyMissing(database, db, migrations)), PATIENCE);
  } finally {
    if (db !== database.db) await db.destroy();
  }
}

/**
 * Names of the steps that the database lacks; takes no lock.
 * @throws CheckoutError `configuration_invalid`
 */
export async function findPendingMigrations({ kind, db }: Database, migrations = MIGRATIONS): Promise<string[]> {
  const found =
    kind === 'postgres'
      ? await sql<{ name: string | null }>`select to_regclass('migrations')::text as name`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_master where name = 'migrations'`.execute(db);
  const isNew = (found.rows[0]?.name ?? null) === null;
  const done = isNew ? new Set<string>() : await readDone(db);
  refuseUnknownMigrations(done, migrations);
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}

function applyMissing(
  { kind, accountId }: Pick<Database, 'kind' | 'accountId'>,
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (kind === 'postgres') {
      // After the wait for the lock, it has to see what another process migrated meanwhile.
      await sql`set transaction isolation level read committed`.execute(trx);
      await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(trx);
      await sql.raw(`set local lock_timeout = '${TABLE_LOCK}'`).execute(trx);
    }
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const done = await readDone(trx);
    refuseUnknownMigrations(done, migrations);
    const missing = migrations.filter((migration) => !done.has(migration.name));
    for (const migration of missing) {
      const { name } = migration;
      await migration.up(trx as Kysely<Tables> as unknown as Kysely<unknown>, { accountId });
      await trx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    }
    return missing.map((migration) => migration.name);
  });
}

async function retryLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || tries === TABLE_LOCK_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, TABLE_LOCK_PAUSE));
    }
  }
}

async function readDone(db: Kysely<Tables>): Promise<Set<string>> {
  return new Set((await db.selectFrom('migrations').select('name').execute()).map((row) => row.name));
}

function refuseUnknownMigrations(done: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const breaking = [...done].find((name) => !known.has(name) && name.endsWith('!'));
  if (breaking === undefined) return;
  throw new CheckoutError(
    'configuration_invalid',
    `DATABASE_URL: the database has the step ${breaking}, with which this version cannot work; run a newer version.`,
  );
}
