import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { failToServe } from '../support/serve-process.ts';

/** A start that fails ends the process, so that whoever starts it again can see it. */

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a port that is taken ends a companion on PostgreSQL', async () => {
  const databaseUrl = await postgres.createDatabase();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as AddressInfo).port);
  expect(await failToServe({ DATABASE_URL: databaseUrl, PORT: port })).toEqual({
    code: 1,
    said: `tillgate: PORT: ${port} is taken by another program.\n`,
  });
  taken.close();
  // It had come as far as the database.
  const store = openStore({ databaseUrl, migrates: false });
  await store.ready;
  await store.close();
}, 30_000);

test('steps of the schema that are missing end one that may not take them', async () => {
  const databaseUrl = await postgres.createDatabase();
  const { code, said } = await failToServe({ DATABASE_URL: databaseUrl, TILLGATE_MIGRATE: 'off' });
  expect(code).toBe(1);
  expect(said).toMatch(/^tillgate: The database lacks .*: run tillgate migrate\.\n$/);
}, 30_000);
