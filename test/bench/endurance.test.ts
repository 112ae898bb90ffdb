import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreOptions } from '../../server/store/open-store.ts';
import { sleep } from '../support/wait.ts';
import { createSubmitRequests, createUnsignedGatewayRequests, runLoadAtConcurrency, type LoadRequest } from './load.ts';
import { environmentOf, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatMegabytes, formatMs, printReportTable } from './report.ts';
import { seedSessions } from './seed.ts';
import { setUpBench } from './set-up-bench.ts';
import { median, ratioCells } from './turns.ts';

/** Memory over many payments, and the time of a start: on an empty database, again, and after a kill under load. */

const PAYMENTS = readBenchSize('ENDURANCE', 100_000);
const TURNS = readBenchSize('TURNS', 5);
const A_TURN = Math.floor(PAYMENTS / TURNS);
/** Payments that are sent before a kill, and the time of the kill after the first, in ms: many are under way. */
const CUT_OFF = 200;
const KILL_AFTER = 20;

const bench = setUpBench();

/** A kind of server: how it is started on an empty database or on one that has payments, and the requests it takes. */
interface Kind {
  name: string;
  script: string;
  createDatabase: () => Promise<StoreOptions>;
  createRequests: (options: StoreOptions, count: number) => Promise<LoadRequest[]> | LoadRequest[];
}

const onSqlite = (): Promise<StoreOptions> => Promise.resolve({ dataDir: mkdtempSync(join(bench.folder, 'data-')) });
const onPostgres = async (): Promise<StoreOptions> => ({ databaseUrl: await bench.postgres.createDatabase() });
const unsigned = (_: StoreOptions, count: number): LoadRequest[] => createUnsignedGatewayRequests(count);
const submits = async (options: StoreOptions, count: number): Promise<LoadRequest[]> =>
  createSubmitRequests(await seedSessions(options, count));

const KINDS: readonly Kind[] = [
  { name: 'bare proxy', script: './proxy.mjs', createDatabase: () => Promise.resolve({}), createRequests: unsigned },
  { name: 'endpoint on PostgreSQL', script: './endpoint.mjs', createDatabase: onPostgres, createRequests: unsigned },
  { name: 'companion on SQLite', script: './companion.mjs', createDatabase: onSqlite, createRequests: submits },
  { name: 'companion on PostgreSQL', script: './companion.mjs', createDatabase: onPostgres, createRequests: submits },
];

const start = ({ script }: Kind, options: StoreOptions): Promise<RunningProcess> =>
  startProcess(script, environmentOf(bench.gateway, options));

/** Starts a server and ends it; returns the time of its start in ms. */
async function measureStart(kind: Kind, options: StoreOptions, signal: NodeJS.Signals): Promise<number> {
  const running = await start(kind, options);
  await running.stop(signal);
  return running.startTime;
}

/** Kills a server in the middle of payments. */
async function killUnderLoad(running: RunningProcess, requests: readonly LoadRequest[]): Promise<void> {
  const cut = runLoadAtConcurrency([running.url], requests).then(
    () => 'answered',
    () => 'cut off',
  );
  await sleep(KILL_AFTER);
  await running.stop('SIGKILL');
  expect(['answered', 'cut off']).toContain(await cut);
}

test('memory under load and start time are measured', { timeout: 1_800_000 }, async () => {
  const servers = [];
  for (const kind of KINDS) {
    const options = await kind.createDatabase();
    const requests = await kind.createRequests(options, PAYMENTS + CUT_OFF);
    const running = await start(kind, options);
    servers.push({
      kind,
      options,
      requests,
      running,
      memoryAtStart: (await running.usage()).memory,
      turns: [] as { memory: number }[],
    });
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { running, requests, turns } of servers) {
      await runLoadAtConcurrency([running.url], requests.splice(0, A_TURN));
      turns.push({ memory: (await running.usage()).memory });
    }
  }
  const [proxy, endpoint] = [servers[0]!, servers[1]!];
  printReportTable(
    `Memory, with ${formatCount(A_TURN)} payments a turn`,
    [
      '',
      'after the start',
      ...proxy.turns.map((_, turn) => `${formatCount(A_TURN * (turn + 1))} payments`),
      'of the proxy, median',
      'of the endpoint, median',
      'worst turn',
    ],
    servers.map((one) => [
      one.kind.name,
      ...[one.memoryAtStart, ...one.turns.map(({ memory }) => memory)].map(formatMegabytes),
      ...ratioCells(one, { proxy, endpoint }, 'memory'),
    ]),
  );
  for (const { running, requests } of servers) await killUnderLoad(running, requests);
  await measureStarts(servers);
});

/** In each turn each server starts on an empty database, once more on that, and on the payments of the load, with a kill after it. */
async function measureStarts(servers: readonly { kind: Kind; options: StoreOptions }[]): Promise<void> {
  const rows = servers.map((server) => ({
    ...server,
    turns: [] as Record<'empty' | 'again' | 'killed', number>[],
  }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { kind, options, turns } of rows) {
      const created = await kind.createDatabase();
      turns.push({
        empty: await measureStart(kind, created, 'SIGTERM'),
        again: await measureStart(kind, created, 'SIGTERM'),
        killed: await measureStart(kind, options, 'SIGKILL'),
      });
    }
  }
  const [proxy, endpoint] = [rows[0]!, rows[1]!];
  for (const [title, figure] of [
    ['on an empty database', 'empty'],
    ['once more', 'again'],
    [`with ${formatCount(A_TURN * TURNS)} payments, after kill -9`, 'killed'],
  ] as const) {
    printReportTable(
      `From the start of the process until it listens, ${title}, in ${formatCount(TURNS)} turns`,
      ['', 'time', 'of the proxy', 'of the endpoint', 'worst turn'],
      rows.map((one) => [
        one.kind.name,
        formatMs(median(one, figure)),
        ...ratioCells(one, { proxy, endpoint }, figure),
      ]),
    );
  }
}
