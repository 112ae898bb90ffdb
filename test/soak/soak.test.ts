import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentile } from '../bench/load.ts';
import { formatCount, formatMegabytes, printReportTable } from '../bench/report.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { sleep, untilDefined } from '../support/wait.ts';
import { compareBooks, type BookComparison } from './compare-books.ts';
import { FLOWS, type Flow } from './flows.ts';
import { takeResourceSample, type ResourceSample } from './samples.ts';
import { startSoakSystem, type SoakSystem } from './soak-system.ts';

/**
 * A long run of mixed load on each database: everything that shoppers, shop, gateway and support desk do, with a webhook
 * endpoint that never responds. `npm run soak`; SOAK_MINUTES on each database, SOAK_RATE flows a second.
 */

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const RATE = Number(process.env['SOAK_RATE'] ?? 10);
const SAMPLE_EVERY_MS = 5_000;
/** How long the companion may take to clear up after the load: queries of lost responses wait for their schedule. */
const CLEAR_UP_MS = 300_000;

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.stop();
});

test.concurrent.each(['SQLite', 'PostgreSQL'])(
  'after a long mixed load on %s, memory and handles are flat and the books are equal',
  { timeout: MINUTES * 60_000 + CLEAR_UP_MS + 120_000 },
  async (database) => {
    const system = await startSoakSystem(database === 'SQLite' ? undefined : await postgres.createDatabase());
    try {
      const { counts, samples } = await runLoad(system);
      const books = await clearUp(system);
      // Connections that were kept open for later requests are closed meanwhile.
      await sleep(30_000);
      const last = await takeResourceSample(system);
      report(database, counts, samples, last, books);
      expectSteady(samples);
      expect(last.jobsDue).toBeLessThan(20);
      expect(last.eventsWaiting).toBe(0);
      expect(books).toMatchObject({ lost: [], doubled: [], invented: [], refundsDiffering: [] });
    } finally {
      await system.close();
    }
  },
);

/** Starts flows at the rate, whether or not those before have ended, and takes samples. */
async function runLoad(system: SoakSystem): Promise<{ counts: Map<string, number>; samples: ResourceSample[] }> {
  const counts = new Map<string, number>();
  const samples: ResourceSample[] = [];
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  const deck = FLOWS.flatMap((flow) => Array.from({ length: flow.share }, () => flow));
  const start = (flow: Flow): void => {
    const run = flow
      .run(system)
      .then(() => void counts.set(flow.name, (counts.get(flow.name) ?? 0) + 1))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const began = Date.now();
  let started = 0;
  let sampledAt = 0;
  while (Date.now() - began < MINUTES * 60_000) {
    const due = ((Date.now() - began) / 1_000) * RATE;
    // 17 and 40 have no common divisor: every flow comes as often as its share, mixed with the others.
    for (; started < due; started += 1) start(deck[(started * 17) % deck.length]!);
    if (Date.now() - sampledAt >= SAMPLE_EVERY_MS) {
      sampledAt = Date.now();
      samples.push(await takeResourceSample(system));
    }
    if (failures.length > 0) throw failures[0];
    await sleep(20);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return { counts, samples };
}

/** The books once every charge has its outcome and every event reached the endpoint that responds. */
async function clearUp(system: SoakSystem): Promise<BookComparison> {
  return untilDefined(
    async () => {
      const { eventsWaiting } = await takeResourceSample(system);
      const books = await compareBooks(system);
      return eventsWaiting === 0 && books.lost.length === 0 && books.unknown === 0 ? books : undefined;
    },
    CLEAR_UP_MS,
    5_000,
  );
}

const SIXTHS = 6;

/** The samples of one sixth of the run; the first is the warm-up. */
const sixthOf = (samples: readonly ResourceSample[], index: number): readonly ResourceSample[] =>
  samples.slice(Math.floor((samples.length / SIXTHS) * index), Math.floor((samples.length / SIXTHS) * (index + 1)));

const medianOf = (samples: readonly ResourceSample[], figure: keyof ResourceSample): number =>
  percentile(
    samples.map((sample) => sample[figure]),
    0.5,
  );

/** The last sixth of the run holds no more than the second, but for noise; queues are short at any time. */
function expectSteady(samples: readonly ResourceSample[]): void {
  const early = sixthOf(samples, 1);
  const late = sixthOf(samples, SIXTHS - 1);
  expect(medianOf(late, 'memory')).toBeLessThan(medianOf(early, 'memory') * 1.1);
  for (const figure of ['files', 'handles'] as const)
    expect(medianOf(late, figure)).toBeLessThan(medianOf(early, figure) * 1.1 + 5);
  expect(
    percentile(
      samples.map(({ jobsDue }) => jobsDue),
      0.99,
    ),
  ).toBeLessThan(RATE * 20);
  expect(
    percentile(
      samples.map(({ eventsWaiting }) => eventsWaiting),
      0.99,
    ),
  ).toBeLessThan(RATE * 20);
}

function report(
  database: string,
  counts: ReadonlyMap<string, number>,
  samples: readonly ResourceSample[],
  last: ResourceSample,
  books: BookComparison,
): void {
  printReportTable(
    `Long run on ${database}: ${formatCount(MINUTES)} minutes, ${formatCount(RATE)} flows a second`,
    ['', 'second sixth', 'last sixth', 'most', 'after the load'],
    (
      [
        ['resident memory', 'memory', formatMegabytes],
        ['open files and sockets', 'files', formatCount],
        ['handles', 'handles', formatCount],
        ['jobs due', 'jobsDue', formatCount],
        ['events waiting, endpoint that responds', 'eventsWaiting', formatCount],
        ['events waiting, endpoint that never does', 'eventsWaitingForDead', formatCount],
      ] as const
    ).map(([title, figure, format]) => [
      title,
      format(medianOf(sixthOf(samples, 1), figure)),
      format(medianOf(sixthOf(samples, SIXTHS - 1), figure)),
      format(Math.max(...samples.map((sample) => sample[figure]))),
      format(last[figure]),
    ]),
  );
  printReportTable(
    `What ran on ${database}`,
    ['', 'times'],
    [...counts].toSorted(([, a], [, b]) => b - a).map(([name, times]) => [name, formatCount(times)]),
  );
  const { payments, charges, refunds, events } = books;
  printReportTable(
    `Books on ${database}`,
    ['payments', 'charges', 'refunds', 'events delivered', 'lost', 'doubled', 'invented', 'refunds that differ'],
    [
      [payments, charges, refunds, events]
        .map(formatCount)
        .concat(
          [books.lost, books.doubled, books.invented, books.refundsDiffering].map(({ length }) => formatCount(length)),
        ),
    ],
  );
}
