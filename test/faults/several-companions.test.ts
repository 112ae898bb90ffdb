import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../shared/contract/index.ts';
import { expectLedgerToMatch } from '../support/audit-ledger.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { pickRunSize } from '../support/full-size.ts';
import { notificationOf, startLedgerGateway, type LedgerGateway } from '../support/ledger-gateway.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startTestSystem, createCardSubmit, untilDefined, type TestSystem } from '../support/system.ts';
import { sleep } from '../support/wait.ts';

/** Several companions on one PostgreSQL, which may go away and come back under load. */

let postgres: TestPostgres;
let gateway: LedgerGateway;
let databaseUrl: string;
let companions: TestSystem[];
let ahead: number;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

beforeEach(async () => {
  ahead = 0;
  companions = [];
  gateway = await startLedgerGateway();
  databaseUrl = await postgres.createDatabase();
});

afterEach(async () => {
  await Promise.all(companions.map((companion) => companion.close()));
  await gateway.close();
});

async function startCompanions(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const now = (): number => Date.now() + ahead;
    companions.push(await startTestSystem({ companion: { databaseUrl, gatewayUrl: gateway.url, now } }));
  }
}

/** The pause of a shopper who could not open a session, in ms. */
const RETRY_PAUSE = 50;

/** One of the companions, by turns. */
const at = (index: number): TestSystem => companions[index % companions.length]!;

const submit = (companion: TestSystem, token: string, body: unknown): Promise<Response> =>
  companion.browser(token, 'POST', '/checkout/payments', body);

function notify(companion: TestSystem, id: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return Promise.resolve(
    companion.companion.fetch(new Request(`http://x/gateway/notify/${id}`, { method: 'POST', headers, body })),
  );
}

/** Lets every claim lapse and every query come due, and has all companions do the work at the same time. */
async function drainTogether(): Promise<void> {
  ahead += 300_000;
  await Promise.all(companions.map((companion) => companion.companion.reconcile()));
}

describe.each([2, 4])('promise 11: %i companions on one PostgreSQL database', (count) => {
  test('submits sent twice to two companions under load are each charged once', async () => {
    await startCompanions(count);
    // None is declined: a second card would then be another payment, rightly.
    gateway.react = () => (Math.random() < 0.2 ? 'pay_then_drop' : 'pay');
    const payments = pickRunSize(60, 400);
    const sessions = await Promise.all(
      Array.from({ length: payments }, async (_, index) => ({
        ...(await at(index).openSession()),
        submit: createCardSubmit(),
      })),
    );
    const outcomes = await Promise.all(
      sessions.flatMap(({ token, submit: body }, index) => [
        submit(at(index), token, body),
        submit(at(index + 1), token, body),
        submit(at(index + 1), token, createCardSubmit()),
      ]),
    );
    expect(outcomes.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true);
    // The gateway notifies another companion than the one that sent the payment.
    for (const [index, { id }] of sessions.entries()) {
      const { payment_id: payment } = await at(index).get<{ payment_id: string }>(`/v1/sessions/${id}`);
      const { order_no: order } = await at(index).get<{ order_no: string }>(`/v1/payments/${payment}`);
      const charge = gateway.charges.find((entry) => entry.orderNo === order)!;
      if (index % 3 === 0) await notify(at(index + 1), payment, notificationOf(charge));
    }
    await drainTogether();
    const audit = await expectLedgerToMatch(gateway, { databaseUrl });
    expect(audit).toMatchObject({ payments, charges: payments, open: 0 });
    expect([...gateway.calls.values()].every((calls) => calls === 1)).toBe(true);
    recordPromiseFigures(11, {
      payments,
      submits: payments * 3,
      lost: audit.lost.length,
      doubled: audit.doubled.length,
    });
  });

  test('each due payment is queried by one companion once', async () => {
    await startCompanions(count);
    gateway.react = () => 'pay_then_drop';
    const sessions = await Promise.all(Array.from({ length: 40 }, (_, index) => at(index).openSession()));
    await Promise.all(sessions.map(({ token }, index) => at(index).pay(token)));
    await drainTogether();
    expect(gateway.queries.size).toBe(40);
    expect([...gateway.queries.values()].every((queries) => queries === 1)).toBe(true);
    expect(await expectLedgerToMatch(gateway, { databaseUrl })).toMatchObject({ payments: 40, open: 0 });
  });
});

test('promises 1 and 11: 1,000 concurrent submits of one session through two companions make one gateway request', async () => {
  await startCompanions(2);
  gateway.delay = () => 200;
  const { token } = await at(0).openSession();
  const body = createCardSubmit();
  const answers: Response[] = [];
  // Repeats requests with a retryable error, as a browser does.
  const send = async (index: number): Promise<void> => {
    const answer = await submit(at(index), token, body);
    if (answer.status === 503) return send(index);
    answers.push(answer);
  };
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => send(index)));
  const told = new Set<string>();
  for (const answer of answers) {
    if (answer.status === 200) told.add(await answer.text());
    else expect(answer.status).toBe(409);
  }
  expect(answers).toHaveLength(1_000);
  expect(told.size).toBe(1);
  expect(gateway.charges).toHaveLength(1);
  await expectLedgerToMatch(gateway, { databaseUrl });
  recordPromiseFigures(1, { submits: 1_000, calls: gateway.charges.length });
}, 120_000);

describe('promises 3 and 5: database that becomes unreachable under load', () => {
  test(
    'an unreachable database sends no payment, open payments are resolved, and the companions recover',
    async () => {
      await startCompanions(2);
      let isRunning = true;
      const told: Outcome['status'][] = [];
      const refused: number[] = [];
      /** Refusals, by shopper. */
      const refusals = Array.from({ length: 8 }, () => 0);
      const shopper = async (index: number): Promise<void> => {
        while (isRunning) {
          const opened = await at(index).merchant('POST', '/v1/sessions', orderOf());
          if (opened.status !== 201) {
            refused.push(opened.status);
            refusals[index]! += 1;
            await sleep(RETRY_PAUSE);
            continue;
          }
          const { token } = (await opened.json()) as { token: string };
          const answer = await submit(at(index), token, createCardSubmit());
          if (answer.status === 200) told.push(((await answer.json()) as Outcome).status);
          else refused.push(answer.status);
        }
      };
      gateway.delay = () => 20;
      const everyShopperIsRefused = async (): Promise<void> => {
        const before = [...refusals];
        await untilDefined(() => refusals.every((count, index) => count > before[index]! + 1) || undefined, 20_000);
      };
      const shoppers = refusals.map((_, index) => shopper(index));
      for (let round = 0; round < pickRunSize(2, 10); round += 1) {
        await untilDefined(() => (told.length > 20 * (round + 1) ? true : undefined), 20_000);
        await postgres.halt();
        // No payment from before is under way any more.
        await everyShopperIsRefused();
        const calls = gateway.charges.length;
        await everyShopperIsRefused();
        expect(gateway.charges.length, 'requests that leave while nothing can be recorded').toBe(calls);
        await postgres.resume();
      }
      const before = told.length;
      await untilDefined(() => (told.length > before + 10 ? true : undefined), 20_000);
      isRunning = false;
      await Promise.all(shoppers);
      expect(refused.length).toBeGreaterThan(0);
      expect([...new Set(refused)].sort()).toEqual([503]);
      await drainTogether();
      const audit = await expectLedgerToMatch(gateway, { databaseUrl });
      expect(audit.open).toBe(0);
      recordPromiseFigures(3, { 'database stops': pickRunSize(2, 10), payments: audit.payments, lost: 0, doubled: 0 });
    },
    pickRunSize(90_000, 600_000),
  );

  test('a response that arrives while the database is unreachable is stored after it recovers', async () => {
    await startCompanions(1);
    const { token } = await at(0).openSession();
    gateway.react = () => 'decline';
    gateway.delay = () => 300;
    gateway.answerQuery = (response) => response.destroy();
    const paying = at(0).pay(token);
    await untilDefined(() => gateway.charges.length || undefined);
    await postgres.halt();
    // The shopper receives `unknown`.
    expect((await paying).status).toBe('unknown');
    await postgres.resume();
    const orderNo = gateway.charges[0]!.orderNo;
    const status = await untilDefined(async () => {
      const { payments } = await at(0).get<{ payments: { status: string }[] }>(`/v1/payments?order_no=${orderNo}`);
      return payments[0]?.status === 'submitting' ? undefined : payments[0]?.status;
    }, 20_000);
    expect(status).toBe('declined');
    expect(gateway.queries.size).toBe(0);
  }, 60_000);
});

function orderOf(): object {
  return {
    order_no: `O-${crypto.randomUUID().slice(0, 18)}`,
    currency: 'EUR',
    amount: '24.00',
    items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }],
    return_url: 'http://shop.localhost:4000/thank-you',
    shopper: { id: 'c-1', email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' },
  };
}
