import { join } from 'node:path';
import { test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { untilDefined } from '../support/wait.ts';
import {
  createSubmitRequests,
  createUnsignedGatewayRequests,
  runLoadAtConcurrency,
  runLoadAtRate,
  type LoadFigures,
} from './load.ts';
import { environmentOf, readBenchSize, startProcess } from './processes.ts';
import { formatCount, formatMs, printReportTable } from './report.ts';
import { seedPaymentHistory, seedSessions } from './seed.ts';
import { setUpBench } from './set-up-bench.ts';
import { median, ratioCells } from './turns.ts';

/**
 * How fast payments without an outcome are cleared up, and what shoppers notice of it meanwhile, beside servers that have
 * nothing to clear up.
 */

const UNKNOWNS = readBenchSize('UNKNOWNS', 5_000);
const TURNS = readBenchSize('TURNS', 5);
/** Payments a second that go on meanwhile. */
const LIVE = readBenchSize('LIVE', 20);
const LIVE_PAYMENTS = LIVE * 5;
/** Payments that a server without any to clear up takes meanwhile, so that its code is compiled as well. */
const WARM_UP = 2_000;
const PATIENCE = 600_000;
/** Looks that came more often would slow down what is measured. In ms. */
const LOOK_PAUSE = 100;

const bench = setUpBench();

/** A turn: how long the clearing up took, and the times of live payments meanwhile and afterwards, all in ms. */
interface Turn {
  drained: number;
  during50: number;
  during99: number;
  after50: number;
  after99: number;
}

const toTurn = (drained: number, during: LoadFigures, after: LoadFigures): Turn => ({
  drained,
  during50: during.p50,
  during99: during.p99,
  after50: after.p50,
  after99: after.p99,
});

async function drain(options: StoreOptions): Promise<Turn> {
  await seedPaymentHistory(options, UNKNOWNS, true);
  const requests = createSubmitRequests(await seedSessions(options, 2 * LIVE_PAYMENTS));
  const store = openStore(options);
  const waiting = async (): Promise<number> => {
    const { unknownPayments } = await store.readBacklog(Date.now());
    return Object.values(unknownPayments).reduce((sum, count) => sum + count, 0);
  };
  const began = performance.now();
  const companion = await startProcess('./companion.mjs', environmentOf(bench.gateway, options));
  const during = await runLoadAtRate(companion.url, LIVE, requests.slice(0, LIVE_PAYMENTS));
  await untilDefined(async () => (await waiting()) === 0 || undefined, PATIENCE, LOOK_PAUSE);
  const drained = performance.now() - began;
  const after = await runLoadAtRate(companion.url, LIVE, requests.slice(LIVE_PAYMENTS));
  await companion.stop();
  await store.close();
  return toTurn(drained, during, after);
}

/** The same live payments, from the start of the process on, at a server that has nothing to clear up. */
async function payOnly(script: string, options: StoreOptions = {}): Promise<Turn> {
  const server = await startProcess(script, environmentOf(bench.gateway, options));
  const during = await runLoadAtRate(server.url, LIVE, createUnsignedGatewayRequests(LIVE_PAYMENTS));
  await runLoadAtConcurrency([server.url], createUnsignedGatewayRequests(WARM_UP));
  const after = await runLoadAtRate(server.url, LIVE, createUnsignedGatewayRequests(LIVE_PAYMENTS));
  await server.stop();
  return toTurn(0, during, after);
}

test('queries resolve many unknown payments, measured in payments a second', { timeout: 1_800_000 }, async () => {
  const proxy = { name: 'bare proxy', turns: [] as Turn[] };
  const endpoint = { name: 'endpoint on PostgreSQL', turns: [] as Turn[] };
  const onSqlite = { name: 'companion on SQLite', turns: [] as Turn[] };
  const onPostgres = { name: 'companion on PostgreSQL', turns: [] as Turn[] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    proxy.turns.push(await payOnly('./proxy.mjs'));
    endpoint.turns.push(await payOnly('./endpoint.mjs', { databaseUrl: await bench.postgres.createDatabase() }));
    onSqlite.turns.push(await drain({ dataDir: join(bench.folder, String(turn)) }));
    onPostgres.turns.push(await drain({ databaseUrl: await bench.postgres.createDatabase() }));
  }
  printReportTable(
    `Clearing up ${formatCount(UNKNOWNS)} payments without an outcome, while ${formatCount(LIVE)} a second are paid, in ${formatCount(TURNS)} turns`,
    ['', 'seconds', 'worst turn', 'a second'],
    [onSqlite, onPostgres].map(({ name, turns }) => {
      const seconds = median({ turns }, 'drained') / 1_000;
      const worst = Math.max(...turns.map(({ drained }) => drained)) / 1_000;
      return [name, seconds.toFixed(1), worst.toFixed(1), formatCount(UNKNOWNS / seconds)];
    }),
  );
  for (const [when, p50, p99] of [
    ['meanwhile, from the start of the process on', 'during50', 'during99'],
    ['afterwards', 'after50', 'after99'],
  ] as const) {
    printReportTable(
      `Payments that are made ${when}`,
      ['', 'p50', 'p99', 'p50, of the proxy', 'p50, of the endpoint', 'worst turn'],
      [proxy, endpoint, onSqlite, onPostgres].map((one) => [
        one.name,
        formatMs(median(one, p50)),
        formatMs(median(one, p99)),
        ...ratioCells(one, { proxy, endpoint }, p50),
      ]),
    );
  }
});
