import { join } from 'node:path';
import { test } from 'vitest';
import type { StoreOptions } from '../../server/store/open-store.ts';
import {
  createUnsignedGatewayRequests,
  runLoadAtConcurrency,
  runLoadAtRate,
  createSubmitRequests,
  type LoadFigures,
  type LoadRequest,
} from './load.ts';
import {
  describeMachine,
  environmentOf,
  readBenchSize,
  readCpuOfProcessAndChildren,
  startProcess,
  type RunningProcess,
} from './processes.ts';
import { formatCount, formatMs, printReportTable } from './report.ts';
import { seedSessions } from './seed.ts';
import { setUpBench } from './set-up-bench.ts';
import { median, ratioCells } from './turns.ts';

/**
 * Payments a second and CPU a payment: of the companion, of a bare proxy, and of an endpoint as a shop would write it,
 * on the same PostgreSQL. They take turns, and each ratio is of two figures of one turn.
 */

const PAYMENTS = readBenchSize('PAYMENTS', 6_000);
/** Turns that the payments are divided into; the first figure of a process is its second turn. */
const TURNS = readBenchSize('TURNS', 5);
const A_TURN = Math.ceil(PAYMENTS / TURNS);
/** First of all each process gets so many, until its code is compiled. */
const WARM_UP = PAYMENTS;
/** Payments of a turn at half load. */
const A_PACED_TURN = Math.ceil(PAYMENTS / 6);
const TOTAL = WARM_UP + (A_TURN + A_PACED_TURN) * TURNS;

const bench = setUpBench();

/** A server with the requests that are still to be sent to it, and its figures of each turn. */
interface Measured {
  name: string;
  usesPostgres: boolean;
  running: RunningProcess;
  requests: LoadRequest[];
  /** CPU in ms a payment: of the server, and of the server and its database. */
  turns: (LoadFigures & { cpu: number; cpuWithDatabase: number })[];
}

async function startCompanion(name: string, options: StoreOptions): Promise<Measured> {
  const requests = createSubmitRequests(await seedSessions(options, TOTAL));
  const running = await startProcess('./companion.mjs', environmentOf(bench.gateway, options));
  return { name, usesPostgres: options.databaseUrl !== undefined, running, requests, turns: [] };
}

async function startBare(name: string, script: string, options: StoreOptions = {}): Promise<Measured> {
  const running = await startProcess(script, environmentOf(bench.gateway, options));
  const usesPostgres = options.databaseUrl !== undefined;
  return { name, usesPostgres, running, requests: createUnsignedGatewayRequests(TOTAL), turns: [] };
}

async function takeTurn({ running, usesPostgres, requests, turns }: Measured): Promise<void> {
  const readCpu = async () => ({
    own: (await running.usage()).cpu,
    database: usesPostgres ? readCpuOfProcessAndChildren(bench.postgres.pid) : 0,
  });
  const before = await readCpu();
  const figures = await runLoadAtConcurrency([running.url], requests.splice(0, A_TURN));
  const after = await readCpu();
  const cpu = (after.own - before.own) / A_TURN;
  turns.push({ ...figures, cpu, cpuWithDatabase: cpu + (after.database - before.database) / A_TURN });
}

test('payments a second and CPU a payment are measured beside an endpoint', { timeout: 900_000 }, async () => {
  const proxy = await startBare('bare proxy', './proxy.mjs');
  const endpoint = await startBare('endpoint on PostgreSQL', './endpoint.mjs', {
    databaseUrl: await bench.postgres.createDatabase(),
  });
  const onSqlite = await startCompanion('companion on SQLite', { dataDir: join(bench.folder, 'throughput') });
  const onPostgres = await startCompanion('companion on PostgreSQL', {
    databaseUrl: await bench.postgres.createDatabase(),
  });
  const all = [proxy, endpoint, onSqlite, onPostgres];
  for (const { running, requests } of all) await runLoadAtConcurrency([running.url], requests.splice(0, WARM_UP));
  for (let turn = 0; turn < TURNS; turn += 1) for (const one of all) await takeTurn(one);
  printReportTable(
    `Throughput: ${formatCount(PAYMENTS)} payments in ${formatCount(TURNS)} turns, 32 at a time (${describeMachine()})`,
    ['', 'payments/s', 'of the proxy', 'of the endpoint', 'worst turn', 'p50', 'p99'],
    all.map((one) => [
      one.name,
      formatCount(median(one, 'perSecond')),
      ...ratioCells(one, { proxy, endpoint }, 'perSecond', 'least'),
      formatMs(median(one, 'p50')),
      formatMs(median(one, 'p99')),
    ]),
  );
  for (const [title, figure] of [
    ['CPU a payment, user and system, of the server’s process', 'cpu'],
    ['CPU a payment, of the server’s process and PostgreSQL', 'cpuWithDatabase'],
  ] as const) {
    printReportTable(
      title,
      ['', 'CPU', 'of the proxy', 'of the endpoint', 'worst turn'],
      all.map((one) => [one.name, formatMs(median(one, figure)), ...ratioCells(one, { proxy, endpoint }, figure)]),
    );
  }
  await measureHalfLoad(all, proxy);
  await Promise.all(all.map(({ running }) => running.stop()));
});

/** In each turn each server at half of its own rate, then the proxy at the same rate. */
async function measureHalfLoad(all: readonly Measured[], proxy: Measured): Promise<void> {
  const rows = all.map((one) => ({
    one,
    rate: median(one, 'perSecond') / 2,
    turns: [] as (LoadFigures & Record<'added50' | 'added99', number>)[],
  }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { one, rate, turns } of rows) {
      const own = await runLoadAtRate(one.running.url, rate, one.requests.splice(0, A_PACED_TURN));
      const bare =
        one === proxy ? own : await runLoadAtRate(proxy.running.url, rate, createUnsignedGatewayRequests(A_PACED_TURN));
      turns.push({ ...own, added50: own.p50 - bare.p50, added99: own.p99 - bare.p99 });
    }
  }
  printReportTable(
    `At half load, in ${formatCount(TURNS)} turns: each server at half of its own rate, the proxy at the same rate`,
    ['', 'payments/s', 'p50', 'p99', 'added p50', 'added p99', 'worst turn'],
    rows.map(({ one, turns }) => {
      const added = (['added50', 'added99'] as const).map((figure) => formatMs(median({ turns }, figure)));
      const worst = formatMs(Math.max(...turns.map(({ added99 }) => added99)));
      const times = [formatMs(median({ turns }, 'p50')), formatMs(median({ turns }, 'p99'))];
      return [
        one.name,
        formatCount(median({ turns }, 'perSecond')),
        ...times,
        ...(one === proxy ? ['', '', ''] : [...added, worst]),
      ];
    }),
  );
}
