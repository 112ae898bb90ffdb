import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../server/commands/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { testApiKey } from '../support/test-keys.ts';

/** What commands do to a database that is not there, not up to date or not to be reached. */

let postgres: TestPostgres;
let folder: string;
let missing: string;

beforeAll(async () => {
  postgres = await startPostgres();
  missing = (await postgres.createDatabase()).replace(/\/[^/]*$/, '/nowhere');
});
afterAll(() => postgres.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-commands-'));
  for (const [name, value] of Object.entries(NEEDED)) vi.stubEnv(name, value);
  vi.stubEnv('TILLGATE_DATA_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const NEEDED = {
  TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'sign_key_of_a_test_0123456789',
  TILLGATE_API_KEYS: `${testApiKey('commands')}:read`,
};

type Name = 'migrate' | 'prune' | 'recover';

/** Runs a command; what it prints, or the line that it ends with. */
async function run(name: Name): Promise<string> {
  const lines: string[] = [];
  try {
    const command = await COMMANDS[name]();
    await command.run({}, (line) => lines.push(line), []);
  } catch (error) {
    return (error as Error).message;
  }
  return lines.join('\n');
}

describe.each<Name>(['prune', 'recover'])('tillgate %s', (name) => {
  test('the command creates no database', async () => {
    expect(await run(name)).toBe(`there is no database in ${folder}.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the command migrates an older database unless TILLGATE_MIGRATE=off', async () => {
    const file = join(folder, 'tillgate.db');
    writeFileSync(file, '');
    vi.stubEnv('TILLGATE_MIGRATE', 'off');
    expect(await run(name)).toMatch(/^The database lacks 0001.*: run tillgate migrate\.$/);
    expect(statSync(file).size + (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0)).toBeLessThan(8_192);
    vi.stubEnv('TILLGATE_MIGRATE', 'on');
    expect(await run(name)).toMatch(/^(deleted|sessions ended): 0/);
  });
});

describe.each<Name>(['migrate', 'prune', 'recover'])('tillgate %s with an unusable database', (name) => {
  test.each<[string, () => string, RegExp]>([
    [
      'nobody listens',
      () => 'postgres://shop:hunter2@127.0.0.1:1/tillgate',
      /: nothing listens at its host and port \(Error ECONNREFUSED\)\.$/,
    ],
    ['no such database', () => missing, /: the server has no database of its name \(error 3D000\)\.$/],
  ])('the command names the setting and the error without a secret: %s', async (_name, address, error) => {
    const url = address();
    vi.stubEnv('DATABASE_URL', url);
    const said = await run(name);
    expect(said).toMatch(/^DATABASE_URL: the database cannot be used: /);
    expect(said).toMatch(error);
    for (const part of ['hunter2', '127.0.0.1', 'nowhere', url]) expect(said).not.toContain(part);
  });

  test('the command reports a file that is not a database', async () => {
    writeFileSync(join(folder, 'tillgate.db'), 'x'.repeat(10_000));
    expect(await run(name)).toBe(
      'TILLGATE_DATA_DIR: the database cannot be used: tillgate.db in it is no SQLite database (SqliteError SQLITE_NOTADB).',
    );
  });
});

test('tillgate migrate migrates the database with any TILLGATE_MIGRATE setting', async () => {
  vi.stubEnv('TILLGATE_MIGRATE', 'off');
  expect(await run('migrate')).toMatch(/^applied: 0001/);
  expect(await run('prune')).toMatch(/^deleted: 0/);
});
