import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { describeAccountsStore } from '../support/accounts-store-contract.ts';
import { describeConsoleStore } from '../support/console-store-contract.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describeRefundStore } from '../support/refund-store-contract.ts';
import { addSession, beginPayment, describeStore } from '../support/store-contract.ts';
import { describeUsersStore } from '../support/users-store-contract.ts';
import { startPgBouncer, type RunningPgBouncer } from './pgbouncer.ts';
import pg from 'pg';

let postgres: TestPostgres;
let bouncer: RunningPgBouncer;

beforeAll(async () => {
  postgres = await startPostgres();
  bouncer = await startPgBouncer(await postgres.createDatabase());
});

afterAll(async () => {
  await bouncer.close();
  await postgres.stop();
});

async function createSerializableDatabase(): Promise<string> {
  const databaseUrl = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await client.end();
  return databaseUrl;
}

const KINDS = {
  'PostgreSQL behind PgBouncer': async () => bouncer.through(await postgres.createDatabase()),
  'PostgreSQL with serializable transactions': createSerializableDatabase,
} satisfies Record<string, () => Promise<string>>;

for (const [name, create] of Object.entries(KINDS)) {
  const options = async (): Promise<{ databaseUrl: string }> => ({ databaseUrl: await create() });
  describeStore(name, options);
  describeConsoleStore(name, options);
  describeUsersStore(name, options);
  describeRefundStore(name, options);
  describeAccountsStore(name, options);

  describe(`${name}, under load`, () => {
    test('of 40 submits of one session that come at once, one begins a payment, in each of 20 sessions', async () => {
      const databaseUrl = await create();
      const stores = [openStore({ databaseUrl }), openStore({ databaseUrl })];
      await Promise.all(stores.map((store) => store.ready));
      const sessions = await Promise.all(Array.from({ length: 20 }, () => addSession(stores[0] as Store)));
      const kinds = await Promise.all(
        sessions.flatMap((session) =>
          Array.from({ length: 40 }, (_, index) => beginPayment(stores[index % 2] as Store, session)),
        ),
      );
      expect(kinds.filter(({ kind }) => kind === 'started')).toHaveLength(20);
      await Promise.all(stores.map((store) => store.close()));
    });
  });
}
