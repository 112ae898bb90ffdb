import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { StoreOptions } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { bareRequests, load, loadAt, submits, type Figures, type LoadRequest } from './load.ts';
import { cleanUp, machine, sizeOf, start, type Running } from './processes.ts';
import { count, ms, report, times } from './report.ts';
import { seedSessions } from './seed.ts';

/** Payments a second and what the companion adds to each, beside a bare proxy in the same run. */

const PAYMENTS = sizeOf('PAYMENTS', 6_000);
/** First of all each process gets so many, until its code is compiled. */
const WARM_UP = Math.ceil(PAYMENTS / 4);
/** Payments of the run at half load. */
const PACED = Math.ceil(PAYMENTS / 3);
const TOTAL = WARM_UP + PAYMENTS + PACED;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-'));
let postgres: TestPostgres;
let gateway: Running;

beforeAll(async () => {
  postgres = await startPostgres();
  gateway = await start('./gateway.mjs');
});

afterAll(async () => {
  cleanUp(folder);
  await postgres.stop();
});

interface Measured {
  name: string;
  full: Figures;
  /** CPU time of the process for each payment, in ms. */
  cpu: number;
  /** The server at half of its own rate, and the bare proxy at the same rate. */
  half: Figures;
  bareHalf: Figures;
}

/** Warms up, loads fully, then at half of what that came to. */
async function measure(
  name: string,
  running: Running,
  requests: readonly LoadRequest[],
  bare: Running,
): Promise<Measured> {
  await load([running.url], requests.slice(0, WARM_UP));
  const before = await running.usage();
  const full = await load([running.url], requests.slice(WARM_UP, WARM_UP + PAYMENTS));
  const cpu = ((await running.usage()).cpu - before.cpu) / PAYMENTS;
  const half = await loadAt(running.url, full.perSecond / 2, requests.slice(WARM_UP + PAYMENTS));
  const bareHalf = await loadAt(bare.url, full.perSecond / 2, bareRequests(PACED));
  return { name, full, cpu, half, bareHalf };
}

const STORES: [name: string, options: (postgres: TestPostgres) => Promise<StoreOptions>][] = [
  ['companion on SQLite', () => Promise.resolve({ dataDir: join(folder, 'throughput') })],
  ['companion on PostgreSQL', async (server) => ({ databaseUrl: await server.createDatabase() })],
];

const environmentOf = (options: StoreOptions): Record<string, string> => ({
  GATEWAY: gateway.url,
  ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
  ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
});

test('payments a second and the companion’s overhead are measured', { timeout: 600_000 }, async () => {
  const proxy = await start('./proxy.mjs', { GATEWAY: gateway.url });
  const all = [await measure('bare proxy', proxy, bareRequests(TOTAL), proxy)];
  for (const [name, optionsOf] of STORES) {
    const options = await optionsOf(postgres);
    const requests = submits(await seedSessions(options, TOTAL));
    const companion = await start('./companion.mjs', environmentOf(options));
    all.push(await measure(name, companion, requests, proxy));
    await companion.stop();
  }
  const [base] = all as [Measured];
  report(
    `Throughput: ${count(PAYMENTS)} payments, 32 at a time (${machine()})`,
    ['', 'payments/s', 'of the proxy', 'p50', 'p99', 'CPU a payment'],
    all.map(({ name, full, cpu }) => [
      name,
      count(full.perSecond),
      times(full.perSecond / base.full.perSecond),
      ms(full.p50),
      ms(full.p99),
      ms(cpu),
    ]),
  );
  report(
    'At half load: each server at half of its own rate, the proxy at the same rate',
    ['', 'payments/s', 'p50', 'p99', 'added p50', 'added p99'],
    all.map((one) => [
      one.name,
      count(one.half.perSecond),
      ms(one.half.p50),
      ms(one.half.p99),
      ...(one === base ? ['', ''] : [ms(one.half.p50 - one.bareHalf.p50), ms(one.half.p99 - one.bareHalf.p99)]),
    ]),
  );
  await proxy.stop();
});

test(
  'payments a second of several companions on one PostgreSQL database are measured',
  { timeout: 600_000 },
  async () => {
    const rows: [number, Figures][] = [];
    const options = { databaseUrl: await postgres.createDatabase() };
    for (const companions of [1, 2, 4]) {
      const warmUp = companions * WARM_UP;
      const requests = submits(await seedSessions(options, warmUp + PACED));
      const all = await Promise.all(
        Array.from({ length: companions }, () => start('./companion.mjs', environmentOf(options))),
      );
      const urls = all.map(({ url }) => url);
      await load(urls, requests.slice(0, warmUp));
      rows.push([companions, await load(urls, requests.slice(warmUp))]);
      await Promise.all(all.map((companion) => companion.stop()));
    }
    const [[, one]] = rows as [[number, Figures]];
    report(
      'Several companions on one PostgreSQL',
      ['companions', 'payments/s', 'of one', 'p99'],
      rows.map(([companions, { perSecond, p99 }]) => [
        String(companions),
        count(perSecond),
        times(perSecond / one.perSecond),
        ms(p99),
      ]),
    );
  },
);
