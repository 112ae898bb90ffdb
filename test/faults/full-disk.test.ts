import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../shared/contract/index.ts';
import { expectLedgerToMatch } from '../support/audit-ledger.ts';
import { forkCompanion, type CompanionProcess } from '../support/companion-process.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { startLedgerGateway, type LedgerGateway } from '../support/ledger-gateway.ts';
import { API_KEY, nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit } from '../support/system.ts';

/** SQLite on a full disk and on a read-only disk. */

let folder: string;
let gateway: LedgerGateway;
let companion: CompanionProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-disk-'));
  gateway = await startLedgerGateway();
});

afterEach(async () => {
  await companion?.kill();
  companion = undefined;
  await gateway.close();
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

async function start(wrapper: readonly string[] = [], ahead = 0): Promise<CompanionProcess> {
  companion = await forkCompanion(wrapper);
  await companion.start({ dataDir: folder, gatewayUrl: gateway.url, ahead });
  return companion;
}

function post(path: string, token: string, body: unknown): Promise<Response> {
  return fetch(`${String(companion?.url)}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Limits the size of files that a process may write, in bytes. */
function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

async function openTokens(count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await post('/v1/sessions', API_KEY, { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() });
    expect(answer.status, `session ${String(index)}`).toBe(201);
    tokens.push(((await answer.json()) as { token: string }).token);
  }
  return tokens;
}

test('promises 3 and 5: a full disk sends no payment to the gateway, keeps reported outcomes, and payments continue once there is room', async () => {
  const { pid } = await start();
  const tokens = await openTokens(50);
  // The write-ahead log grows with every payment and reaches this limit, before a checkpoint at 4 MB begins it anew.
  const room = statSync(join(folder, 'tillgate.db-wal')).size + 400_000;
  limitFiles(pid, String(room));
  const outcomes = new Map<string, Outcome['status']>();
  let refused = 0;
  const payAll = async (): Promise<void> => {
    for (const token of tokens) {
      if (outcomes.has(token)) continue;
      const calls = gateway.charges.length;
      const answer = await post('/checkout/payments', token, createCardSubmit());
      const body = (await answer.json()) as Outcome & { code?: string };
      if (answer.status === 200) outcomes.set(token, body.status);
      else {
        expect([answer.status, body.code]).toEqual([503, 'store_unavailable']);
        expect(gateway.charges.length, 'requests that leave without an intent on disk').toBe(calls);
        refused += 1;
      }
    }
  };
  await payAll();
  expect(refused, 'payments refused while the disk was full').toBeGreaterThan(5);
  expect(outcomes.size, 'payments before it was').toBeGreaterThan(0);
  limitFiles(pid, 'unlimited');
  await payAll();
  expect(outcomes.size).toBe(tokens.length);
  await companion?.kill();
  const again = await start([], 300_000);
  await again.drain();
  const audit = await expectLedgerToMatch(gateway, { dataDir: folder });
  expect(audit).toMatchObject({ payments: tokens.length, open: 0 });
  recordPromiseFigures(3, { 'refused on a full disk': refused, payments: audit.payments, lost: 0, doubled: 0 });
}, 90_000);

test('a companion on a full disk reports not ready and tillgate_store_up 0 until there is room', async () => {
  const { pid } = await start();
  await openTokens(1);
  const readMetrics = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    return (await fetch(`${String(companion?.url)}/metrics`, { headers })).text();
  };
  const askReady = async (): Promise<number> => (await fetch(`${String(companion?.url)}/readyz`)).status;
  expect(await askReady()).toBe(200);
  expect(await readMetrics()).toContain('tillgate_store_up 1');
  limitFiles(pid, String(statSync(join(folder, 'tillgate.db-wal')).size));
  const session = await post('/v1/sessions', API_KEY, { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() });
  expect(session.status).toBe(503);
  await expect.poll(askReady).toBe(503);
  await expect.poll(readMetrics).toContain('tillgate_store_up 0');
  limitFiles(pid, 'unlimited');
  await expect.poll(askReady).toBe(200);
  await expect.poll(readMetrics).toContain('tillgate_store_up 1');
}, 60_000);

test('promise 3: a companion on a read-only disk sends no payment and returns 503', async () => {
  await start();
  const [token = ''] = await openTokens(1);
  // A clean end leaves no write-ahead log.
  await companion?.kill('SIGTERM');
  await expectLedgerToMatch(gateway, { dataDir: folder });
  for (const file of ['tillgate.db', '.']) chmodSync(join(folder, file), file === '.' ? 0o555 : 0o444);
  // Root ignores file permissions.
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  await start(process.getuid?.() === 0 ? asNobody : []);
  const answer = await post('/checkout/payments', token, createCardSubmit());
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'store_unavailable' }]);
  const ready = await fetch(`${String(companion?.url)}/readyz`);
  expect(ready.status).toBe(503);
  expect(gateway.calls.size).toBe(0);
}, 60_000);
