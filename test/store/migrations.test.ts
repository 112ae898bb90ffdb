import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSharedTransactions, migrate, openStore, type StoreOptions } from '../../server/store/index.ts';
import { findMissing, migrateDatabase, MIGRATIONS, type Migration } from '../../server/store/migrate.ts';
import { openDatabase } from '../../server/store/open-database.ts';
import type { Database } from '../../server/store/schema.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startSystem, submitOf } from '../support/system.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-migrations-'));
let postgres: TestPostgres;
let folders = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fresh: Record<string, () => Promise<StoreOptions>> = {
  SQLite: () => Promise.resolve({ dataDir: join(folder, String((folders += 1))) }),
  PostgreSQL: async () => ({ databaseUrl: await postgres.createDatabase() }),
};

/** What a later version may add. */
const LATER: Migration = {
  name: '9000-later',
  async up(db) {
    await db.schema.alterTable('payments').addColumn('later', 'text').execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('more', 'integer', (column) => column.notNull().defaultTo(7))
      .execute();
    await db.schema.createTable('later_things').addColumn('id', 'text').execute();
  },
};

async function withDatabase<T>(options: StoreOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}

const hasTable = async (db: Kysely<never>, name: string): Promise<boolean> =>
  (await db.introspection.getTables()).some((table) => table.name === name);

const names = MIGRATIONS.map(({ name }) => name);

describe.each(Object.keys(fresh))('%s', (kind) => {
  test('programs that start at the same time on an empty database apply each step once', async () => {
    const options = await fresh[kind]!();
    const env = {
      PATH: process.env['PATH'],
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...(options.dataDir === undefined ? {} : { TILLGATE_DATA_DIR: options.dataDir }),
    };
    const start = (): Promise<{ stdout: string }> =>
      run(process.execPath, [`${root}dist/server/cli.js`, 'migrate'], { env });
    const said = (await Promise.all([start(), start(), start()])).map(({ stdout }) => stdout.trim()).sort();
    expect(said).toEqual([
      `applied: ${names.join(', ')}`,
      ...Array.from({ length: 2 }, () => 'the database is up to date'),
    ]);
    const stores = Array.from({ length: 8 }, () => openStore(options));
    await Promise.all(stores.map((store) => store.ready));
    await Promise.all(stores.map((store) => store.close()));
    await withDatabase(options, async ({ db }) => {
      const done = await db.selectFrom('migrations').select('name').orderBy('name').execute();
      expect(done.map(({ name }) => name)).toEqual(names);
    });
  });

  test('a step that fails leaves nothing of itself nor of those before it, and can be run again', async () => {
    const options = await fresh[kind]!();
    const failing: Migration = {
      name: '9001-failing',
      async up(db) {
        await db.schema.createTable('half_done').addColumn('id', 'text').execute();
        throw new Error('no');
      },
    };
    await withDatabase(options, async (database) => {
      await migrateDatabase(database);
      await expect(migrateDatabase(database, [...MIGRATIONS, LATER, failing])).rejects.toMatchObject({
        code: 'store_unavailable',
      });
      expect(await hasTable(database.db as never, 'half_done')).toBe(false);
      expect(await hasTable(database.db as never, 'later_things')).toBe(false);
      expect(await findMissing(database, [...MIGRATIONS, LATER])).toEqual([LATER.name]);
      expect(await migrateDatabase(database, [...MIGRATIONS, LATER])).toEqual([LATER.name]);
    });
  });

  test('an older companion goes on while a newer one adds to the schema, and starts again after it', async () => {
    const options = await fresh[kind]!();
    const older = await startSystem({ companion: { ...options } });
    await older.paid();
    await withDatabase(options, (database) => migrateDatabase(database, [...MIGRATIONS, LATER]));
    expect((await older.paid()).status).toBe('paid');
    expect((await older.merchant('GET', '/v1/sessions')).status).toBe(200);
    const again = await startSystem({ companion: { ...options, gatewayUrl: older.sandbox.url } });
    expect((await again.paid()).status).toBe('paid');
    expect((await again.companion.fetch(new Request('http://x/readyz'))).status).toBe(200);
    await again.close();
    await older.close();
    expect(await migrate(options)).toEqual([]);
  });

  test('payments that share a transaction ID survive the step that forbids it, with an alert that names the owner', async () => {
    const options = await fresh[kind]!();
    const before = MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === '0011-evidence'),
    );
    const ids = ['pay_first', 'pay_second', 'pay_third', 'pay_alone'];
    await withDatabase(options, async (database) => {
      await migrateDatabase(database, before);
      const session = { token_hash: 'h', order_no: 'A', currency: 'EUR', amount: '24.00', request: '{}' };
      await database.db
        .insertInto('sessions')
        .values({ ...session, id: 'ses_1', status: 'paid', attempts: 1, created_at: 1, expires_at: 2 })
        .execute();
      for (const [at, id] of ids.entries()) {
        const row = {
          id,
          session_id: 'ses_1',
          attempt_id: id,
          fingerprint: 'f',
          status: 'paid',
          method: 'card',
          order_no: 'A',
          currency: 'EUR',
          amount: '24.00',
          transaction_id: id === 'pay_alone' ? 'A-00002' : 'A-00001',
          alarm: id === 'pay_third' ? 'the order is paid by another payment as well' : null,
          duplicate: 0,
          hint_queries: 0,
          refunded: 0,
          version: 1,
          created_at: at,
          updated_at: at,
        };
        await database.db
          .insertInto('payments')
          .values(row as never)
          .execute();
      }
      for (const id of ['card_old', 'card_new']) {
        const card = {
          id,
          shopper_id: 's',
          token: 't',
          brand: null,
          bin: null,
          last4: '4242',
          expiry: null,
          holder: null,
        };
        await database.db
          .insertInto('saved_cards')
          .values({ ...card, created_at: id === 'card_new' ? 2 : 1 } as never)
          .execute();
      }
    });
    const own = { ...options, accountId: '984747105' };
    expect(await migrate(own)).toContain('0011-evidence');
    expect(await listSharedTransactions(own)).toEqual(
      ['pay_second', 'pay_third'].map((paymentId) => ({ paymentId, transactionId: 'A-00001', ownerId: 'pay_first' })),
    );
    const store = openStore(own);
    const alert = 'reported: the transaction_id belongs to the payment pay_first';
    expect((await Promise.all(ids.map((id) => store.findPayment(id)))).map((payment) => payment?.alarm)).toEqual([
      null,
      alert,
      `${alert}; the order is paid by another payment as well`,
      null,
    ]);
    expect(await store.findPaymentByTransaction('A-00001', '984747105')).toMatchObject({ id: 'pay_first' });
    expect(await store.findPaymentByTransaction('A-00001', '1')).toBeUndefined();
    expect((await store.listSavedCards({ shopperId: 's', limit: 10 })).entries).toMatchObject([{ id: 'card_new' }]);
    const taking = { id: 'pay_alone', version: 1, changes: { transaction_id: 'A-00001' }, at: 9 };
    await expect(
      store.updatePayment({ ...taking, session: 'keep', event: { kind: 'test', detail: {} } }),
    ).rejects.toMatchObject({ code: 'reference_taken', field: 'transaction_id' });
    expect(await store.findPayment('pay_alone')).toMatchObject({ transaction_id: 'A-00002', version: 1 });
    await store.close();
  });

  test('an older companion refuses a step that it cannot live with, by its name', async () => {
    const options = await fresh[kind]!();
    await withDatabase(options, (database) =>
      migrateDatabase(database, [...MIGRATIONS, { ...LATER, name: '9002-other-world!' }]),
    );
    const old = openStore(options);
    await expect(old.ready).rejects.toMatchObject({
      code: 'configuration_invalid',
      message: expect.stringContaining('9002-other-world!') as string,
    });
    await old.close();
  });

  test('a companion that may not change the schema is not ready until somebody did', async () => {
    const options = await fresh[kind]!();
    const system = await startSystem({ companion: { ...options, migrate: false } });
    await expect(system.companion.ready).rejects.toMatchObject({
      message: expect.stringContaining('run tillgate migrate') as string,
    });
    const ask = (): Response | Promise<Response> => system.companion.fetch(new Request('http://x/readyz'));
    const refused = await ask();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'store_unavailable']);
    expect((await system.merchant('GET', '/v1/payments')).status).toBe(503);
    await migrate(options);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await ask()).status).toBe(200);
    const { token } = await system.openSession();
    expect(await system.pay(token, submitOf())).toMatchObject({ status: 'paid' });
    await system.close();
  });
});

test('steps on PostgreSQL have as much time as they need, but wait shortly only for tables that others hold', async () => {
  const options = await fresh['PostgreSQL']!();
  const limits: Record<string, string> = {};
  const looking: Migration = {
    name: '9003-looking',
    async up(db) {
      for (const name of ['statement_timeout', 'lock_timeout']) {
        const { rows } = await sql.raw<Record<string, string>>(`show ${name}`).execute(db);
        limits[name] = rows[0]![name]!;
      }
    },
  };
  await withDatabase(options, (database) => migrateDatabase(database, [...MIGRATIONS, looking]));
  expect(limits).toEqual({ statement_timeout: '0', lock_timeout: '5s' });
});
