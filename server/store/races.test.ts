import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { useDatabases } from '../../test/support/databases.ts';
import { newPayment, newSession } from '../../test/support/store-records.ts';
import { openStore, type StoreOptions } from './open-store.ts';
import type { Job, SessionRecord, Store } from './store.ts';

const NOW = Date.UTC(2030, 0, 1);
/** Orders that are changed while they are paid. */
const RACES = 1_000;
const { folder, createDatabase } = useDatabases('races');

describe.each<[string, () => Promise<StoreOptions>]>([
  ['SQLite', () => Promise.resolve({ dataDir: folder })],
  ['PostgreSQL', async () => ({ databaseUrl: await createDatabase() })],
])('%s, used by several companions at once', (_, options) => {
  let one: Store;
  let other: Store;

  beforeAll(async () => {
    const database = await options();
    one = openStore(database);
    other = openStore(database);
    await Promise.all([one.ready, other.ready]);
    // Every connection is open, so that nothing but the database decides who comes first.
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).ping()));
  });

  afterAll(() => Promise.all([one.close(), other.close()]));

  test('concurrent unverified notifications are stored up to the limit', async () => {
    const { paymentId } = await startPayment(one);
    const recorded = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? one : other).recordNotification(
          {
            id: crypto.randomUUID(),
            payment_id: paymentId,
            body_hash: `body-${String(index)}`,
            fields: {},
            verified: false,
            address: 'public',
            at: NOW,
          },
          2,
          NOW,
        ),
      ),
    );
    expect(recorded.filter((result) => result === 'stored')).toHaveLength(2);
    expect(recorded.filter((result) => result === 'full')).toHaveLength(38);
  });

  test('a companion whose lease lapsed cannot give away the job another one works on', async () => {
    const { paymentId } = await startPayment(one);
    await one.updatePayment({
      id: paymentId,
      version: 1,
      changes: { status: 'unknown' },
      session: 'keep',
      event: { kind: 'answered', detail: {} },
      at: NOW,
      reconcileAt: NOW,
    });
    const own = async (store: Store, now: number, leaseMs: number): Promise<Job | undefined> =>
      (await store.claimJobs('reconcile', now, 1_000, leaseMs)).find((job) => job.ref === paymentId);
    const slow = await own(one, NOW, 1_000);
    const current = await own(other, NOW + 5_000, 60_000);
    expect(current).toMatchObject({ ref: paymentId, runs: 2 });
    await one.finishOrRescheduleJob(slow!, NOW + 6_000);
    expect(await own(one, NOW + 7_000, 1_000)).toBeUndefined();
    await one.finishOrRescheduleJob(slow!, null);
    await other.finishOrRescheduleJob(current!, NOW + 8_000);
    const next = await own(one, NOW + 9_000, 1_000);
    expect(next).toMatchObject({ ref: paymentId, runs: 3 });
    await one.finishOrRescheduleJob(next!, null);
    expect(await own(one, NOW + 1e9, 1_000)).toBeUndefined();
  });

  test('promise 25: of an order that is changed and a payment of the order before exactly one is stored', async () => {
    const won = { changed: 0, started: 0 };
    const race = async (index: number): Promise<void> => {
      const [first, second] = index % 2 ? [one, other] : [other, one];
      const session = await addSession(first);
      const payment = newPayment(session);
      const change = { ...session, amount: '9.00', request: { ...session.request, amount: '9.00' }, at: NOW };
      // Either call may leave first.
      const early = index % 4 < 2 ? first.updateSession(change) : undefined;
      const beginning = second.beginPayment({ payment, sessionVersion: 1, maxAttempts: 5, at: NOW });
      const [isChanged, begun] = await Promise.all([early ?? first.updateSession(change), beginning]);
      const known = await first.findSession(session.id);
      if (isChanged) {
        expect(begun).toEqual({ kind: 'changed', session: known });
        expect(known).toMatchObject({ version: 2, amount: '9.00', active_payment_id: null, attempts: 0 });
        won.changed += 1;
      } else {
        expect(begun).toMatchObject({ kind: 'started', payment: { amount: '12.00' } });
        expect(known).toMatchObject({ version: 1, amount: '12.00', active_payment_id: payment.id });
        won.started += 1;
      }
    };
    for (let from = 0; from < RACES; from += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => race(from + index)));
    }
    expect(won.changed + won.started).toBe(RACES);
    expect(Math.min(won.changed, won.started)).toBeGreaterThan(0);
  }, 60_000);

  test('a response stored for a key stays when a later one comes', async () => {
    const key = crypto.randomUUID();
    const slow = { key, at: NOW };
    const current = { key, at: NOW + 2_000 };
    expect(await one.beginIdempotentRequest({ key: key, fingerprint: 'f', now: slow.at, lapseMs: 1_000 })).toEqual({
      kind: 'started',
      claim: slow,
    });
    expect(await other.beginIdempotentRequest({ key: key, fingerprint: 'f', now: current.at, lapseMs: 1_000 })).toEqual(
      {
        kind: 'started',
        claim: current,
      },
    );
    await one.releaseIdempotencyClaim(slow);
    await other.finishIdempotentRequest(current, 201, 'first');
    await one.finishIdempotentRequest(slow, 500, 'late');
    expect(await one.beginIdempotentRequest({ key: key, fingerprint: 'f', now: NOW, lapseMs: 1_000 })).toEqual({
      kind: 'replay',
      status: 201,
      body: 'first',
    });
  });
});

test('PostgreSQL: an attempt that was made and applied while its twin waited is not made again', async () => {
  const databaseUrl = await createDatabase();
  const store = openStore({ databaseUrl });
  const session = await addSession(store);
  const twin = newPayment(session);
  const first = new pg.Client({ connectionString: databaseUrl });
  await first.connect();
  await first.query('begin');
  await first.query('update sessions set attempts = attempts + 1 where id = $1', [session.id]);
  const waiting = store.beginPayment({ payment: twin, sessionVersion: 1, maxAttempts: 5, at: NOW });
  await untilSomebodyWaits(databaseUrl);
  await first.query(
    `insert into payments (id, session_id, attempt_id, fingerprint, status, method, order_no, currency, amount, version,
       created_at, updated_at) values ('pay_first', $1, $2, 'f', 'not_sent', 'card', 'O-1', 'EUR', '1.00', 2, 0, 0)`,
    [session.id, twin.attempt_id],
  );
  await first.query('commit');
  await first.end();
  expect(await waiting).toMatchObject({ kind: 'exists', payment: { id: 'pay_first' } });
  expect(await store.findSession(session.id)).toMatchObject({ status: 'open', active_payment_id: null, attempts: 1 });
  await store.close();
});

test('PostgreSQL: the store goes on after the server cut its connections', async () => {
  const databaseUrl = await createDatabase();
  const store = openStore({ databaseUrl });
  const session = await addSession(store);
  await run(
    databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await expect.poll(() => store.findSession(session.id).catch(() => undefined)).toEqual(session);
  await store.close();
});

test('PostgreSQL: a store opened before its database is there migrates it once it is', async () => {
  const databaseUrl = (await createDatabase()).replace(/[^/]*$/, 'later');
  const store = openStore({ databaseUrl });
  await expect(store.ready).rejects.toMatchObject({ code: 'store_unavailable' });
  await run(await createDatabase(), 'create database later');
  await expect(store.ping()).resolves.toBeUndefined();
  await store.close();
});

test('PostgreSQL: a database that is read-only is not called writable', async () => {
  const databaseUrl = await createDatabase();
  const store = openStore({ databaseUrl });
  await store.ping();
  await run(
    databaseUrl,
    'alter database ' + new URL(databaseUrl).pathname.slice(1) + ' set default_transaction_read_only = on',
  );
  const later = openStore({ databaseUrl });
  await expect(later.ping()).rejects.toMatchObject({ code: 'store_unavailable' });
  await Promise.all([store.close(), later.close()]);
});

async function run(databaseUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilSomebodyWaits(databaseUrl: string): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await run(databaseUrl, waiting)).rowCount).toBe(1);
}

async function startPayment(store: Store): Promise<{ paymentId: string }> {
  const payment = newPayment(await addSession(store));
  await store.beginPayment({ payment, sessionVersion: 1, maxAttempts: 5, at: NOW });
  return { paymentId: payment.id };
}

async function addSession(store: Store): Promise<SessionRecord> {
  const session = newSession();
  await store.createSession(session);
  return session;
}
