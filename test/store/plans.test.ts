import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { restrictStoreToAccounts } from '../../server/store/restrict-store-to-accounts.ts';
import type { Store } from '../../server/store/store.ts';
import { useDatabases } from '../support/databases.ts';

/** No filter of a list, and nothing that a payment needs, reads a table from end to end or sorts what it found. */

const NOW = Date.UTC(2030, 0, 1);
const page = { limit: 50 };
const cursor = Buffer.from(`${String(NOW)} pay_1`).toString('base64url');

const READS: Record<string, (store: Store) => Promise<unknown>> = {
  'payments, newest': (store) => store.listPayments(page),
  'payments, next page': (store) => store.listPayments({ ...page, cursor }),
  'payments of a state': (store) => store.listPayments({ ...page, status: 'unknown' }),
  'payments in dispute': (store) => store.listPayments({ ...page, disputeStatus: 'received', cursor }),
  'payments that were refunded': (store) => store.listPayments({ ...page, isRefunded: true, cursor }),
  'payments of an order': (store) => store.listPayments({ ...page, orderNo: 'a' }),
  'payments of a shopper': (store) => store.listPayments({ ...page, email: 'a@example.com', cursor }),
  'payments of a contract': (store) => store.listPayments({ ...page, recurringId: 'a' }),
  'payments of a time': (store) => store.listPayments({ ...page, from: NOW - 1, to: NOW }),
  'payments that a search finds': (store) => store.listPayments({ ...page, search: 'a', cursor }),
  'notes on a payment': (store) => store.listPaymentNotes('a'),
  'a payment by its transaction': (store) => store.findPaymentByTransaction('a'),
  'a payment by its attempt': (store) => store.findPaymentByAttempt('a', 'b'),
  'payments of a session': (store) => store.listSessionPayments('a'),
  'a timeline': (store) => store.listTimeline('a'),
  'a session by its token': (store) => store.findSessionByTokenHash('a'),
  'sessions, newest': (store) => store.listSessions({ ...page, now: NOW }),
  'sessions of an order': (store) => store.listSessions({ ...page, now: NOW, orderNo: 'a' }),
  'sessions under way': (store) => store.listSessions({ ...page, now: NOW, status: 'processing' }),
  'sessions held for a review': (store) => store.listSessions({ ...page, now: NOW, isHeld: true }),
  'refunds of a state': (store) => store.listRefunds({ ...page, status: 'unknown' }),
  'refunds of a payment': (store) => store.listRefunds({ ...page, paymentId: 'a' }),
  'refunds of an order': (store) => store.listRefunds({ ...page, orderNo: 'a' }),
  'subscriptions of a state': (store) => store.listSubscriptions({ ...page, status: 'Active' }),
  'subscriptions of a shopper': (store) => store.listSubscriptions({ ...page, email: 'a@example.com' }),
  'operations of a name': (store) => store.listIssuingOrPayoutOperations({ ...page, name: 'a' }),
  'operations of a state': (store) => store.listIssuingOrPayoutOperations({ ...page, status: 'unknown' }),
  'events of a type': (store) => store.listWebhookEvents({ ...page, type: 'payment.paid' }),
  'events that wait': (store) => store.listWebhookEvents({ ...page, state: 'waiting' }),
  'events of a payment': (store) => store.listWebhookEvents({ ...page, ref: 'a' }),
  'deliveries of an event': (store) => store.listDeliveryAttempts('a'),
  'audit of a key': (store) => store.listAudit({ ...page, keyId: 'a' }),
  'audit of the console': (store) => store.listAudit({ ...page, via: 'console', cursor }),
  'audit of an action': (store) => store.listAudit({ ...page, action: 'a' }),
  'audit of a target': (store) => store.listAudit({ ...page, target: 'a' }),
  'audit of a time': (store) => store.listAudit({ ...page, from: NOW, to: NOW + 1 }),
  'jobs that are due': (store) => store.claimJobs('reconcile', NOW, 4, 1_000),
};

const { folder, createDatabase } = useDatabases('plans');

/** Whether a statement searches: a select, or the insert that plans jobs from a search of payments. */
const reads = (text: string): boolean => /^\s*(select\b|insert into jobs[^;]* from payments)/.test(text);

describe('SQLite query plans', () => {
  test.each(Object.entries(READS))('SQLite uses an index for: %s', async (name, read) => {
    const store = openStore({ dataDir: join(folder, name.replaceAll(/\W/g, '-')) });
    await store.ready;
    const prepare = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
    await read(store);
    const statements = prepare.mock.calls.map(([text]) => text).filter(reads);
    prepare.mockRestore();
    await store.close();
    expect(statements.length).toBeGreaterThan(0);
    const file = new LibsqlDatabase(join(folder, name.replaceAll(/\W/g, '-'), 'tillgate.db'));
    for (const statement of statements) {
      const plan = file.prepare(`explain query plan ${statement}`).all() as { detail: string }[];
      const text = plan.map(({ detail }) => detail).join('\n');
      // Without a filter the newest are read off an index from its end; a list of values is read whole.
      expect(text).not.toMatch(UNFILTERED.has(name) ? /SCAN \w+(?! USING)(\n|$)/ : /SCAN (?!json_each )/);
      if (!ONE_OF_FEW.has(name)) expect(text).not.toMatch(/TEMP B-TREE/);
    }
    file.close();
  });
});

test.each(Object.entries(READS))('one account alone is read by the same index of SQLite: %s', async (name, read) => {
  const dataDir = join(folder, `account-${name.replaceAll(/\W/g, '-')}`);
  const plans: string[] = [];
  for (const isOfOne of [false, true]) {
    const store = openStore({ dataDir });
    await store.ready;
    const prepare = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
    await read(isOfOne ? restrictStoreToAccounts(store, ['default']) : store);
    const statements = prepare.mock.calls.map(([text]) => text).filter((text) => text.startsWith('select'));
    prepare.mockRestore();
    await store.close();
    const file = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
    const details = statements.flatMap((statement) =>
      (file.prepare(`explain query plan ${statement}`).all() as { detail: string }[]).map(({ detail }) => detail),
    );
    file.close();
    // The account stands in no index but its own, so the rows are read as well.
    plans.push(details.join('\n').replaceAll('COVERING ', ''));
  }
  expect(plans[0]).not.toBe('');
  expect(plans[1]).toBe(plans[0]);
});

const UNFILTERED = new Set([
  // The index holds these payments only.
  'payments that were refunded',
  'payments, newest',
  'payments that a search finds',
  'payments, next page',
  'sessions, newest',
  'sessions under way',
  'sessions held for a review',
]);

/** Sort the few rows of one thing. */
const ONE_OF_FEW = new Set(['payments of a session', 'a payment by its transaction']);

describe('PostgreSQL query plans', () => {
  test.each(Object.entries(READS))('PostgreSQL uses an index for: %s', async (name, read) => {
    const databaseUrl = await createDatabase();
    const store = openStore({ databaseUrl });
    await store.ready;
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await read(store);
    const calls = query.mock.calls.map(([call]) => call as unknown as { text: string; values: unknown[] });
    query.mockRestore();
    const selects = calls.filter(({ text }) => reads(text));
    expect(selects.length).toBeGreaterThan(0);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    // Empty tables would be read whole, since that is cheap.
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    for (const { text, values } of selects) {
      const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(name === 'jobs that are due' || UNFILTERED.has(name) ? /Seq Scan/ : /Seq Scan|Filter:/);
      if (!ONE_OF_FEW.has(name)) expect(plan).not.toMatch(/\bSort\b/);
    }
    await client.end();
    await store.close();
  });
});
