import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/index.ts';
import type { PaymentFilter, Store } from '../../server/store/store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { percentile } from './load.ts';
import { cleanUp, sizeOf } from './processes.ts';
import { count, ms, report, times } from './report.ts';
import { seedHistory, seedSessions } from './seed.ts';

/** What a look and a payment cost with few payments on record and with many. */

const SIZES = [1_000, 100_000, 1_000_000].filter((size) => size <= sizeOf('GROWTH', 1_000_000));
const ROUNDS = sizeOf('ROUNDS', 300);

const folder = mkdtempSync(join(tmpdir(), 'tillgate-growth-'));
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  cleanUp(folder);
  await postgres.stop();
});

const LISTS: Record<string, Omit<PaymentFilter, 'limit'>> = {
  'payment list, newest': {},
  'payment list, of one state': { status: 'unknown' },
  'payment list, of one order': { orderNo: 'H-500' },
  'payment list, of one shopper': { email: 'ana500@example.com' },
};

/** Medians in ms. */
async function look(options: StoreOptions): Promise<Record<string, number>> {
  const tokens = await seedSessions(options, 2 * ROUNDS);
  const store = openStore(options);
  await store.ready;
  const figures: Record<string, number> = {};
  const time = async (name: string, work: (round: number) => Promise<void>): Promise<void> => {
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await work(round);
      taken.push(performance.now() - began);
    }
    figures[name] = percentile(taken, 0.5);
  };
  for (const [name, filter] of Object.entries(LISTS)) {
    await time(name, async () => {
      expect((await store.listPayments({ ...filter, limit: 50 })).payments.length).toBeGreaterThan(0);
    });
  }
  const { nextCursor } = await store.listPayments({ limit: 100 });
  await time('payment list, next page', async () => {
    await store.listPayments({ limit: 50, cursor: nextCursor ?? '' });
  });
  await time('session load', async (round) => {
    await store.findSessionByTokenHash(hash(tokens[round]));
  });
  // The first half gets the code compiled.
  for (const half of [0, ROUNDS]) {
    await time('begin and settle', (round) => pay(store, tokens[half + round]));
  }
  await store.close();
  return figures;
}

const hash = (token = ''): string => createHash('sha256').update(token).digest('hex');

async function pay(store: Store, token: string | undefined): Promise<void> {
  const session = await store.findSessionByTokenHash(hash(token));
  if (session === undefined) throw new Error('a session is missing');
  const at = Date.now();
  const { orderNo, currency, amount } = session;
  const begun = await store.beginPayment({
    payment: {
      id: `pay_${crypto.randomUUID()}`,
      sessionId: session.id,
      attemptId: 'a',
      fingerprint: 'f',
      method: 'card',
      orderNo,
      currency,
      amount,
      shopperEmail: session.request.shopper?.email ?? null,
      cardBrand: 'visa',
      cardBin: '424242',
      cardLast4: '4242',
      cardExpiry: null,
      cardHolder: null,
      pageOrigin: null,
    },
    maxAttempts: 5,
    at,
    reconcileAt: at + 10_000,
  });
  if (begun.kind !== 'started') throw new Error(`a payment is ${begun.kind}`);
  const { payment } = begun;
  await store.updatePayment({
    id: payment.id,
    version: payment.version,
    seen: payment,
    changes: { status: 'paid', transactionId: `${payment.id}-00001`, result: { order_status: '1' } },
    session: 'pay',
    event: { kind: 'answered', detail: { source: 'answer' } },
    at,
    reconcileAt: null,
  });
}

test.each<[string, (size: number) => Promise<StoreOptions>]>([
  ['SQLite', (size) => Promise.resolve({ dataDir: join(folder, String(size)) })],
  ['PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() })],
])('growth on %s', { timeout: 900_000 }, async (name, optionsOf) => {
  const columns: Record<string, number>[] = [];
  for (const size of SIZES) {
    const options = await optionsOf(size);
    await seedHistory(options, size);
    columns.push(await look(options));
  }
  const [first, last] = [columns[0] ?? {}, columns.at(-1) ?? {}];
  report(
    `Growth on ${name}: medians of ${count(ROUNDS)}, one at a time`,
    ['payments on record', ...SIZES.map(count), 'last to first'],
    Object.keys(first).map((what) => [
      what,
      ...columns.map((column) => ms(column[what] ?? 0)),
      times((last[what] ?? 0) / (first[what] ?? 1)),
    ]),
  );
});
