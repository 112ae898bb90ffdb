import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pool } from 'undici';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { ORDER, submitOf } from '../support/system.ts';

/** Payments a second and what the companion adds to each, beside a bare proxy in the same run. */

const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 2_000);
const CONCURRENCY = 32;
const API_KEY = 'bench_key_0123456789abcdef';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-'));
const children: ChildProcess[] = [];
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  for (const child of children) child.kill();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  url: string;
  child: ChildProcess;
}

function start(script: string, env: Record<string, string>): Promise<Started> {
  const child = fork(new URL(script, import.meta.url), { env: { ...process.env, API_KEY, ...env } });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ url: (message as { url: string }).url, child }));
    child.once('exit', () => reject(new Error(`${script} ended`)));
  });
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Sends every request, so many at a time; every answer has to say paid. */
async function load(url: string, requests: readonly { path: string; token: string; body: string }[]): Promise<Figures> {
  const pool = new Pool(url, { connections: CONCURRENCY });
  const times: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const began = performance.now();
      const answer = await pool.request({
        path: request.path,
        method: 'POST',
        headers: { authorization: `Bearer ${request.token}`, 'content-type': 'application/json' },
        body: request.body,
      });
      const { status } = (await answer.body.json()) as { status: string };
      times.push(performance.now() - began);
      expect(status).toBe('paid');
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: requests.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function openSessions(url: string): Promise<{ path: string; token: string; body: string }[]> {
  const pool = new Pool(url, { connections: CONCURRENCY });
  const open = async (index: number): Promise<{ path: string; token: string; body: string }> => {
    const answer = await pool.request({
      path: '/v1/sessions',
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ORDER, order_no: `B-${String(index)}` }),
    });
    const { token } = (await answer.body.json()) as { token: string };
    return { path: '/checkout/payments', token, body: JSON.stringify(submitOf()) };
  };
  const sessions: { path: string; token: string; body: string }[] = [];
  for (let from = 0; from < PAYMENTS; from += 200) {
    const count = Math.min(200, PAYMENTS - from);
    sessions.push(...(await Promise.all(Array.from({ length: count }, (_, index) => open(from + index)))));
  }
  await pool.close();
  return sessions;
}

const direct = (index: number): string =>
  JSON.stringify({
    order_no: `P-${String(index)}`,
    currency: 'EUR',
    amount: '24.00',
    website: 'https://shop.example',
    items: 'Mug#,#MUG-1#,#12.00#,#2',
    shopper_id: 'c-1',
    shopper_email: 'ana@example.com',
    shopper_ip: '127.0.0.1',
    first_name: 'Ana',
    last_name: 'Souza',
    card: '4242424242424242',
    expiration_month: '12',
    expiration_year: '2031',
    security_code: '123',
  });

test('payments a second, and what the companion adds', { timeout: 600_000 }, async () => {
  const gateway = await start('./gateway.mjs', {});
  const env = { GATEWAY: gateway.url };
  const proxy = await start('./proxy.mjs', env);
  const bare = Array.from({ length: PAYMENTS }, (_, index) => ({ path: '/', token: '-', body: direct(index) }));
  await load(proxy.url, bare.slice(0, 200));
  const rows: [string, Figures][] = [['bare proxy', await load(proxy.url, bare)]];
  const stores: [string, Record<string, string>][] = [
    ['companion on SQLite', { DATA_DIR: folder }],
    ['companion on PostgreSQL', { DATABASE_URL: await postgres.createDatabase() }],
  ];
  for (const [name, database] of stores) {
    const companion = await start('./companion.mjs', { ...env, ...database });
    const sessions = await openSessions(companion.url);
    await load(companion.url, sessions.slice(0, 100));
    rows.push([name, await load(companion.url, sessions.slice(100))]);
    companion.child.kill();
  }
  const [[, base]] = rows as [[string, Figures]];
  const lines = rows.map(
    ([name, { perSecond, p50, p99 }]) =>
      `${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)}/s  ${(perSecond / base.perSecond).toFixed(2).padStart(5)}  ` +
      `p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms`,
  );
  const machine = `${String(cpus().length)} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}`;
  process.stdout.write(
    `\n${machine}; ${String(PAYMENTS)} payments, ${String(CONCURRENCY)} at a time; load, proxy or companion, gateway and database share it\n\n` +
      `${lines.join('\n')}\n\n`,
  );
});
