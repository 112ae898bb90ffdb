import LibsqlDatabase from 'libsql';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { PaymentRecord, Store } from '../../server/store/store.ts';
import { useDatabases } from '../support/databases.ts';
import { addSession, beginPayment, payAtOnce } from '../support/store-contract.ts';

/** The statements of a payment of the plain course: its session is loaded, its intent is committed, its result is stored. */

const { folder, createDatabase } = useDatabases('statements');

/** Pays a new session; `count` runs after each step. */
async function pay(store: Store, count: (step: 'load' | 'begin' | 'result') => void): Promise<void> {
  const { token_hash: hash } = await addSession(store);
  count('load');
  const session = await store.findSessionByTokenHash(hash);
  count('begin');
  const begun = await beginPayment(store, session!);
  if (begun.kind !== 'started') throw new Error(begun.kind);
  count('result');
  const { payment } = begun;
  await payAtOnce(store, payment, {
    changes: { status: 'paid', transaction_id: `${payment.order_no}-00001`, result: { order_status: '1' } },
    events: ({ id }) => [
      { id: `evt_${id}`, account: 'default', type: 'payment.paid', ref: id, data: {}, deliver_at: null },
    ],
  });
}

/** How many calls came in each step of the second payment, when every statement is prepared. */
async function countSteps(store: Store, calls: () => number): Promise<number[]> {
  await pay(store, () => undefined);
  const marks: number[] = [];
  await pay(store, () => marks.push(calls()));
  marks.push(calls());
  await store.close();
  return marks.slice(1).map((mark, index) => mark - (marks[index] ?? 0));
}

test('a payment on SQLite takes 8 statements in 2 commits', async () => {
  const store = openStore({ dataDir: folder });
  await store.ready;
  const file = new LibsqlDatabase(':memory:');
  const prototype = Object.getPrototypeOf(file.prepare('select 1')) as Record<'run' | 'all', () => unknown>;
  const spies = [vi.spyOn(prototype, 'run'), vi.spyOn(prototype, 'all')];
  const steps = await countSteps(store, () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0));
  for (const spy of spies) spy.mockRestore();
  file.close();
  expect(steps).toEqual([1, 2, 5]);
});

test('a payment on PostgreSQL takes 3 statements, each with a round trip and a commit of its own', async () => {
  const store = openStore({ databaseUrl: await createDatabase() });
  await store.ready;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const steps = await countSteps(store, () => query.mock.calls.length);
  query.mockRestore();
  expect(steps).toEqual([1, 1, 1]);
});

test('32 payments at once on PostgreSQL take at most 3 statements for each step', async () => {
  const store = openStore({ databaseUrl: await createDatabase() });
  await store.ready;
  const sessions = await Promise.all(Array.from({ length: 32 }, () => addSession(store)));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const countOf = async (step: () => Promise<unknown>): Promise<number> => {
    query.mockClear();
    await step();
    return query.mock.calls.length;
  };
  const begun: PaymentRecord[] = [];
  const steps = {
    load: () => Promise.all(sessions.map(({ token_hash: hash }) => store.findSessionByTokenHash(hash))),
    begin: async () => {
      for (const result of await Promise.all(sessions.map((session) => beginPayment(store, session))))
        if (result.kind === 'started') begun.push(result.payment);
    },
    result: () => Promise.all(begun.map((payment) => payAtOnce(store, payment))),
  };
  for (const step of Object.values(steps)) expect(await countOf(step)).toBeLessThanOrEqual(3);
  query.mockRestore();
  expect(begun).toHaveLength(32);
  const paid = await Promise.all(sessions.map(({ id }) => store.findSession(id)));
  expect(paid.map((session) => session?.status)).toEqual(sessions.map(() => 'paid'));
  await store.close();
});

test('a payment whose session another transaction has locked holds up no other', async () => {
  const databaseUrl = await createDatabase();
  const store = openStore({ databaseUrl });
  await store.ready;
  const [locked, free] = [await addSession(store), await addSession(store)];
  const beside = new pg.Client({ connectionString: databaseUrl });
  await beside.connect();
  await beside.query('begin');
  await beside.query('select 1 from sessions where id = $1 for update', [locked.id]);
  let isLockedBegun = false;
  const waiting = beginPayment(store, locked).then((result) => {
    isLockedBegun = true;
    return result;
  });
  const begun = await beginPayment(store, free);
  if (begun.kind !== 'started') throw new Error(begun.kind);
  expect(await payAtOnce(store, begun.payment)).toMatchObject({ status: 'paid' });
  expect(isLockedBegun).toBe(false);
  await beside.query('commit');
  expect(await waiting).toMatchObject({ kind: 'started' });
  await beside.end();
  await store.close();
});

test('a limit or a job that another transaction has locked holds up no other payment for longer than half a second', async () => {
  const databaseUrl = await createDatabase();
  const store = openStore({ databaseUrl });
  await store.ready;
  const at = Date.UTC(2030, 0, 1);
  const sessions = await Promise.all(Array.from({ length: 5 }, () => addSession(store)));
  const limitOf = (key: string) => [{ kind: 'card', key, max: 9, within: 3_600_000 } as const];
  const begin = (index: number, key: string) =>
    beginPayment(store, sessions[index]!, {}, at, false, limitOf(key)).then((result) =>
      result.kind === 'started' ? result.payment : undefined,
    );
  await store.countSubmitTowardsLimits(limitOf('held'), at);
  const beside = new pg.Client({ connectionString: databaseUrl });
  await beside.connect();
  await beside.query('begin');
  await beside.query(`select 1 from velocity where key = 'held' for update`);
  const heldBegins = [begin(0, 'held'), begin(1, 'held')];
  const started = performance.now();
  const [first, second] = await Promise.all([begin(2, 'own'), begin(3, 'other')]);
  const third = await begin(4, 'later');
  expect(performance.now() - started).toBeLessThan(3_000);
  await store.ensureJob('reconcile', first!.id, at);
  await beside.query('select 1 from jobs where ref = $1 for update', [first!.id]);
  const heldResult = payAtOnce(store, first!);
  const resumed = performance.now();
  expect(await payAtOnce(store, second!)).toMatchObject({ status: 'paid' });
  expect(await payAtOnce(store, third!)).toMatchObject({ status: 'paid' });
  expect(performance.now() - resumed).toBeLessThan(3_000);
  await beside.query('commit');
  expect(await Promise.all(heldBegins)).toEqual([expect.anything(), expect.anything()]);
  expect(await heldResult).toMatchObject({ status: 'paid' });
  await beside.end();
  await store.close();
});
