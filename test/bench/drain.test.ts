import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { runLoadAtRate, createSubmitRequests, type LoadFigures } from './load.ts';
import { cleanUpFailedRun, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatMs, printReportTable } from './report.ts';
import { seedPaymentHistory, seedSessions } from './seed.ts';

/** How fast payments without an outcome are cleared up, and what shoppers notice of it meanwhile. */

const UNKNOWNS = readBenchSize('UNKNOWNS', 10_000);
/** Payments a second that go on meanwhile. */
const LIVE = readBenchSize('LIVE', 20);
const LIVE_PAYMENTS = LIVE * 5;
const PATIENCE = 600_000;
/** Looks that came more often would slow down what is measured. In ms. */
const LOOK_PAUSE = 100;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-drain-'));
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

async function drain(options: StoreOptions): Promise<{ perSecond: number; during: LoadFigures; after: LoadFigures }> {
  await seedPaymentHistory(options, UNKNOWNS, true);
  const requests = createSubmitRequests(await seedSessions(options, 2 * LIVE_PAYMENTS));
  const store = openStore(options);
  const waiting = async (): Promise<number> => {
    const { unknownPayments } = await store.readBacklog(Date.now());
    return Object.values(unknownPayments).reduce((sum, count) => sum + count, 0);
  };
  const env = { DATA_DIR: options.dataDir ?? '', DATABASE_URL: options.databaseUrl ?? '' };
  const began = performance.now();
  const companion = await startProcess('./companion.mjs', { GATEWAY: gateway.url, ...env });
  const during = await runLoadAtRate(companion.url, LIVE, requests.slice(0, LIVE_PAYMENTS));
  await untilDefined(async () => (await waiting()) === 0 || undefined, PATIENCE, LOOK_PAUSE);
  const seconds = (performance.now() - began) / 1_000;
  const after = await runLoadAtRate(companion.url, LIVE, requests.slice(LIVE_PAYMENTS));
  await companion.stop();
  await store.close();
  return { perSecond: UNKNOWNS / seconds, during, after };
}

test('queries resolve many unknown payments, measured in payments a second', { timeout: 600_000 }, async () => {
  const rows = [
    ['SQLite', await drain({ dataDir: join(folder, 'drain') })] as const,
    ['PostgreSQL', await drain({ databaseUrl: await postgres.createDatabase() })] as const,
  ];
  printReportTable(
    `Clearing up ${formatCount(UNKNOWNS)} payments without an outcome, while ${formatCount(LIVE)} a second are paid`,
    ['', 'seconds', 'a second', 'live p50 / p99 meanwhile', 'live p50 / p99 afterwards'],
    rows.map(([name, { perSecond, during, after }]) => [
      name,
      (UNKNOWNS / perSecond).toFixed(1),
      formatCount(perSecond),
      `${formatMs(during.p50)} / ${formatMs(during.p99)}`,
      `${formatMs(after.p50)} / ${formatMs(after.p99)}`,
    ]),
  );
});
