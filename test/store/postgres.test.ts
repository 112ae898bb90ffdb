import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describeAccountsStore } from '../support/accounts-store-contract.ts';
import { describeConsoleStore } from '../support/console-store-contract.ts';
import { describeUsersStore } from '../support/users-store-contract.ts';
import { openPausableDatabaseProxy } from '../support/held-connection.ts';
import { describeRefundStore } from '../support/refund-store-contract.ts';
import { addSession, beginPayment, describeStore } from '../support/store-contract.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

describeStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));
describeConsoleStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));
describeUsersStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));
describeRefundStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));
describeAccountsStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));

test('promise 3: a connection that timed out is not reused, and its late work affects no other request', async () => {
  const databaseUrl = await postgres.createDatabase();
  const line = await openPausableDatabaseProxy(databaseUrl);
  const store = openStore({ databaseUrl: line.databaseUrl });
  const beside = openStore({ databaseUrl });
  await Promise.all([store.ready, beside.ready]);
  const session = await addSession(store);
  line.hold();
  await expect(store.expireAllUnpaidSessions(0)).rejects.toMatchObject({ code: 'store_unavailable' });
  line.release();
  const begun = await beginPayment(store, session);
  expect(begun.kind).toBe('started');
  // A committed payment is visible to every connection.
  expect(await beside.listSessionPayments(session.id)).toHaveLength(1);
  await Promise.all([store.close(), beside.close()]);
  line.close();
}, 40_000);

test('an unreachable server makes the store unavailable and does not crash the process', async () => {
  const store = openStore({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(store.ready).rejects.toMatchObject({ code: 'store_unavailable' });
  await store.close();
});
