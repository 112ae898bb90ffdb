import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startSystem, submitOf, type TestSystem } from '../support/system.ts';

let postgres: TestPostgres;
let first: TestSystem;
let second: TestSystem;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  first = await startSystem({ companion: { databaseUrl } });
  // Both start on an empty database at the same time and talk to the same gateway.
  second = await startSystem({ companion: { databaseUrl, gatewayUrl: first.sandbox.url } });
});

afterAll(async () => {
  await second.close();
  await first.close();
  await postgres.stop();
});

test('a payment goes through two companions on one PostgreSQL as through one', async () => {
  const { token, id } = await first.openSession();
  const declined = await second.pay(token, submitOf('4000000000000002'));
  expect(declined).toMatchObject({ status: 'declined', decline: { retryable: true } });
  expect(await first.pay(token)).toMatchObject({ status: 'paid' });
  expect(await (await second.merchant('GET', `/v1/sessions/${id}`)).json()).toMatchObject({
    status: 'paid',
    attempts: 2,
  });
});

test('60 submits at once through both charge once, and both tell the same', async () => {
  const { token } = await first.openSession();
  const submit = submitOf();
  const before = first.sandbox.sandbox.world.ledger.all().length;
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
  expect(first.sandbox.sandbox.world.ledger.all().length - before).toBe(1);
});
