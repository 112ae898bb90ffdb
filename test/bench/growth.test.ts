import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { PRUNED_RECORD_KINDS } from '../../server/store/prune.ts';
import type { PaymentFilter, Store } from '../../server/store/store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { beginPayment, payAtOnce } from '../support/store-contract.ts';
import { percentile } from './load.ts';
import { measurePaymentsOnSizes } from './payments-on-sizes.ts';
import { cleanUpFailedRun, readBenchSize } from './processes.ts';
import { formatCount, formatMicroseconds, formatMs, printReportTable, formatFactor } from './report.ts';
import { seedPaymentHistory, seedSessions } from './seed.ts';
import { backUp, buildIndex, createEmptyDatabase, dropCreatedDatabases, readDatabaseSize } from './upkeep.ts';
import { RETENTION, seedOldRecords } from './old-records.ts';

/** What a look and a payment cost with few payments on record and with many; a payment also beside the proxy and the endpoint. */

const SIZES = [1_000, 100_000, 1_000_000].filter((size) => size <= readBenchSize('GROWTH', 1_000_000));
const ROUNDS = readBenchSize('ROUNDS', 300);
const WARM_UP = Math.ceil(ROUNDS / 3);
/** A PostgreSQL server for the sizes that take a quarter of an hour; only these are measured then. */
const SERVER = process.env['BENCH_DATABASE_URL'];
const LARGE_SIZES = [10_000, readBenchSize('MILLIONS', 10) * 1_000_000];
const BACKUPS = readBenchSize('BACKUPS', 1);
const MIGRATIONS = 3;
const PRUNES = 12;
/** The rows of a deletion step, as the daily job has them. */
const PRUNED_AT_A_TIME = 500;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-growth-'));
let postgres: TestPostgres | undefined;

beforeAll(async () => {
  if (SERVER === undefined) postgres = await startPostgres();
});

afterAll(async () => {
  cleanUpFailedRun(folder);
  await postgres?.stop();
  await dropCreatedDatabases();
});

interface Opened {
  options: StoreOptions;
  store: Store;
  tokens: readonly string[];
  nextCursor: string;
}

async function open(options: StoreOptions, size: number): Promise<Opened> {
  await seedPaymentHistory(options, size);
  const tokens = await seedSessions(options, WARM_UP + ROUNDS);
  const store = openStore(options);
  const { nextCursor } = await store.listPayments({ limit: 100 });
  return { options, store, tokens, nextCursor: nextCursor ?? '' };
}

type Work = (opened: Opened, round: number) => Promise<unknown>;

const list =
  (filter: Omit<PaymentFilter, 'limit'>): Work =>
  async ({ store }) => {
    expect((await store.listPayments({ ...filter, limit: 50 })).payments.length).toBeGreaterThan(0);
  };

const WORK: Record<string, Work> = {
  'payment list, newest': list({}),
  'payment list, next page': ({ store, nextCursor }) => store.listPayments({ limit: 50, cursor: nextCursor }),
  'payment list, of one state': list({ status: 'declined' }),
  'payment list, of one order': list({ orderNo: 'H-500' }),
  'payment list, of one shopper': list({ email: 'ana50@example.com' }),
  'payment search, last four digits': list({ search: '4242' }),
  'payment search without a hit, a page': async ({ store }) => {
    expect((await store.listPayments({ search: 'nobody', limit: 50 })).payments).toEqual([]);
  },
  'session load': ({ store, tokens }, round) => store.findSessionByTokenHash(hash(tokens[round])),
  'store and apply': ({ store, tokens }, round) => pay(store, tokens[round]),
};

/** Medians in ms, for each of the databases; they take turns, so that other load on the machine affects all of them. */
async function look(databases: readonly Opened[], work: Work, rounds = ROUNDS): Promise<number[]> {
  const taken: number[][] = databases.map(() => []);
  const warmUp = Math.ceil(rounds / 3);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [index, opened] of databases.entries()) {
      const began = performance.now();
      await work(opened, round);
      if (round >= warmUp) taken[index]?.push(performance.now() - began);
    }
  }
  return taken.map((times) => percentile(times, 0.5));
}

const hash = (token = ''): string => createHash('sha256').update(token).digest('hex');

async function pay(store: Store, token: string | undefined): Promise<void> {
  const session = await store.findSessionByTokenHash(hash(token));
  if (session === undefined) throw new Error('a session is missing');
  const at = Date.now();
  const { request } = session;
  const begun = await beginPayment(
    store,
    session,
    { shopper_email: request.shopper?.email ?? null, card_brand: 'visa' },
    at,
  );
  if (begun.kind !== 'started') throw new Error(`a payment is ${begun.kind}`);
  const { payment } = begun;
  await payAtOnce(store, payment, {
    changes: { status: 'paid', transaction_id: `${payment.id}-00001`, result: { order_status: '1' } },
    at,
  });
}

/** A line of a table: what was measured, and the figure of each database. */
type AddRow = (what: string, figures: readonly number[], format?: (figure: number) => string) => void;

function createRows(): { rows: string[][]; add: AddRow } {
  const rows: string[][] = [];
  const add: AddRow = (what, figures, format = formatMs) => {
    rows.push([what, ...figures.map(format), formatFactor((figures.at(-1) ?? 0) / (figures[0] ?? 1))]);
  };
  return { rows, add };
}

const print = (name: string, sizes: readonly number[], rows: readonly string[][]): void =>
  printReportTable(
    `Growth on ${name}: medians of ${formatCount(ROUNDS)}, one at a time`,
    ['payments on record', ...sizes.map(formatCount), 'last to first'],
    rows,
  );

test.skipIf(SERVER !== undefined).each<[string, (size: number) => Promise<StoreOptions>]>([
  ['SQLite', (size) => Promise.resolve({ dataDir: join(folder, String(size)) })],
  ['PostgreSQL', async () => ({ databaseUrl: await postgres!.createDatabase() })],
])('latency on a growing database is measured on %s', { timeout: 1_800_000 }, async (name, optionsOf) => {
  const databases: Opened[] = [];
  for (const size of SIZES) databases.push(await open(await optionsOf(size), size));
  const { rows, add } = createRows();
  for (const [what, work] of Object.entries(WORK)) add(what, await look(databases, work));
  await Promise.all(databases.map(({ store }) => store.close()));
  print(name, SIZES, rows);
  await measurePaymentsOnSizes(
    `companion on ${name}`,
    databases.map(({ options }, at) => ({ options, size: SIZES[at]! })),
    postgres!,
  );
});

/** Times in ms for each payment on record; a large database takes minutes, so the small one has more rounds. */
async function measureByPayment(databases: readonly Opened[], work: Work, rounds: number): Promise<number[]> {
  const taken: number[][] = databases.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, opened] of databases.entries()) {
      for (let turn = 0; turn < (index === 0 ? 5 : 1); turn += 1) {
        const began = performance.now();
        await work(opened, round);
        taken[index]?.push(performance.now() - began);
      }
    }
  }
  return taken.map((times, index) => percentile(times, 0.5) / LARGE_SIZES[index]!);
}

/** Times for each deleted row, by kind of record. */
async function addPrunes(databases: readonly Opened[], add: AddRow): Promise<void> {
  const due = (PRUNES + Math.ceil(PRUNES / 3)) * PRUNED_AT_A_TIME;
  for (const [index, { options }] of databases.entries()) await seedOldRecords(options, due, LARGE_SIZES[index]! / 10);
  const before = Date.now() - RETENTION;
  for (const what of PRUNED_RECORD_KINDS) {
    const prune: Work = async ({ store }) => {
      const { deleted } = await store.prune({ what, before, limit: PRUNED_AT_A_TIME });
      expect(deleted).toBe(PRUNED_AT_A_TIME);
    };
    const times = await look(databases, prune, PRUNES);
    const each = times.map((time) => time / PRUNED_AT_A_TIME);
    add(`prune, a row of ${what.replace('_', ' ')}`, each, formatMicroseconds);
  }
}

test.skipIf(SERVER === undefined)('millions of payments are measured', { timeout: 10_800_000 }, async () => {
  const databases: Opened[] = [];
  for (const size of LARGE_SIZES)
    databases.push(await open({ databaseUrl: await createEmptyDatabase(SERVER ?? '') }, size));
  const { rows, add } = createRows();
  const sizes = await Promise.all(databases.map(({ options }) => readDatabaseSize(options)));
  for (const [what, work] of Object.entries(WORK)) add(what, await look(databases, work));
  const byPayment = async (what: string, work: Work, rounds: number): Promise<void> =>
    add(what, await measureByPayment(databases, work, rounds), formatMicroseconds);
  await byPayment('migration that builds an index, a payment', ({ options }) => buildIndex(options), MIGRATIONS);
  await byPayment('backup, a payment', ({ options }) => backUp(options), BACKUPS);
  add(
    'disk, a payment',
    sizes.map((bytes, index) => bytes / LARGE_SIZES[index]!),
    (bytes) => `${(bytes / 1_000).toFixed(2)} KB`,
  );
  await addPrunes(databases, add);
  await Promise.all(databases.map(({ store }) => store.close()));
  print('PostgreSQL', LARGE_SIZES, rows);
});
