import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { backUpSqlite, restoreSqlite } from '../../server/store/backup.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { SERVE_API_KEY, startServeProcess, type ServeProcess } from '../support/serve-process.ts';
import {
  nextOrderNo,
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-restore-'));
let dataDir = join(folder, 'data');
let databaseUrl: string | undefined;
let gateway: TestSystem;
let postgres: TestPostgres;

/** The gateway stays what it is while companions come and go. */
beforeAll(async () => {
  postgres = await startPostgres();
  gateway = await startTestSystem();
});
afterAll(async () => {
  await gateway.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

let ahead = 0;
const startOn = (dir: string): Promise<TestSystem> =>
  startTestSystem({
    companion: { dataDir: dir, databaseUrl, gatewayUrl: gateway.sandbox.url, now: () => Date.now() + ahead },
  });

const settings = (): Record<string, string> => ({
  TILLGATE_DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  TILLGATE_GATEWAY_URL: gateway.sandbox.url,
  TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
  TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
  TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
  TILLGATE_API_KEYS: `${SERVE_API_KEY}:pay+read`,
});

async function tillgate(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [`${root}dist/server/cli.js`, ...words], {
    env: { PATH: process.env['PATH'], ...settings() },
  });
  return stdout;
}

const chargesOf = (order: string): number =>
  gateway.sandbox.sandbox.state.ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order).length;

describe('backup made while payments continue', () => {
  test('a backup is complete, from one point in time, and readable by its owner only', async () => {
    const live = await startOn(dataDir);
    const before = await live.paid();
    let isOn = true;
    const traffic = (async () => {
      while (isOn) await live.paid();
    })();
    const copy = join(folder, 'a.db');
    expect(await tillgate('backup', copy)).toBe(`backed up to ${copy}\n`);
    isOn = false;
    await traffic;
    await live.close();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const dir = join(folder, 'check');
    expect(restoreSqlite(dir, copy, new Date())).toBeUndefined();
    const restored = await startOn(dir);
    expect((await restored.get<{ status: string }>(`/v1/payments/${before.id}`)).status).toBe('paid');
    await restored.close();
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('a backup overwrites no file and requires a database', () => {
    expect(() => backUpSqlite(dataDir, join(folder, 'a.db'))).toThrow('overwrites nothing');
    expect(() => backUpSqlite(join(folder, 'nowhere'), join(folder, 'c.db'))).toThrow('there is no database');
    expect(existsSync(join(folder, 'c.db'))).toBe(false);
  });
});

interface Kind {
  begin(): Promise<void>;
  /** Makes the copy while the companion works, or between two of its lives; answers with the one that goes on. */
  copy(live: ServeProcess): Promise<ServeProcess>;
  /** Puts the copy in the place of the database. */
  restore(): Promise<void>;
}

const older = join(folder, 'older.db');
// In a process of its own: within one, the driver holds a database for a while after it was closed.
const startLive = (): Promise<ServeProcess> => startServeProcess({ ...settings(), TILLGATE_DRAIN_DELAY: '0' });
async function stopLive(live: ServeProcess): Promise<void> {
  live.process.kill('SIGTERM');
  expect(await live.ended).toBe(0);
}

const KINDS: Record<string, Kind> = {
  SQLite: {
    begin() {
      dataDir = join(folder, 'data-of-an-older-copy');
      return Promise.resolve();
    },
    async copy(live) {
      await tillgate('backup', older);
      await expect(tillgate('restore', older)).rejects.toThrow('stop the companion first');
      return live;
    },
    async restore() {
      expect(await tillgate('restore', older)).toMatch(/sessions ended: 4\nthe database before: .*before-/);
    },
  },
  PostgreSQL: {
    async begin() {
      databaseUrl = await postgres.createDatabase();
    },
    async copy(live) {
      // Like pg_dump and pg_restore. The server copies a database only while it has no connections.
      await stopLive(live);
      copied = await postgres.createDatabase(databaseUrl);
      return startLive();
    },
    restore() {
      databaseUrl = copied;
      return Promise.resolve();
    },
  },
};
let copied: string | undefined;

describe.each(Object.entries(KINDS))('database restored from an older backup on %s', (_name, kind) => {
  test('a restored database charges nobody twice, resolves open payments and reports what it lacks', async () => {
    await kind.begin();
    let live = await startLive();
    const open = async (order_no: string): Promise<{ token: string }> => {
      const body = { ...TEST_SESSION_FIELDS, order_no };
      const answer = await live.request('/v1/sessions', { method: 'POST', token: SERVE_API_KEY, body });
      return (await answer.json()) as { token: string };
    };
    const pay = async (token: string, body: unknown): Promise<{ status: string }> => {
      const answer = await live.request('/checkout/payments', { method: 'POST', token, body });
      return (await answer.json()) as { status: string };
    };
    const fault = { operation: 'authorise', fault: 'reset', times: 1, after_charge: true } as const;
    const orders = { later: nextOrderNo(), lost: nextOrderNo(), second: nextOrderNo(), never: nextOrderNo() };
    const [later, lost, second, never] = await Promise.all(Object.values(orders).map((order_no) => open(order_no)));
    // One was charged and not answered; one was declined, so that it takes another card.
    gateway.sandbox.sandbox.state.scenarios.arm(fault);
    const unanswered = await pay(lost!.token, createCardSubmit());
    expect(unanswered.status).toBe('unknown');
    expect((await pay(second!.token, createCardSubmit('4000000000000002'))).status).toBe('declined');
    live = await kind.copy(live);
    // What the copy will not know.
    const submits = { later: createCardSubmit(), second: createCardSubmit() };
    expect((await pay(later!.token, submits.later)).status).toBe('paid');
    expect((await pay(second!.token, submits.second)).status).toBe('paid');
    await stopLive(live);

    await kind.restore();
    const told = await tillgate('recover');
    expect(told).toContain(`order ${orders.later}`);
    expect(told.split('\n').filter((line) => line.includes(`order ${orders.second}`))).toHaveLength(1);
    expect(told).not.toContain(orders.never);
    expect(await tillgate('recover'), 'may be run again').toContain(`order ${orders.later}`);

    const restored = await startOn(dataDir);
    // Shoppers whose pages are still open send the same again, and other cards.
    for (const [token, submit] of [
      [later!.token, submits.later],
      [later!.token, createCardSubmit()],
      [second!.token, submits.second],
      [second!.token, createCardSubmit()],
      [lost!.token, createCardSubmit()],
      [never!.token, createCardSubmit()],
    ] as const) {
      const answer = await restored.browser(token, 'POST', '/checkout/payments', submit);
      expect([409, 410], await answer.clone().text()).toContain(answer.status);
    }
    ahead = 120_000;
    await restored.companion.reconcile();
    const { payments } = await restored.get<{ payments: { status: string }[] }>(`/v1/payments?order_no=${orders.lost}`);
    expect(payments).toMatchObject([{ status: 'paid' }]);
    await restored.browser(lost!.token, 'POST', '/checkout/payments', createCardSubmit());
    ahead = 0;
    expect(Object.values(orders).map(chargesOf)).toEqual([1, 1, 2, 0]);
    await restored.close();
    databaseUrl = undefined;
  });
});

describe('file to restore', () => {
  test('a truncated or foreign file is rejected, and the database stays', async () => {
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'not a database, but long enough to look like one'.repeat(100));
    expect(() => restoreSqlite(dataDir, broken, new Date())).toThrow('no whole database');
    expect(() => restoreSqlite(dataDir, join(folder, 'none.db'), new Date())).toThrow('there is no file');
    expect(existsSync(join(dataDir, 'tillgate.db'))).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.includes('partial'))).toEqual([]);
    const live = await startOn(dataDir);
    expect((await live.paid()).status).toBe('paid');
    await live.close();
  });
});
