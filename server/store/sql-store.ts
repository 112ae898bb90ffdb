import { CompiledQuery } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { createBatch } from './batch.ts';
import { beginPayment, findSameAttemptOrRefusal } from './begin-payment.ts';
import { createGrossVolumeReader } from './gross-volume.ts';
import { createGroupCommit } from './group-commit.ts';
import { claimJobs, planJobsOfSubmits, type StrayJobSearches } from './jobs.ts';
import { findPendingMigrations, migrateDatabase } from './migrate.ts';
import { createPaymentBatches } from './payment-batches.ts';
import { SESSIONS } from './payment-tables.ts';
import type { Database, Db, Trx } from './schema.ts';
import { findSessionRowsByTokenHash } from './sessions.ts';
import { bindCalls, READS, WRITES } from './store-calls.ts';
import { isRefusedByDatabase, withDatabaseRetries } from './store-errors.ts';
import type { Store } from './store.ts';
import { updatePayment } from './update-payment.ts';

/**
 * The store on either database. Every write runs in a transaction that takes its lock at the start. Every call waits
 * for the migrations, and retries failed ones. `migrates`: whether migrations run here or elsewhere.
 */
export function createSqlStore(database: Database, migrates = true): Store {
  const { db, reader } = database;
  let migrated: Promise<unknown> | undefined;
  let isMigrated = false;
  const prepare = async (): Promise<void> => {
    migrated ??= migrates ? migrateDatabase(database) : expectMigrated(database);
    try {
      await migrated;
      isMigrated = true;
    } catch (error) {
      migrated = undefined;
      throw error;
    }
  };
  const onMigrated = <T>(work: () => Promise<T>): Promise<T> =>
    withDatabaseRetries(async () => {
      if (!isMigrated) await prepare();
      return work();
    });
  const run = transactionsOf(database);
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => onMigrated(() => work(reader));
  const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => onMigrated(() => run(work));
  /** One statement is a transaction of its own, on PostgreSQL. Undefined if the database refused it. */
  const atOnce = async <T>(work: (at: Db) => Promise<T | undefined>): Promise<T | undefined> => {
    if (database.kind === 'sqlite') return undefined;
    return onMigrated(() =>
      work(db).catch((error: unknown) => {
        if (isRefusedByDatabase(error)) return undefined;
        throw error;
      }),
    );
  };
  const batches = database.kind === 'postgres' ? createPaymentBatches(atOnce) : undefined;
  const findSessionRow = createBatch({
    run: (hashes: readonly string[]) => read((at) => findSessionRowsByTokenHash(at, hashes)),
    atOnce: 2,
  });
  const searches: StrayJobSearches = new Map();
  const ready = withDatabaseRetries(prepare);
  // A caller that does not wait gets the same error at its first call.
  ready.catch(() => undefined);
  return {
    ...bindCalls(READS, read),
    ...bindCalls(WRITES, transact),
    ready,
    findSessionByTokenHash: async (hash) => {
      const row = await findSessionRow(hash);
      return row === undefined ? undefined : SESSIONS.toRecord(row);
    },
    beginPayment: async (input) =>
      (await batches?.begin(input)) ??
      (await atOnce((at) => findSameAttemptOrRefusal(at, input))) ??
      transact((trx) => beginPayment(trx, input)),
    updatePayment: async (update) => (await batches?.update(update)) ?? transact((trx) => updatePayment(trx, update)),
    claimJobs: async (kind, now, limit, leaseMs) => {
      const claim = () => transact((trx) => claimJobs(trx, { kind, now, limit, leaseMs }, searches));
      const jobs = await claim();
      if (kind !== 'reconcile' || jobs.length > 0) return jobs;
      const plan = (at: Db) => planJobsOfSubmits(at, now);
      if ((await atOnce(plan)) === undefined) await transact(plan);
      return claim();
    },
    readGrossVolume: createGrossVolumeReader(read, transact),
    ping: async () => {
      // One statement on PostgreSQL: a companion that freezes between two statements would lock the row for all others.
      if ((await atOnce(touch)) === undefined) await transact(touch);
    },
    close: async () => {
      await Promise.all([db.destroy(), reader.destroy()]);
    },
  };
}

/**
 * SQLite waits for the disk at every commit, so callers share one. PostgreSQL's connections share commits by
 * themselves.
 */
function transactionsOf({ kind, db }: Database): <T>(work: (trx: Trx) => Promise<T>) => Promise<T> {
  const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);
  if (kind === 'postgres') return transact;
  return createGroupCommit(transact, async (trx, command) => {
    await trx.executeQuery(CompiledQuery.raw(command));
  });
}

async function expectMigrated(database: Database): Promise<void> {
  const missing = await findPendingMigrations(database);
  if (missing.length === 0) return;
  throw new CheckoutError('store_unavailable', `The database lacks ${missing.join(', ')}: run tillgate migrate.`);
}

/** Writes a page: a database with a full disk still locks, reads and deletes missing rows. */
async function touch(db: Db): Promise<true> {
  const at = Date.now();
  await db
    .insertInto('prune_marks')
    .values({ name: 'ping', at, id: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
  return true;
}
