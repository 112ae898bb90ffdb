import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { describeAccountsStore } from '../support/accounts-store-contract.ts';
import { describeConsoleStore } from '../support/console-store-contract.ts';
import { describeUsersStore } from '../support/users-store-contract.ts';
import { describeRefundStore } from '../support/refund-store-contract.ts';
import { describeStore } from '../support/store-contract.ts';
import { newSession } from '../support/store-records.ts';
import { startTestSystem } from '../support/system.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-sqlite-'));
let count = 0;
const fresh = () => Promise.resolve({ dataDir: join(folder, String((count += 1))) });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeStore('SQLite', fresh);
describeConsoleStore('SQLite', fresh);
describeUsersStore('SQLite', fresh);
describeRefundStore('SQLite', fresh);
describeAccountsStore('SQLite', fresh);

test('the database file is readable only by its owner, and writes are durable', async () => {
  const options = await fresh();
  const store = openStore(options);
  await store.ready;
  const path = join(options.dataDir, 'tillgate.db');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(statSync(options.dataDir).mode & 0o077).toBe(0);
  await store.close();
});

test('a database with an incompatible migration is rejected with the migration’s name', async () => {
  const options = await fresh();
  const store = openStore(options);
  await store.ready;
  await store.close();
  const file = new LibsqlDatabase(join(options.dataDir, 'tillgate.db'));
  file.exec("insert into migrations values ('9999-future!', 0)");
  file.close();
  const old = openStore(options);
  await expect(old.ready).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringContaining('9999-future!'),
  });
  await old.close();
});

test('rows are read correctly after a newer version has added columns', async () => {
  const options = await fresh();
  const system = await startTestSystem({ companion: options });
  const { id } = await system.paid();
  const before = await system.get(`/v1/payments/${id}`);
  const file = new LibsqlDatabase(join(options.dataDir, 'tillgate.db'));
  for (const table of ['sessions', 'payments', 'payment_events', 'jobs']) {
    file.exec(`alter table ${table} add column later text default 'new'`);
  }
  file.close();
  expect(await system.get(`/v1/payments/${id}`)).toEqual(before);
  expect((await system.paid()).status).toBe('paid');
  await system.close();
});

test('a session whose row is damaged fails alone', async () => {
  const options = await fresh();
  const store = openStore(options);
  const sessions = [newSession(), newSession(), newSession()];
  for (const session of sessions) await store.createSession(session);
  const file = new LibsqlDatabase(join(options.dataDir, 'tillgate.db'));
  file.prepare('update sessions set request = ? where id = ?').run('{damaged', sessions[1]!.id);
  file.close();
  const loaded = await Promise.allSettled(sessions.map(({ token_hash: hash }) => store.findSessionByTokenHash(hash)));
  expect(loaded.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await store.close();
});

test('an unusable folder makes the store unavailable and does not crash the process', async () => {
  writeFileSync(join(folder, 'file'), '');
  const store = openStore({ dataDir: join(folder, 'file', 'data') });
  await expect(store.ready).rejects.toMatchObject({ code: 'store_unavailable' });
  await expect(store.ping()).rejects.toMatchObject({ code: 'store_unavailable' });
});

test('a database address with another scheme is rejected without being shown', () => {
  expect(() => openStore({ databaseUrl: 'mysql://user:secret@db/x' })).toThrow(/^DATABASE_URL: (?!.*secret)/);
});
