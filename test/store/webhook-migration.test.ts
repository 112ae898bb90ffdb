import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateDatabase, MIGRATIONS } from '../../server/store/migrate.ts';
import { openDatabase } from '../../server/store/open-database.ts';
import { migrateStore, openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { useDatabases } from '../support/databases.ts';

const NAME = '0024-webhook-endpoints!';
const { folder, createDatabase } = useDatabases('webhook-migration');

const databases: Record<string, () => Promise<StoreOptions>> = {
  SQLite: () => Promise.resolve({ dataDir: join(folder, 'one') }),
  PostgreSQL: async () => ({ databaseUrl: await createDatabase() }),
};

test.each(Object.keys(databases))('events of an older %s database go on to the endpoint default', async (kind) => {
  const options = await databases[kind]!();
  const database = openDatabase(options);
  const before = MIGRATIONS.findIndex(({ name }) => name === NAME);
  await migrateDatabase(database, MIGRATIONS.slice(0, before));
  const states = ['waiting', 'delivered', 'given_up', 'none'];
  const insert = (table: string, row: Record<string, unknown>): Promise<unknown> =>
    database.db
      .insertInto(table as 'payments')
      .values(row as never)
      .execute();
  for (const [index, state] of states.entries()) {
    await insert('webhook_events', {
      ...{ id: `evt_${state}`, type: 'payment.paid', ref: 'pay_1', data: '{}', state, attempts: index },
      ...{ created_at: index, delivered_at: state === 'delivered' ? 9 : null },
    });
  }
  await insert('webhook_deliveries', { id: 'd', event_id: 'evt_waiting', at: 3, status: 500, duration_ms: 1 });
  await insert('jobs', { id: 'j', kind: 'webhook', ref: 'evt_waiting', run_at: 7, runs: 1, locked_until: 0 });
  await database.db.destroy();
  expect(await migrateStore(options)).toContain(NAME);
  const store = openStore(options);
  const at = await Promise.all(states.map((state) => store.listEventDeliveriesByEndpoint(`evt_${state}`)));
  expect(at).toMatchObject([
    [{ endpoint: 'default', state: 'waiting', attempts: 0, created_at: 0, delivered_at: null }],
    [{ endpoint: 'default', state: 'delivered', attempts: 1, created_at: 1, delivered_at: 9 }],
    [{ endpoint: 'default', state: 'given_up', attempts: 2, created_at: 2, delivered_at: null }],
    [],
  ]);
  expect(await store.listDeliveryAttempts('evt_waiting')).toMatchObject([{ endpoint: 'default', at: 3, status: 500 }]);
  expect(await store.claimJobs('webhook', 8, 5, 1_000)).toEqual([]);
  expect(await store.claimJobs('webhook:default', 8, 5, 1_000)).toMatchObject([{ ref: 'evt_waiting', runs: 2 }]);
  await store.close();
});
