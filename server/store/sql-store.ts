import type { Transaction } from 'kysely';
import { readBacklog } from './backlog.ts';
import { guarded } from './guarded.ts';
import { beginIdempotent, dropIdempotent, finishIdempotent } from './idempotency.ts';
import { claimJobs, finishJob, planJob } from './jobs.ts';
import { isPaidElsewhere } from './one-order.ts';
import { createMerchantStore } from './sql-merchant-store.ts';
import { migrateDatabase } from './migrate.ts';
import { findNotification, recordNotification } from './notifications.ts';
import { addDeduction, findByTransaction } from './deductions.ts';
import { beginPayment, findByAttempt, findPayment, listPayments, updatePayment } from './payments.ts';
import { fromSession, toEvent, toPayment } from './rows.ts';
import type { Database, Db, Tables } from './schema.ts';
import { expireSession, findSessionBy, listSessions } from './sessions.ts';
import type { Store } from './store.ts';

/**
 * The store over either database. Whatever writes does so in a transaction, which waits its turn at the beginning.
 * Every call waits for the migrations, and tries them again where they failed.
 */
export function createSqlStore(database: Database): Store {
  const { db } = database;
  let migrated: Promise<unknown> | undefined;
  const prepare = async (): Promise<void> => {
    migrated ??= migrateDatabase(database);
    try {
      await migrated;
    } catch (error) {
      migrated = undefined;
      throw error;
    }
  };
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    guarded(async () => {
      await prepare();
      return work(db);
    });
  const transact = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    guarded(async () => {
      await prepare();
      return db.transaction().execute(work);
    });
  const ready = guarded(prepare);
  // Whoever does not wait for it meets the same trouble at the first call.
  ready.catch(() => undefined);
  return {
    ready,
    createSession: (session) =>
      transact(async (at) => {
        const isPaid = await isPaidElsewhere(at, { order_no: session.orderNo, session_id: session.id });
        if (!isPaid) await at.insertInto('sessions').values(fromSession(session)).execute();
        return !isPaid;
      }),
    findSession: (id) => read((at) => findSessionBy(at, 'id', id)),
    findSessionByTokenHash: (hash) => read((at) => findSessionBy(at, 'token_hash', hash)),
    listSessions: (filter) => read((at) => listSessions(at, filter)),
    expireSession: (id) => transact((at) => expireSession(at, id)),
    beginPayment: (input) => transact((trx) => beginPayment(trx, database.kind, input)),
    updatePayment: (update) => transact((trx) => updatePayment(trx, database.kind, update)),
    addDeduction: (deduction) => transact((trx) => addDeduction(trx, deduction)),
    findPayment: (id) => read((at) => findPayment(at, id)),
    findPaymentByTransaction: (id) => read((at) => findByTransaction(at, id)),
    findPaymentByAttempt: (sessionId, attemptId) => read((at) => findByAttempt(at, sessionId, attemptId)),
    listSessionPayments: (sessionId) =>
      read(async (at) => {
        const rows = await at
          .selectFrom('payments')
          .selectAll()
          .where('session_id', '=', sessionId)
          .orderBy('created_at')
          .execute();
        return rows.map(toPayment);
      }),
    listPayments: (filter) => read((at) => listPayments(at, filter)),
    listEvents: (paymentId) =>
      read(async (at) => {
        const rows = await at
          .selectFrom('payment_events')
          .selectAll()
          .where('payment_id', '=', paymentId)
          .orderBy('version')
          .execute();
        return rows.map(toEvent);
      }),
    takeHintQuery: (paymentId, max) => transact((at) => takeHintQuery(at, paymentId, max)),
    recordNotification: (notification, maxUnverified, applyAt) =>
      transact((trx) => recordNotification(trx, database.kind, notification, { maxUnverified, applyAt })),
    findNotification: (id) => read((at) => findNotification(at, id)),
    finishNotification: (id) => transact((at) => planJob(at, 'notification', id, null)),
    claimJobs: (kind, now, limit, leaseMs) =>
      transact((trx) => claimJobs(trx, database.kind, { kind, now, limit, leaseMs })),
    finishJob: (claim, runAt) => transact((at) => finishJob(at, claim, runAt)),
    beginIdempotent: (call) => transact((at) => beginIdempotent(at, call)),
    finishIdempotent: (claim, status, body) => transact((at) => finishIdempotent(at, claim, status, body)),
    dropIdempotent: (claim) => transact((at) => dropIdempotent(at, claim)),
    readBacklog: (now) => read((at) => readBacklog(at, now)),
    ...createMerchantStore(database.kind, read, transact),
    // A statement that takes the write lock and changes nothing.
    ping: () =>
      transact(async (at) => {
        await at.deleteFrom('idempotency_keys').where('key', '=', '').execute();
      }),
    close: () => db.destroy(),
  };
}

async function takeHintQuery(db: Db, paymentId: string, max: number): Promise<boolean> {
  const taken = await db
    .updateTable('payments')
    .set((eb) => ({ hint_queries: eb('hint_queries', '+', 1) }))
    .where('id', '=', paymentId)
    .where('hint_queries', '<', max)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
