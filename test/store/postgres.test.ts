import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describeConsoleStore } from '../support/console-store-contract.ts';
import { describeStore } from '../support/store-contract.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

describeStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));
describeConsoleStore('PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() }));

test('a server that is not there is an unavailable store, not a crash', async () => {
  const store = openStore({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(store.ready).rejects.toMatchObject({ code: 'store_unavailable' });
  await store.close();
});
