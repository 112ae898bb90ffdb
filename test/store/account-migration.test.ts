import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restrictStoreToAccounts } from '../../server/store/index.ts';
import { migrateDatabase, MIGRATIONS } from '../../server/store/migrate.ts';
import { openDatabase } from '../../server/store/open-database.ts';
import { migrateStore, openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { useDatabases } from '../support/databases.ts';

const NAME = '0023-accounts!';
const { folder, createDatabase } = useDatabases('account-migration');

const databases: Record<string, () => Promise<StoreOptions>> = {
  SQLite: () => Promise.resolve({ dataDir: join(folder, 'one') }),
  PostgreSQL: async () => ({ databaseUrl: await createDatabase() }),
};

/** Rows as the version before wrote them, in each table that gets an account. */
const ORDER = { order_no: 'A', currency: 'EUR', amount: '24.00' };
const TIMES = { created_at: 1, updated_at: 1 };
const ROWS: readonly [table: string, row: Record<string, unknown>][] = [
  [
    'sessions',
    {
      id: 'ses_1',
      token_hash: 'h',
      ...ORDER,
      request: '{}',
      status: 'paid',
      attempts: 1,
      created_at: 1,
      expires_at: 2,
    },
  ],
  [
    'payments',
    {
      ...{ id: 'pay_1', session_id: 'ses_1', attempt_id: 'one', fingerprint: 'f', status: 'paid', method: 'card' },
      ...{
        ...ORDER,
        transaction_id: 'A-00001',
        duplicate: 0,
        refunded: 0,
        version: 1,
        ...TIMES,
        account_id: '984747105',
      },
    },
  ],
  [
    'refunds',
    {
      ...{ id: 'ref_1', payment_id: 'pay_1', transaction_id: 'A-00001', ...ORDER, refund_amount: '20.00' },
      ...{ hundredths: 2000, reason: 'r', reference: 'one', status: 'accepted', version: 1, ...TIMES },
    },
  ],
  ['refund_totals', { transaction_id: 'A-00001', currency: 'EUR', paid: 2400, reserved: 2000 }],
  [
    'subscriptions',
    {
      ...{ recurring_id: 'R-1', contract_name: 'Gold', session_id: 'ses_1', payment_id: 'pay_1', currency: 'EUR' },
      ...{ amount: '9.00', status: 'Active', cancel_unknown: 0, ...TIMES },
    },
  ],
  ['disputes', { id: 'dsp_1', payment_id: 'pay_1', transaction_id: 'A-00001', status: 'received', ...TIMES }],
  ['saved_cards', { id: 'card_1', shopper_id: 's', token: 't', last4: '4242', created_at: 1, account_id: '984747105' }],
  [
    'operations',
    {
      ...{ id: 'op_1', name: 'payout', request_id: 'q', fingerprint: 'f', status: 'succeeded', request: '{}' },
      ...{ version: 1, sent_at: 1, ...TIMES },
    },
  ],
  [
    'webhook_events',
    { id: 'evt_1', type: 'payment.paid', ref: 'pay_1', data: '{}', state: 'none', attempts: 0, created_at: 1 },
  ],
];

test.each(Object.keys(databases))('the records of an older %s database belong to the default account', async (kind) => {
  const options = await databases[kind]!();
  const database = openDatabase(options);
  await migrateDatabase(
    database,
    MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === NAME),
    ),
  );
  for (const [table, row] of ROWS) {
    await database.db
      .insertInto(table as 'payments')
      .values(row as never)
      .execute();
  }
  await database.db.destroy();
  expect(await migrateStore(options)).toContain(NAME);
  const store = openStore(options);
  const [own, other] = [restrictStoreToAccounts(store, ['default']), restrictStoreToAccounts(store, ['uk'])];
  const page = { limit: 10 };
  const read = async (at: typeof store): Promise<unknown[]> => [
    ...(await at.listSessions({ ...page, now: 1 })).entries,
    ...(await at.listPayments(page)).payments,
    ...(await at.listRefunds(page)).entries,
    ...(await at.listSubscriptions(page)).entries,
    ...(await at.listDisputes(page)).entries,
    ...(await at.listSavedCards({ ...page, shopperId: 's' })).entries,
    ...(await at.listIssuingOrPayoutOperations(page)).entries,
    ...(await at.listWebhookEvents(page)).entries,
  ];
  expect(await read(own)).toMatchObject(Array.from({ length: 8 }, () => ({ account: 'default' })));
  expect(await read(other)).toEqual([]);
  // What was reserved before still is: 4.00 of 24.00 are left.
  const refund = (refund_amount: string) => ({
    ...{ id: `ref_${refund_amount}`, account: 'default', payment_id: 'pay_1', transaction_id: 'A-00001', ...ORDER },
    ...{ refund_amount, reason: 'r', reference: refund_amount },
  });
  expect(await store.beginRefunds([refund('4.01')], 2, 3)).toEqual(['exceeds']);
  expect(await store.beginRefunds([refund('4.00')], 2, 3)).toMatchObject([{ kind: 'started' }]);
  expect(await store.listAccountsWithPayments()).toEqual(['default']);
  await store.close();
});
