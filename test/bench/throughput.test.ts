import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { StoreOptions } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import {
  createUnsignedGatewayRequests,
  runLoadAtConcurrency,
  runLoadAtRate,
  percentile,
  createSubmitRequests,
  type LoadFigures,
  type LoadRequest,
} from './load.ts';
import { cleanUpFailedRun, describeMachine, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatMs, printReportTable, formatFactor } from './report.ts';
import { seedSessions } from './seed.ts';

/**
 * Payments a second and CPU a payment: of the companion, of a bare proxy, and of an endpoint as a shop would write it,
 * on the same PostgreSQL. They take turns, and each ratio is of two neighbours of one turn.
 */

const PAYMENTS = readBenchSize('PAYMENTS', 6_000);
/** Turns that the payments are divided into; the first figure of a process is its second turn. */
const TURNS = readBenchSize('TURNS', 5);
const A_TURN = Math.ceil(PAYMENTS / TURNS);
/** First of all each process gets so many, until its code is compiled. */
const WARM_UP = PAYMENTS;
/** Payments of the run at half load. */
const PACED = Math.ceil(PAYMENTS / 3);
const TOTAL = WARM_UP + A_TURN * TURNS + PACED;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-'));
let postgres: TestPostgres;
let gateway: RunningProcess;

beforeAll(async () => {
  postgres = await startPostgres();
  gateway = await startProcess('./gateway.mjs');
});

afterAll(async () => {
  cleanUpFailedRun(folder);
  await postgres.stop();
});

/** A server with the requests that are still to be sent to it, and its figures of each turn. */
interface Measured {
  name: string;
  running: RunningProcess;
  requests: LoadRequest[];
  turns: (LoadFigures & { cpu: number })[];
}

async function startCompanion(name: string, options: StoreOptions): Promise<Measured> {
  const requests = createSubmitRequests(await seedSessions(options, TOTAL));
  return { name, running: await startProcess('./companion.mjs', environmentOf(options)), requests, turns: [] };
}

async function startBare(name: string, script: string, env: Record<string, string> = {}): Promise<Measured> {
  const running = await startProcess(script, { GATEWAY: gateway.url, ...env });
  return { name, running, requests: createUnsignedGatewayRequests(TOTAL), turns: [] };
}

const environmentOf = (options: StoreOptions): Record<string, string> => ({
  GATEWAY: gateway.url,
  ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
  ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
});

async function takeTurn({ running, requests, turns }: Measured): Promise<void> {
  const before = await running.usage();
  const figures = await runLoadAtConcurrency([running.url], requests.splice(0, A_TURN));
  const cpu = ((await running.usage()).cpu - before.cpu) / A_TURN;
  turns.push({ ...figures, cpu });
}

type Figure = keyof Measured['turns'][number];

const median = ({ turns }: Measured, figure: Figure): number =>
  percentile(
    turns.map((turn) => turn[figure]),
    0.5,
  );

/** The figure as a multiple of another server's in the same turn: the median, the least and the most. */
function ratio(one: Measured, other: Measured, figure: Figure): { middle: number; least: number; most: number } {
  const all = one.turns.map((turn, at) => turn[figure] / (other.turns[at]?.[figure] ?? 0));
  return { middle: percentile(all, 0.5), least: Math.min(...all), most: Math.max(...all) };
}

test('payments a second and CPU a payment are measured beside an endpoint', { timeout: 900_000 }, async () => {
  const proxy = await startBare('bare proxy', './proxy.mjs');
  const endpoint = await startBare('endpoint on PostgreSQL', './endpoint.mjs', {
    DATABASE_URL: await postgres.createDatabase(),
  });
  const onSqlite = await startCompanion('companion on SQLite', { dataDir: join(folder, 'throughput') });
  const onPostgres = await startCompanion('companion on PostgreSQL', { databaseUrl: await postgres.createDatabase() });
  const all = [proxy, endpoint, onSqlite, onPostgres];
  for (const { running, requests } of all) await runLoadAtConcurrency([running.url], requests.splice(0, WARM_UP));
  for (let turn = 0; turn < TURNS; turn += 1) for (const one of all) await takeTurn(one);
  printReportTable(
    `Throughput: ${formatCount(PAYMENTS)} payments in ${formatCount(TURNS)} turns, 32 at a time (${describeMachine()})`,
    ['', 'payments/s', 'of the proxy', 'of the endpoint', 'worst turn', 'p50', 'p99'],
    all.map((one) => [
      one.name,
      formatCount(median(one, 'perSecond')),
      formatFactor(ratio(one, proxy, 'perSecond').middle),
      formatFactor(ratio(one, endpoint, 'perSecond').middle),
      formatFactor(ratio(one, endpoint, 'perSecond').least),
      formatMs(median(one, 'p50')),
      formatMs(median(one, 'p99')),
    ]),
  );
  printReportTable(
    'CPU a payment, user and system, of the server’s process',
    ['', 'CPU', 'of the proxy', 'of the endpoint', 'worst turn'],
    all.map((one) => [
      one.name,
      formatMs(median(one, 'cpu')),
      formatFactor(ratio(one, proxy, 'cpu').middle),
      formatFactor(ratio(one, endpoint, 'cpu').middle),
      formatFactor(ratio(one, endpoint, 'cpu').most),
    ]),
  );
  await measureHalfLoad(all, proxy);
  await Promise.all(all.map(({ running }) => running.stop()));
});

/** Each server at half of its own rate, then the proxy at the same rate. */
async function measureHalfLoad(all: readonly Measured[], proxy: Measured): Promise<void> {
  const rows: string[][] = [];
  for (const one of all) {
    const rate = median(one, 'perSecond') / 2;
    const own = await runLoadAtRate(one.running.url, rate, one.requests.splice(0, PACED));
    const bare =
      one === proxy ? own : await runLoadAtRate(proxy.running.url, rate, createUnsignedGatewayRequests(PACED));
    const added = one === proxy ? ['', ''] : [formatMs(own.p50 - bare.p50), formatMs(own.p99 - bare.p99)];
    rows.push([one.name, formatCount(own.perSecond), formatMs(own.p50), formatMs(own.p99), ...added]);
  }
  printReportTable(
    'At half load: each server at half of its own rate, the proxy at the same rate',
    ['', 'payments/s', 'p50', 'p99', 'added p50', 'added p99'],
    rows,
  );
}

test('payments a second of several companions on one PostgreSQL are measured', { timeout: 600_000 }, async () => {
  const rows: string[][] = [];
  const databaseUrl = await postgres.createDatabase();
  const endpoint = await startBare('', './endpoint.mjs', { DATABASE_URL: await postgres.createDatabase() });
  await runLoadAtConcurrency([endpoint.running.url], createUnsignedGatewayRequests(WARM_UP));
  let one: LoadFigures | undefined;
  for (const companions of [1, 2, 4]) {
    const warmUp = companions * WARM_UP;
    const requests = createSubmitRequests(await seedSessions({ databaseUrl }, warmUp + PACED));
    const all = await Promise.all(
      Array.from({ length: companions }, () => startProcess('./companion.mjs', environmentOf({ databaseUrl }))),
    );
    const urls = all.map(({ url }) => url);
    await runLoadAtConcurrency(urls, requests.slice(0, warmUp));
    const figures = await runLoadAtConcurrency(urls, requests.slice(warmUp));
    const peer = await runLoadAtConcurrency([endpoint.running.url], createUnsignedGatewayRequests(PACED));
    one ??= figures;
    const { perSecond, p99 } = figures;
    const ratios = [formatFactor(perSecond / one.perSecond), formatFactor(perSecond / peer.perSecond)];
    rows.push([String(companions), formatCount(perSecond), ...ratios, formatMs(p99)]);
    await Promise.all(all.map((companion) => companion.stop()));
  }
  await endpoint.running.stop();
  printReportTable(
    'Several companions on one PostgreSQL',
    ['companions', 'payments/s', 'of one', 'of one endpoint', 'p99'],
    rows,
  );
});
