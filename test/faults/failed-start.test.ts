import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { VERSION } from '../../server/version.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { runServeToExit } from '../support/serve-process.ts';

/** A failed start ends the process, so that its supervisor notices. */

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('a companion on PostgreSQL whose port is taken exits with 1 and names the port', async () => {
  const databaseUrl = await postgres.createDatabase();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as AddressInfo).port);
  expect(await runServeToExit({ DATABASE_URL: databaseUrl, PORT: port })).toEqual({
    code: 1,
    stderr: `tillgate: PORT: ${port} is taken by another program.\n`,
    // Nothing about the database, which is reachable.
    stdout: '',
  });
  taken.close();
  // The database was migrated before the port failed.
  const store = openStore({ databaseUrl, migrates: false });
  await store.ready;
  await store.close();
}, 30_000);

test('a companion that may not migrate exits with 1 if migrations are missing', async () => {
  const databaseUrl = await postgres.createDatabase();
  const { code, stderr } = await runServeToExit({ DATABASE_URL: databaseUrl, TILLGATE_MIGRATE: 'off' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tillgate: The database lacks .*: run tillgate migrate\.\n$/);
}, 30_000);

test('a companion on SQLite whose port is taken reports nothing else', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as AddressInfo).port);
  const dataDir = mkdtempSync(join(tmpdir(), 'tillgate-start-'));
  const { stderr, stdout } = await runServeToExit({ TILLGATE_DATA_DIR: dataDir, PORT: port });
  expect([stderr, stdout]).toEqual([`tillgate: PORT: ${port} is taken by another program.\n`, '']);
  taken.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

test('a database address where nothing listens ends the start with the setting and the reason', async () => {
  const { code, stderr, stdout } = await runServeToExit({
    DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/tillgate',
  });
  const reason = 'DATABASE_URL: the database cannot be used: nothing listens at its host and port';
  expect(code).toBe(1);
  expect(stderr).toBe(`tillgate: ${reason} (Error ECONNREFUSED).\n`);
  expect(JSON.parse(stdout)).toMatchObject({
    msg: 'the database is not ready',
    reason: `${reason} (Error ECONNREFUSED).`,
  });
  expect(`${stderr}${stdout}`).not.toContain('hunter2');
}, 30_000);

test('a database name that does not exist ends the start with the setting and the reason', async () => {
  const address = new URL(await postgres.createDatabase());
  address.pathname = '/nowhere';
  const { code, stderr } = await runServeToExit({ DATABASE_URL: address.href });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'tillgate: DATABASE_URL: the database cannot be used: the server has no database of its name (error 3D000).\n',
  );
}, 30_000);

test('a start without settings names every required setting on its own line and how to make a key', async () => {
  const none = Object.fromEntries(
    ['GATEWAY_URL', 'MERCHANT_ID', 'ACCOUNT_ID', 'SIGN_KEY', 'API_KEYS'].map((name) => [`TILLGATE_${name}`, '']),
  );
  const { code, stderr } = await runServeToExit({ ...none, TILLGATE_WEBHOOK_URL: 'https://shop.example/events' });
  expect(code).toBe(1);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => /^tillgate: (\w+): must be given: ./.exec(line)?.[1])).toEqual([
    'TILLGATE_GATEWAY_URL',
    'TILLGATE_MERCHANT_ID',
    'TILLGATE_ACCOUNT_ID',
    'TILLGATE_SIGN_KEY',
    'TILLGATE_API_KEYS',
    'TILLGATE_WEBHOOK_SECRET',
  ]);
  expect(lines[4]).toContain('npx tillgate key');
}, 30_000);

test('a start with one of the three issuing settings names the other two', async () => {
  const { code, stderr } = await runServeToExit({ TILLGATE_ISSUING_URL: 'https://issuing.example' });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'tillgate: TILLGATE_COMPANY_ID: must be given.\ntillgate: TILLGATE_ISSUING_SIGN_KEY: must be given.\n',
  );
}, 30_000);

test.each(['--version', '-v', 'version'])('tillgate %s prints the package version', (word) => {
  const cli = new URL('../../dist/server/cli.js', import.meta.url).pathname;
  expect(execFileSync(process.execPath, [cli, word], { encoding: 'utf8' })).toBe(`${VERSION}\n`);
});
