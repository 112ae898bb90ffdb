import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectLedgerToMatch } from '../support/audit-ledger.ts';
import { forkCompanion, type CompanionProcess } from '../support/companion-process.ts';
import { pickRunSize } from '../support/full-size.ts';
import { openPausableDatabaseProxy } from '../support/held-connection.ts';
import { startLedgerGateway, type LedgerGateway } from '../support/ledger-gateway.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { createCardSubmit, nextOrderNo, TEST_SESSION_FIELDS, API_KEY } from '../support/system.ts';
import { sleep, untilDefined } from '../support/wait.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';

/** Shoppers who pay at the same time, one order after the other. */
const SHOPPERS = 8;
/** Payments before and after the failover. */
const BEFORE = pickRunSize(100, 1_000);
const AFTER = pickRunSize(100, 1_000);

let pair: PostgresPair;
let gateway: LedgerGateway;
let companion: CompanionProcess;

beforeEach(async () => {
  [pair, gateway, companion] = await Promise.all([startPostgresPair(), startLedgerGateway(), forkCompanion()]);
  // Some responses are lost on the way, as on any day.
  gateway.react = () => (Math.random() < 0.03 ? 'pay_then_drop' : 'pay');
}, 60_000);

afterEach(async () => {
  await companion.kill();
  await Promise.all([pair.stop(), gateway.close()]);
});

interface Load {
  /** Outcomes that shoppers received, with the time of each in ms. */
  readonly paidAt: number[];
  /** Answers that the store is unavailable. */
  unavailable: number;
  stop(): Promise<void>;
}

/** Shoppers pay until they are stopped, and try the same submit again while there is no outcome, as the element does. */
function startLoad(): Load {
  let isStopped = false;
  const load: Load = {
    paidAt: [],
    unavailable: 0,
    async stop() {
      isStopped = true;
      await Promise.all(shoppers);
    },
  };
  const post = async (path: string, token: string, given: unknown): Promise<Record<string, unknown>> => {
    for (;;) {
      const response = await fetch(`${companion.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(given),
      });
      const body = (await response.json()) as Record<string, unknown>;
      // A payment that was not sent ends its attempt.
      if (response.status !== 503 || body['code'] === 'gateway_unreachable') return body;
      load.unavailable += 1;
      await sleep(100);
    }
  };
  const shop = async (): Promise<void> => {
    while (!isStopped) {
      const { token } = await post('/v1/sessions', API_KEY, { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() });
      const { status } = await post('/checkout/payments', String(token), createCardSubmit());
      if (status === 'paid') load.paidAt.push(performance.now());
    }
  };
  const shoppers = Array.from({ length: SHOPPERS }, shop);
  return load;
}

const paidTimes = (load: Load, count: number): Promise<true> =>
  untilDefined(() => (load.paidAt.length >= count ? true : undefined), 120_000, 20);

/** A later companion resolves what is open, then its payments and the gateway's charges are compared. */
async function expectEqualBooks(): Promise<{ payments: number; charges: number }> {
  gateway.react = () => 'pay';
  await companion.kill();
  companion = await forkCompanion();
  // All queries are due by its clock, and only `drain` runs them: it does not wait for jobs of a round of its own.
  await start(pair.databaseUrl(), { ahead: 600_000, reconcileEvery: 0 });
  await companion.drain();
  const { payments, charges, open } = await expectLedgerToMatch(gateway, { databaseUrl: pair.databaseUrl() });
  expect(open).toBe(0);
  return { payments, charges };
}

/** The longest time without a payment, in ms, from a moment on. */
function longestGapFrom(load: Load, from: number): number {
  const times = [from, ...load.paidAt.filter((at) => at > from)];
  return Math.max(...times.slice(1).map((at, index) => at - times[index]!));
}

const start = (databaseUrl: string, { ahead = 0, reconcileEvery = 200 } = {}): Promise<void> =>
  companion.start({ gatewayUrl: gateway.url, databaseUrl, ahead, reconcileEvery, limits: 'off' });

test('promise 26: a primary that is killed under load loses and doubles no payment', { timeout: 240_000 }, async () => {
  await start(pair.databaseUrl());
  const load = startLoad();
  await paidTimes(load, BEFORE);
  const killedAt = performance.now();
  await pair.primary.kill();
  await sleep(1_000);
  await pair.promote();
  const promotedAt = performance.now();
  await paidTimes(load, load.paidAt.length + AFTER);
  await load.stop();
  const seconds = longestGapFrom(load, killedAt) / 1_000;
  const books = await expectEqualBooks();
  recordPromiseFigures(26, {
    payments: books.payments,
    charges: books.charges,
    answers_unavailable: load.unavailable,
    seconds_without_payment: Math.round(seconds * 10) / 10,
    seconds_until_promoted: Math.round((promotedAt - killedAt) / 100) / 10,
  });
  expect(seconds).toBeLessThan(30);
});

test(
  'promise 26: a primary that is cut off from the companion is left for the promoted one, and never written again',
  { timeout: 240_000 },
  async () => {
    const line = await openPausableDatabaseProxy(`postgres://tillgate@127.0.0.1:${String(pair.primary.port)}/tillgate`);
    await start(pair.databaseUrl(Number(new URL(line.databaseUrl).port)));
    const load = startLoad();
    await paidTimes(load, BEFORE);
    const cutAt = performance.now();
    line.hold();
    const paymentsOfOldPrimary = (): Promise<unknown> =>
      pair.primary.query('select count(*), max(updated_at) from payments');
    await pair.promote();
    await paidTimes(load, load.paidAt.length + AFTER);
    const before = await paymentsOfOldPrimary();
    line.release();
    await paidTimes(load, load.paidAt.length + AFTER);
    await load.stop();
    // Statements that were under way at the cut may arrive there; none of them commits without its standby.
    expect(await paymentsOfOldPrimary()).toEqual(before);
    line.close();
    const seconds = longestGapFrom(load, cutAt) / 1_000;
    const books = await expectEqualBooks();
    recordPromiseFigures(26, { payments: books.payments, charges: books.charges });
    expect(seconds).toBeLessThan(40);
  },
);

test('promise 26: a standby that lags delays commits and fails none', { timeout: 240_000 }, async () => {
  await pair.primary.query('alter system set synchronous_commit = remote_apply');
  await pair.primary.query('select pg_reload_conf()');
  await pair.standby.query("alter system set recovery_min_apply_delay = '150ms'");
  await pair.standby.query('select pg_reload_conf()');
  await start(pair.databaseUrl());
  const load = startLoad();
  await paidTimes(load, SHOPPERS * 2);
  await load.stop();
  expect(load.unavailable).toBe(0);
  const books = await expectEqualBooks();
  recordPromiseFigures(26, { 'payments with a lagging standby': books.payments });
});
