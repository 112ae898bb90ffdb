import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLoadAtConcurrency, createSubmitRequests } from './load.ts';
import { cleanUpFailedRun, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatMegabytes, formatMs, printReportTable, formatFactor } from './report.ts';
import { seedSessions } from './seed.ts';
import { sleep } from '../support/wait.ts';

/** Memory over many payments, and the time of a start: on an empty folder, again, and after a kill under load. */

const PAYMENTS = readBenchSize('ENDURANCE', 100_000);
const STEPS = 5;
const STARTS = 3;
/** When the load is killed, in ms: some payments have been sent, none is far. */
const KILL_AFTER = 20;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-endurance-'));
let gateway: RunningProcess;

beforeAll(async () => {
  gateway = await startProcess('./gateway.mjs');
});

afterAll(() => cleanUpFailedRun(folder));

const companionOn = (name: string): Promise<RunningProcess> =>
  startProcess('./companion.mjs', { GATEWAY: gateway.url, DATA_DIR: join(folder, name) });

/** The median of a few starts, in ms. */
async function startTimes(name: (round: number) => string, signal: NodeJS.Signals): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const companion = await companionOn(name(round));
    taken.push(companion.startTime);
    await companion.stop(signal);
  }
  return taken.toSorted((a, b) => a - b)[STARTS >> 1] ?? 0;
}

test('memory under load and start time are measured', { timeout: 900_000 }, async () => {
  const proxy = await startProcess('./proxy.mjs', { GATEWAY: gateway.url });
  const empty = await startTimes((round) => `empty-${String(round)}`, 'SIGTERM');
  const again = await startTimes(() => 'empty-0', 'SIGTERM');
  const options = { dataDir: join(folder, 'endurance') };
  const requests = createSubmitRequests(await seedSessions(options, PAYMENTS));
  const companion = await companionOn('endurance');
  const memory: [string, number][] = [
    ['bare proxy after its start', (await proxy.usage()).memory],
    ['companion after its start', (await companion.usage()).memory],
  ];
  for (let step = 1; step <= STEPS; step += 1) {
    const part = requests.splice(0, PAYMENTS / STEPS - (step === STEPS ? 200 : 0));
    await runLoadAtConcurrency([companion.url], part);
    memory.push([`after ${formatCount((PAYMENTS / STEPS) * step)} payments`, (await companion.usage()).memory]);
  }
  // Killed in the middle of the last ones.
  const cut = runLoadAtConcurrency([companion.url], requests).then(
    () => 'answered',
    () => 'cut off',
  );
  await sleep(KILL_AFTER);
  await companion.stop('SIGKILL');
  expect(['answered', 'cut off']).toContain(await cut);
  const afterKill = await startTimes(() => 'endurance', 'SIGKILL');
  printReportTable(
    'Memory on SQLite',
    ['', 'resident', 'of the proxy'],
    memory.map(([name, bytes]) => [name, formatMegabytes(bytes), formatFactor(bytes / (memory[0]?.[1] ?? 1))]),
  );
  printReportTable(
    'Time to the first request taken, from the start of the process',
    ['', 'time', 'of the proxy'],
    (
      [
        ['bare proxy', proxy.startTime],
        ['companion on an empty folder', empty],
        ['companion once more', again],
        [`companion with ${formatCount(PAYMENTS)} payments, after kill -9`, afterKill],
      ] as const
    ).map(([name, time]) => [name, formatMs(time), formatFactor(time / proxy.startTime)]),
  );
});
