import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import type { StoreOptions } from '../../server/store/open-store.ts';
import { sleep } from '../support/wait.ts';
import { createSubmitRequests, runLoadAtConcurrency } from './load.ts';
import { environmentOf, startProcess, type CalledFunction } from './processes.ts';
import { formatCount, printReportTable } from './report.ts';
import { seedSessions } from './seed.ts';
import { setUpBench } from './set-up-bench.ts';

/** How much of the companion's own code a payment uses: the functions that V8 saw called, and all of their compiled lines. */

const PAYMENTS = 320;
/** How long the companion is watched without payments, in ms: what its timers call belongs to no payment. */
const IDLE = 5_000;

const bench = setUpBench();

test('the code that runs for a payment is counted', { timeout: 120_000 }, async () => {
  const row = async (name: string, options: StoreOptions): Promise<string[]> => {
    const requests = createSubmitRequests(await seedSessions(options, 2 * PAYMENTS));
    const companion = await startProcess('./companion.mjs', environmentOf(bench.gateway, options));
    await runLoadAtConcurrency([companion.url], requests.splice(0, PAYMENTS));
    await companion.takeCalledFunctions();
    await sleep(IDLE);
    const idle = new Map((await companion.takeCalledFunctions()).map((called) => [keyOf(called), called.count]));
    await runLoadAtConcurrency([companion.url], requests);
    // What the timers call too belongs to the payments only where each of them calls it.
    const called = (await companion.takeCalledFunctions()).filter(({ count, ...place }) =>
      (idle.get(keyOf(place)) ?? 0) === 0 ? count > 5 : count >= PAYMENTS / 2,
    );
    await companion.stop();
    const files = new Set(called.map(({ file }) => file));
    return [name, ...[files.size, called.length, countLines(called)].map(formatCount)];
  };
  const rows = [
    await row('SQLite', { dataDir: join(bench.folder, 'path') }),
    await row('PostgreSQL', { databaseUrl: await bench.postgres.createDatabase() }),
  ];
  printReportTable(
    'The companion’s functions that a payment calls',
    ['', 'files', 'functions', 'lines of these functions'],
    rows,
  );
});

const keyOf = ({ file, start, end }: Omit<CalledFunction, 'count'>): string =>
  `${file} ${String(start)} ${String(end)}`;

/** The lines of functions; a line of a function and of one inside it counts once. */
function countLines(called: readonly CalledFunction[]): number {
  const lines = new Set<string>();
  for (const { file, start, end } of called) {
    const text = readFileSync(fileURLToPath(file), 'utf8');
    const first = text.slice(0, start).split('\n').length;
    const last = text.slice(0, end).split('\n').length;
    for (let line = first; line <= last; line += 1) lines.add(`${file} ${String(line)}`);
  }
  return lines.size;
}
