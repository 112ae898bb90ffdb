import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome, Problem } from '../../shared/contract/index.ts';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { pickRunSize } from '../support/full-size.ts';
import { useDatabases } from '../support/databases.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, createCardSubmit, type CreatedSession, type TestSystem } from '../support/system.ts';

/** The shop changes an order while the shopper pays it, at two companions on one database. */

const RACES = pickRunSize(150, 1_000);
/** Races that run at the same time. */
const TOGETHER = 50;
/** The most turns of the event loop by which one call of a race begins after the other. */
const LEAD = 12;

const { folder, createDatabase } = useDatabases('changed');

describe.each<[string, () => Promise<Partial<CheckoutServerOptions>>]>([
  ['SQLite', () => Promise.resolve({ dataDir: folder })],
  ['PostgreSQL', async () => ({ databaseUrl: await createDatabase() })],
])('promise 25: an order that changes while it is paid, on %s', (database, options) => {
  let gateway: StubGateway;
  let companions: [TestSystem, TestSystem];

  beforeAll(async () => {
    gateway = await startStubGateway();
    const companion = { ...(await options()), gatewayUrl: gateway.url };
    companions = [await startTestSystem({ companion }), await startTestSystem({ companion })];
  });

  afterAll(async () => {
    await Promise.all(companions.map((companion) => companion.close()));
    await gateway.close();
  });

  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  };

  const pay = (system: TestSystem, { token }: CreatedSession, version: number): Promise<Response> =>
    system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), version });

  /** Which of the two came first; the sum that the gateway was then asked for, if any, by what the shopper saw. */
  async function race(index: number): Promise<'changed' | 'paid'> {
    const [one, other] = index % 2 === 0 ? companions : [companions[1], companions[0]];
    const lead = (index % (2 * LEAD + 1)) - LEAD;
    const order_no = `${database}-${String(index)}`;
    const session = await one.openSession({ order_no });
    const [changed, paid] = await Promise.all([
      turns(-lead).then(() => one.merchant('PATCH', `/v1/sessions/${session.id}`, { amount: '17.50', version: 1 })),
      turns(lead).then(() => pay(other, session, 1)),
    ]);
    const isChanged = changed.status === 200;
    // One of them comes first, and the other learns of it.
    expect([isChanged, paid.status]).toEqual(isChanged ? [true, 409] : [false, 200]);
    const refusal = (await (isChanged ? paid : changed).json()) as Problem;
    if (isChanged) {
      expect(refusal).toMatchObject({
        code: 'version_conflict',
        session: { version: 2, amount: '17.50', currency: 'EUR' },
      });
      expect(await (await pay(other, session, 2)).json()).toMatchObject({ status: 'paid' });
    } else {
      expect(refusal.code).toMatch(/^(payment_in_progress|session_closed)$/);
      expect((await paid.json()) as Outcome).toMatchObject({ status: 'paid' });
    }
    expect(gateway.charges.filter((charge) => charge['order_no'] === order_no).map(({ amount }) => amount)).toEqual([
      isChanged ? '17.50' : '24.00',
    ]);
    return isChanged ? 'changed' : 'paid';
  }

  test('is paid at the sum that the shopper saw, and never at one that was changed before', async () => {
    const won = { changed: 0, paid: 0 };
    for (let from = 0; from < RACES; from += TOGETHER) {
      const ended = await Promise.all(Array.from({ length: TOGETHER }, (_, index) => race(from + index)));
      for (const winner of ended) won[winner] += 1;
    }
    expect(won.changed + won.paid).toBe(RACES);
    expect(Math.min(won.changed, won.paid)).toBeGreaterThan(0);
    expect(gateway.charges).toHaveLength(RACES);
    recordPromiseFigures(25, { races: RACES, changed_first: won.changed, paid_first: won.paid });
  }, 120_000);
});
