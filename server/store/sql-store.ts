import { CompiledQuery, sql, type Transaction } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { readBacklog } from './backlog.ts';
import { createBatch } from './batch.ts';
import { createGroupCommit } from './group-commit.ts';
import { createConsoleStore } from './console-store.ts';
import { withDatabaseRetries, isRefusedByDatabase } from './store-errors.ts';
import { beginIdempotentRequest, releaseIdempotencyClaim, finishIdempotentRequest } from './idempotency.ts';
import {
  claimJobs,
  finishOrRescheduleJob,
  planJobsOfSubmits,
  scheduleJob,
  scheduleJobIfAbsent,
  type StrayJobSearches,
} from './jobs.ts';
import { createRiskStore } from './risk-store.ts';
import { isPaidInOtherSession } from './sessions-of-order.ts';
import { createBackOfficeStore } from './back-office-store.ts';
import { findPendingMigrations, migrateDatabase } from './migrate.ts';
import { createPaymentBatches } from './payment-batches.ts';
import {
  findNotification,
  giveUpNotification,
  setNotificationHold,
  listHeldNotificationsOfPayment,
  recordNotification,
} from './notifications.ts';
import { addRenewal, findPaymentByTransaction } from './renewals.ts';
import { beginPayment, findSameAttemptOrRefusal } from './begin-payment.ts';
import {
  findPaymentByAttempt,
  findPayment,
  findAccountNameByAccountId,
  listAccountsWithPayments,
  listPayments,
} from './payments.ts';
import { updatePayment } from './update-payment.ts';
import { updatePaymentUnlessRefunded } from './update-payment-unless-refunded.ts';
import { createPruneStore } from './prune.ts';
import type { Database, Db, Tables } from './schema.ts';
import {
  expireAllUnpaidSessions,
  expireIdleSession,
  findSession,
  findSessionRowsByTokenHash,
  listSessions,
  updateOpenSession,
} from './sessions.ts';
import type { Store } from './store.ts';
import { listTimeline } from './timeline.ts';
import { PAYMENTS, SESSIONS } from './payment-tables.ts';

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
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    withDatabaseRetries(async () => {
      if (!isMigrated) await prepare();
      return work(reader);
    });
  const run = transactionsOf(database);
  const transact = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    withDatabaseRetries(async () => {
      if (!isMigrated) await prepare();
      return run(work);
    });
  /** One statement is a transaction of its own, on PostgreSQL. Undefined if the database refused it. */
  const atOnce = async <T>(work: (at: Db) => Promise<T | undefined>): Promise<T | undefined> => {
    if (database.kind === 'sqlite') return undefined;
    return withDatabaseRetries(async () => {
      if (!isMigrated) await prepare();
      return work(db).catch((error: unknown) => {
        if (isRefusedByDatabase(error)) return undefined;
        throw error;
      });
    });
  };
  const batches = database.kind === 'postgres' ? createPaymentBatches(atOnce) : undefined;
  const findSessionRow = createBatch({
    run: (hashes: readonly string[]) => read((at) => findSessionRowsByTokenHash(at, database.kind, hashes)),
    atOnce: 2,
  });
  const searches: StrayJobSearches = new Map();
  const ready = withDatabaseRetries(prepare);
  // A caller that does not wait gets the same error at its first call.
  ready.catch(() => undefined);
  return {
    ready,
    createSession: (session, oncePerOrder = false) =>
      transact(async (at) => {
        const { account, order_no, id } = session;
        const isPaid = oncePerOrder && (await isPaidInOtherSession(at, { account, order_no, session_id: id }));
        if (!isPaid) await at.insertInto('sessions').values(SESSIONS.toRow(session)).execute();
        return !isPaid;
      }),
    findSession: (id) => read((at) => findSession(at, id)),
    findSessionByTokenHash: async (hash) => {
      const row = await findSessionRow(hash);
      return row === undefined ? undefined : SESSIONS.toRecord(row);
    },
    listSessions: (filter) => read((at) => listSessions(at, filter)),
    expireAllUnpaidSessions: (at) => transact((trx) => expireAllUnpaidSessions(trx, at)),
    updateSession: (update) => transact((at) => updateOpenSession(at, update)),
    expireIdleSession: (id) => transact((at) => expireIdleSession(at, id)),
    beginPayment: async (input) =>
      (await batches?.begin(input)) ??
      (await atOnce((at) => findSameAttemptOrRefusal(at, input))) ??
      transact((trx) => beginPayment(trx, database.kind, input)),
    updatePayment: async (update) =>
      (await batches?.update(update)) ?? transact((trx) => updatePayment(trx, database.kind, update)),
    updatePaymentUnlessRefunded: (update) => transact((trx) => updatePaymentUnlessRefunded(trx, database.kind, update)),
    addRenewal: (renewal) => transact((trx) => addRenewal(trx, database.kind, renewal)),
    findPayment: (id) => read((at) => findPayment(at, id)),
    findPaymentByTransaction: (id, of) => read((at) => findPaymentByTransaction(at, id, of)),
    findPaymentByAttempt: (sessionId, attemptId) => read((at) => findPaymentByAttempt(at, sessionId, attemptId)),
    listSessionPayments: (sessionId) =>
      read(async (at) => {
        const rows = await at
          .selectFrom('payments')
          .selectAll()
          .where('session_id', '=', sessionId)
          .orderBy('created_at')
          .execute();
        return rows.map(PAYMENTS.toRecord);
      }),
    listPayments: (filter) => read((at) => listPayments(at, filter)),
    listTimeline: (paymentId) => read((at) => listTimeline(at, paymentId)),
    takeNotificationQuery: (paymentId, max, days) => transact((at) => takeNotificationQuery(at, paymentId, max, days)),
    takeRefundQuery: (paymentId, max) => transact((at) => takeQuery(at, 'refund_queries', paymentId, max)),
    takeReturnQuery: (paymentId, max) => transact((at) => takeQuery(at, 'return_queries', paymentId, max)),
    recordNotification: (notification, maxUnverified, applyAt) =>
      transact((trx) => recordNotification(trx, database.kind, notification, { maxUnverified, applyAt })),
    findNotification: (id) => read((at) => findNotification(at, id)),
    setNotificationHold: (id, waitsFor) => transact((trx) => setNotificationHold(trx, id, waitsFor)),
    listHeldNotificationsOfPayment: (paymentId) => read((at) => listHeldNotificationsOfPayment(at, paymentId)),
    giveUpNotification: (id) => transact((trx) => giveUpNotification(trx, id)),
    finishNotification: (id) => transact((at) => scheduleJob(at, 'notification', id, null)),
    claimJobs: async (kind, now, limit, leaseMs) => {
      const claim = () => transact((trx) => claimJobs(trx, database.kind, { kind, now, limit, leaseMs }, searches));
      const jobs = await claim();
      if (kind !== 'reconcile' || jobs.length > 0) return jobs;
      const plan = (at: Db) => planJobsOfSubmits(at, now);
      if ((await atOnce(plan)) === undefined) await transact(plan);
      return claim();
    },
    ensureJob: (kind, ref, runAt) => transact((at) => scheduleJobIfAbsent(at, kind, ref, runAt)),
    finishOrRescheduleJob: (claim, runAt) => transact((at) => finishOrRescheduleJob(at, claim, runAt)),
    beginIdempotentRequest: (call) => transact((at) => beginIdempotentRequest(at, call)),
    finishIdempotentRequest: (claim, status, body) =>
      transact((at) => finishIdempotentRequest(at, claim, status, body)),
    releaseIdempotencyClaim: (claim) => transact((at) => releaseIdempotencyClaim(at, claim)),
    listAccountsWithPayments: () => read(listAccountsWithPayments),
    findAccountOfId: (accountId) => read((db) => findAccountNameByAccountId(db, accountId)),
    readBacklog: (now) => read((at) => readBacklog(at, now)),
    ...createBackOfficeStore(database.kind, read, transact),
    ...createRiskStore(read, transact),
    ...createConsoleStore(read, transact),
    ...createPruneStore(database.kind, transact),
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
function transactionsOf({ kind, db }: Database): <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T> {
  const transact = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => db.transaction().execute(work);
  if (kind === 'postgres') return transact;
  return createGroupCommit(transact, (trx) => ({
    mark: () => command(trx, 'savepoint member'),
    undo: () => command(trx, 'rollback to member'),
    keep: () => command(trx, 'release member'),
  }));
}

async function command(trx: Transaction<Tables>, text: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(text));
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

async function takeNotificationQuery(db: Db, paymentId: string, max: number, days = 0): Promise<boolean> {
  const taken = await db
    .updateTable('payments')
    // Unused daily allowance is lost, so there are never more than `max` at once.
    .set({
      notification_queries: sql`case when notification_queries < ${days} then ${days} else notification_queries end + 1`,
    })
    .where('id', '=', paymentId)
    .where('notification_queries', '<', days + max)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

async function takeQuery(
  db: Db,
  count: 'refund_queries' | 'return_queries',
  paymentId: string,
  max: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('payments')
    .set((eb) => ({ [count]: eb(count, '+', 1) }))
    .where('id', '=', paymentId)
    .where(count, '<', max)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
