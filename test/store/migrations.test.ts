import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listPaymentsSharingTransactionId,
  migrateStore,
  openStore,
  type StoreOptions,
} from '../../server/store/open-store.ts';
import { findPendingMigrations, migrateDatabase, MIGRATIONS } from '../../server/store/migrate.ts';
import type { Migration } from '../../server/store/migrations/migration.ts';
import { openDatabase } from '../../server/store/open-database.ts';
import type { Database } from '../../server/store/schema.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startTestSystem, createCardSubmit } from '../support/system.ts';

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

const RECENTLY = Date.now() - 60_000;

/** A payment of the version before 0015, and what is read of it afterwards. */
interface PaymentBefore {
  status: string;
  alarm?: string;
  alerts?: [code: string, detail: Record<string, string>][];
  decision?: string;
  /** Kinds of its timeline, oldest first, a millisecond apart, with the reasons of some. */
  timeline?: [kind: string, detail?: Record<string, string>][];
  inFlight?: { kind: string; sent_at: number }[];
}

const STATES = [
  'submitting',
  'action_required',
  'pending',
  'held',
  'unknown',
  'abandoned',
  'paid',
  'declined',
  'not_sent',
  'cancelled',
];

const contradiction = (source: string, reported: string, status: string): [string, Record<string, string>] => [
  'contradicting_result',
  { source, reported, status },
];
const late = (reported: string, status: string): [string, Record<string, string>] => [
  'late_result',
  { source: 'query', reported, status },
];

/** Every note that the version before wrote, and the alert that it is. */
const NOTES_BEFORE: [status: string, alarm: string, ...alerts: [string, Record<string, string>][]][] = [
  ['unknown', 'UND_ERR_SOCKET', ['outcome_unknown', { reason: 'UND_ERR_SOCKET' }]],
  ['paid', 'the order is paid by another payment as well', ['order_paid_twice', {}]],
  ['paid', 'transaction A-00002 was paid as well', ['second_charge', { transaction_id: 'A-00002' }]],
  ['paid', 'query says paid after declined', late('paid', 'declined')],
  ['paid', 'query says paid after not_sent', late('paid', 'not_sent')],
  ['cancelled', 'query says cancelled after paid', late('cancelled', 'paid')],
  ['abandoned', 'notification says held after abandoned', contradiction('notification', 'held', 'abandoned')],
  ['paid', 'query says declined after paid', contradiction('query', 'declined', 'paid')],
  ['declined', 'answer says paid after declined', contradiction('response', 'paid', 'declined')],
  ['paid', 'the gateway’s books say refunded, ours know of no refund', ['refunded_elsewhere', {}]],
  ['pending', 'the gateway said nothing for too long: a person has to look', ['outcome_overdue', {}]],
  [
    'paid',
    'reported: paid without a transaction_id, and the gateway’s records name none',
    ['transaction_id_missing', {}],
  ],
  [
    'unknown',
    'reported: the transaction_id belongs to the payment pay_1',
    ['transaction_id_taken', { payment_id: 'pay_1' }],
  ],
  ['paid', 'reported: the transaction_id of the payment pay_1', ['transaction_id_taken', { payment_id: 'pay_1' }]],
  ['paid', 'reported: the recurring_id belongs to the payment pay_1', ['recurring_id_taken', { payment_id: 'pay_1' }]],
  [
    'paid',
    'reported: the token_id belongs to the saved card card_1 of another shopper',
    ['token_id_taken', { saved_card_id: 'card_1' }],
  ],
  ['paid', 'reported: a notification waits to be accepted', ['notification_waits', {}]],
  ['paid', 'reported: a dispute without a result that the profile knows', ['dispute_result_unknown', {}]],
  [
    'paid',
    'reported: a dispute received after it ended as lost',
    ['dispute_after_end', { reported: 'received', status: 'lost' }],
  ],
  ['paid', 'reported: the end of a dispute came before its beginning', ['dispute_end_first', {}]],
  [
    'cancelled',
    'notification says paid after cancelled; transaction A-00002 was paid as well',
    contradiction('notification', 'paid', 'cancelled'),
    ['second_charge', { transaction_id: 'A-00002' }],
  ],
  [
    'unknown',
    'the gateway said nothing for too long: a person has to look; the sender stopped before an answer',
    ['outcome_overdue', {}],
    ['outcome_unknown', { reason: 'the sender stopped before an answer' }],
  ],
];

const PAYMENTS_BEFORE = new Map<string, PaymentBefore>([
  ...STATES.map((status): [string, PaymentBefore] => [`pay_${status}`, { status }]),
  ...NOTES_BEFORE.map(([status, alarm, ...alerts], at): [string, PaymentBefore] => [
    `pay_note_${String(at)}`,
    { status, alarm, alerts },
  ]),
  ['pay_renewal', { status: 'paid' }],
  [
    'pay_sent',
    { status: 'submitting', timeline: [['submitted']], inFlight: [{ kind: 'authorise', sent_at: RECENTLY }] },
  ],
  ['pay_answered', { status: 'held', timeline: [['submitted'], ['answered']] }],
  [
    'pay_capturing',
    {
      status: 'held',
      decision: 'capture',
      timeline: [['submitted'], ['answered'], ['capture_requested']],
      inFlight: [{ kind: 'capture', sent_at: RECENTLY + 2 }],
    },
  ],
  [
    'pay_captured',
    {
      status: 'paid',
      timeline: [['submitted'], ['answered'], ['capture_requested'], ['decided', { reason: 'capture' }]],
    },
  ],
  [
    'pay_cancel_lost',
    {
      status: 'paid',
      decision: 'cancel',
      timeline: [['submitted'], ['answered'], ['cancel_requested'], ['cancel_unknown']],
    },
  ],
  [
    'pay_cancelling_again',
    {
      status: 'paid',
      decision: 'cancel',
      timeline: [['submitted'], ['answered'], ['cancel_requested'], ['cancel_unknown'], ['cancel_requested']],
      inFlight: [{ kind: 'cancel', sent_at: RECENTLY + 4 }],
    },
  ],
  [
    'pay_refused',
    { status: 'held', timeline: [['submitted'], ['answered'], ['approve_requested'], ['approve_refused']] },
  ],
  [
    'pay_kinds',
    {
      status: 'paid',
      timeline: [
        ['submitted'],
        ['answered', { source: 'answer' }],
        ['decided', { reason: 'capture' }],
        ['deducted'],
        ['stands_in', { instead_of: 'pay_paid' }],
        ['flagged'],
        ['conflict', { source: 'query', says: 'declined' }],
        ['queried'],
      ],
    },
  ],
]);

/** Rows as the version before 0015 wrote them. */
async function insertBefore({ db }: Database): Promise<void> {
  const insert = (table: string, row: object): Promise<unknown> =>
    db
      .insertInto(table as 'payments')
      .values(row as never)
      .execute();
  const order = { order_no: 'A', currency: 'EUR', amount: '24.00' };
  const times = { version: 9, created_at: RECENTLY, updated_at: RECENTLY + 50 };
  const session = { ...order, id: 'ses_1', token_hash: 'h', request: '{}', status: 'paid', attempts: 1 };
  await insert('sessions', { ...session, created_at: RECENTLY, expires_at: RECENTLY + 1 });
  for (const [id, { status, alarm = null, decision = null, timeline = [] }] of PAYMENTS_BEFORE) {
    await insert('payments', {
      ...order,
      ...times,
      id,
      session_id: 'ses_1',
      attempt_id: id === 'pay_renewal' ? 'deduction T-1' : id,
      fingerprint: 'f',
      status,
      method: 'card',
      alarm,
      decision,
      decision_at: decision === null ? null : RECENTLY,
      hint_queries: 2,
    });
    for (const [at, [kind, detail = {}]] of timeline.entries()) {
      const event = { id: `${id}:${String(at)}`, payment_id: id, version: at + 1, at: RECENTLY + at, kind };
      await insert('payment_events', { ...event, to_status: status, detail: JSON.stringify(detail) });
    }
  }
  const refund = { ...order, transaction_id: 'A-00001', refund_amount: '1.00', hundredths: 100, reason: 'x', ...times };
  for (const [id, status, alarm] of [
    ['ref_unknown', 'unknown', 'refund_status differs'],
    ['ref_odd', 'refused', 'query says in_progress after refused'],
    ['ref_well', 'refunded', null],
  ])
    await insert('refunds', { ...refund, id, reference: id, status, alarm });
  const operation = { name: 'createCard', fingerprint: 'f', request: '{}', sent_at: RECENTLY, ...times };
  for (const [id, status, alarm] of [
    ['op_unknown', 'unknown', 'card_id differs'],
    ['op_well', 'succeeded', null],
  ])
    await insert('operations', { ...operation, id, request_id: id, status, alarm });
}

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

describe.each(Object.keys(fresh))('migrations on %s', (kind) => {
  test('programs that start together on an empty database apply each migration once', async () => {
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

  test('a failed migration is rolled back with those before it and can be run again', async () => {
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
      expect(await findPendingMigrations(database, [...MIGRATIONS, LATER])).toEqual([LATER.name]);
      expect(await migrateDatabase(database, [...MIGRATIONS, LATER])).toEqual([LATER.name]);
    });
  });

  test('an older companion keeps running while a newer one migrates, and starts again afterwards', async () => {
    const options = await fresh[kind]!();
    const older = await startTestSystem({ companion: { ...options } });
    await older.paid();
    await withDatabase(options, (database) => migrateDatabase(database, [...MIGRATIONS, LATER]));
    expect((await older.paid()).status).toBe('paid');
    expect((await older.merchant('GET', '/v1/sessions')).status).toBe(200);
    const again = await startTestSystem({ companion: { ...options, gatewayUrl: older.sandbox.url } });
    expect((await again.paid()).status).toBe('paid');
    expect((await again.companion.fetch(new Request('http://x/readyz'))).status).toBe(200);
    await again.close();
    await older.close();
    expect(await migrateStore(options)).toEqual([]);
  });

  test('payments that share a transaction ID survive the migration that forbids it, with an alert that names the owner', async () => {
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
        .values({ ...session, id: 'ses_1', status: 'paid', attempts: 1, created_at: 1, expires_at: 2 } as never)
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
    expect(await migrateStore(own)).toContain('0011-evidence');
    expect(await listPaymentsSharingTransactionId(own)).toEqual(
      ['pay_second', 'pay_third'].map((paymentId) => ({ paymentId, transactionId: 'A-00001', ownerId: 'pay_first' })),
    );
    const store = openStore(own);
    const alert = { code: 'transaction_id_taken', detail: { payment_id: 'pay_first' } };
    const found = await Promise.all(ids.map((id) => store.findPayment(id)));
    expect(found.map((payment) => payment?.alerts)).toMatchObject([
      [],
      [alert],
      [alert, { code: 'order_paid_twice', detail: {} }],
      [],
    ]);
    expect(await store.findPaymentByTransaction('A-00001', { accountId: '984747105' })).toMatchObject({
      id: 'pay_first',
    });
    expect(await store.findPaymentByTransaction('A-00001', { accountId: '1' })).toBeUndefined();
    expect((await store.listSavedCards({ shopperId: 's', limit: 10 })).entries).toMatchObject([{ id: 'card_new' }]);
    const taking = { id: 'pay_alone', version: 1, changes: { transaction_id: 'A-00001' }, at: 9 };
    await expect(
      store.updatePayment({ ...taking, session: 'keep', event: { kind: 'test', detail: {} } }),
    ).rejects.toMatchObject({ code: 'reference_taken', field: 'transaction_id' });
    expect(await store.findPayment('pay_alone')).toMatchObject({ transaction_id: 'A-00002', version: 1 });
    await store.close();
  });

  test('state in texts and timelines of the version before is migrated to columns and rows, and nothing else changes', async () => {
    const options = await fresh[kind]!();
    await withDatabase(options, async (database) => {
      await migrateDatabase(database, MIGRATIONS.slice(0, names.indexOf('0015-state-as-data!')));
      await insertBefore(database);
    });
    expect(await migrateStore({ ...options, accountId: '984747105' })).toEqual(
      names.slice(names.indexOf('0015-state-as-data!')),
    );
    const store = openStore({ ...options, accountId: '984747105' });

    for (const [id, { status, alarm = null, alerts = [], decision = null, inFlight = [] }] of PAYMENTS_BEFORE) {
      const payment = (await store.findPayment(id))!;
      expect(payment, id).toMatchObject({
        status,
        kind: id === 'pay_renewal' ? 'renewal' : 'initial',
        notification_queries: 2,
        version: 9,
        updated_at: RECENTLY + 50,
        pending_operation: decision,
        pending_operation_at: decision === null ? null : RECENTLY,
      });
      expect(payment.alerts, `${id}: ${String(alarm)}`).toEqual(
        alerts.map(([code, detail]) => ({ code, detail, raised_at: RECENTLY + 50 })),
      );
      expect(payment.requests_in_flight, id).toEqual(inFlight);
    }

    const { payments } = await store.listPayments({ attention: true, limit: 1_000 });
    const alerted = [...PAYMENTS_BEFORE].filter(([, { alarm }]) => alarm !== undefined).map(([id]) => id);
    expect(payments.map(({ id }) => id).sort()).toEqual(alerted.sort());

    const timeline = await store.listTimeline('pay_kinds');
    expect(timeline.map((event) => event.kind)).toEqual([
      'submitted',
      'answered',
      'operation_confirmed',
      'renewed',
      'promoted',
      'outcome_overdue',
      'contradicted',
      'queried',
    ]);
    expect(timeline[4]!.detail).toEqual({ instead_of: 'pay_paid' });

    const unknown = (reason: string): object[] => [
      { code: 'outcome_unknown', detail: { reason }, raised_at: RECENTLY + 50 },
    ];
    expect((await store.findRefund('ref_unknown'))!.alerts).toEqual(unknown('refund_status differs'));
    expect((await store.findRefund('ref_odd'))!.alerts).toEqual([
      {
        code: 'contradicting_result',
        detail: { source: 'query', reported: 'in_progress', status: 'refused' },
        raised_at: RECENTLY + 50,
      },
    ]);
    expect((await store.findRefund('ref_well'))!.alerts).toEqual([]);
    expect((await store.findIssuingOrPayoutOperation('op_unknown'))!.alerts).toEqual(unknown('card_id differs'));
    expect((await store.findIssuingOrPayoutOperation('op_well'))!.alerts).toEqual([]);
    await store.close();
  });

  test('of the calls before, those of users and the sign-ins are known to come from the console', async () => {
    const options = await fresh[kind]!();
    await withDatabase(options, async (database) => {
      await migrateDatabase(database, MIGRATIONS.slice(0, names.indexOf('0025-audit-via')));
      for (const [at, [key, action]] of [
        ['abc123', 'POST /v1/sessions'],
        ['abc123', 'POST /console/session'],
        ['usr_1', 'POST /v1/refunds'],
      ].entries()) {
        await sql`insert into audit_log (id, at, key_id, action, request_id)
          values (${`aud_${String(at)}`}, ${at}, ${key}, ${action}, 'r')`.execute(database.db);
      }
    });
    await migrateStore(options);
    const store = openStore(options);
    const actionsVia = async (via: 'api' | 'console'): Promise<string[]> =>
      (await store.listAudit({ via, limit: 10 })).entries.map(({ action }) => action);
    expect(await actionsVia('console')).toEqual(['POST /v1/refunds', 'POST /console/session']);
    expect(await actionsVia('api')).toEqual(['POST /v1/sessions']);
    await store.close();
  });

  test('an older companion rejects an incompatible migration by name', async () => {
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

  test('a companion that may not migrate is not ready until another one has migrated', async () => {
    const options = await fresh[kind]!();
    const system = await startTestSystem({ companion: { ...options, migrate: false } });
    await expect(system.companion.ready).rejects.toMatchObject({
      message: expect.stringContaining('run tillgate migrate') as string,
    });
    const ask = (): Response | Promise<Response> => system.companion.fetch(new Request('http://x/readyz'));
    const refused = await ask();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'store_unavailable']);
    expect((await system.merchant('GET', '/v1/payments')).status).toBe(503);
    await migrateStore(options);
    await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(200);
    const { token } = await system.openSession();
    expect(await system.pay(token, createCardSubmit())).toMatchObject({ status: 'paid' });
    await system.close();
  });
});

test('migrations on PostgreSQL have no statement timeout and a short lock timeout', async () => {
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
