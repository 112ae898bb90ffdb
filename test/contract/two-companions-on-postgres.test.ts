import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

let postgres: TestPostgres;
let first: TestSystem;
let second: TestSystem;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  first = await startTestSystem({ companion: { databaseUrl } });
  // Both start on an empty database at the same time and talk to the same gateway.
  second = await startTestSystem({ companion: { databaseUrl, gatewayUrl: first.sandbox.url } });
});

afterAll(async () => {
  await second.close();
  await first.close();
  await postgres.stop();
});

test('a payment can use two companions on one PostgreSQL database', async () => {
  const { token, id } = await first.openSession();
  const declined = await second.pay(token, createCardSubmit('4000000000000002'));
  expect(declined).toMatchObject({ status: 'declined', decline: { retryable: true } });
  expect(await first.pay(token)).toMatchObject({ status: 'paid' });
  expect(await (await second.merchant('GET', `/v1/sessions/${id}`)).json()).toMatchObject({
    status: 'paid',
    attempts: 2,
  });
});

test('60 concurrent submits through two companions charge once and return one outcome', async () => {
  const { token } = await first.openSession();
  const submit = createCardSubmit();
  const before = first.sandbox.sandbox.state.ledger.all().length;
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? first : second).browser(token, 'POST', '/checkout/payments', submit),
    ),
  );
  const bodies = new Set<string>();
  for (const answer of answers) {
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) bodies.add(await answer.text());
  }
  expect(bodies.size).toBe(1);
  expect(first.sandbox.sandbox.state.ledger.all().length - before).toBe(1);
});

/** What Prometheus reads, and how long it took, in ms. */
async function scrape(system: TestSystem): Promise<{ metrics: string; took: number }> {
  const from = performance.now();
  const metrics = await (await system.merchant('GET', '/metrics')).text();
  return { metrics, took: performance.now() - from };
}

test('a read-only standby database makes tillgate_store_up 0, and its other metrics are reported', async () => {
  const databaseUrl = await postgres.createDatabase();
  const before = await startTestSystem({ companion: { databaseUrl } });
  await before.companion.ready;
  await before.close();
  const name = new URL(databaseUrl).pathname.slice(1);
  await inDatabase(databaseUrl, (client) =>
    client.query(`alter database ${name} set default_transaction_read_only = on`),
  );
  const after = await startTestSystem({ companion: { databaseUrl } });
  const { metrics } = await scrape(after);
  expect(metrics).toContain('tillgate_store_up 0');
  expect(metrics).toContain('tillgate_unknown_payments{age="over_24h"} 0');
  await after.close();
});

test('a locked table makes tillgate_store_up 0 and does not block the scrape', async () => {
  const databaseUrl = await postgres.createDatabase();
  const system = await startTestSystem({ companion: { databaseUrl } });
  await system.companion.ready;
  await inDatabase(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('lock table payments in access exclusive mode');
    const { metrics, took } = await scrape(system);
    expect(metrics).toContain('tillgate_store_up 0');
    expect(took, 'ms, of the ten seconds that Prometheus waits').toBeLessThan(6_000);
    await client.query('rollback');
  });
  expect((await scrape(system)).metrics).toContain('tillgate_store_up 1');
  await system.close();
});

async function inDatabase(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await work(client);
  await client.end();
}
