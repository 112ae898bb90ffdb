import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCardSubmit, untilDefined } from '../support/system.ts';
import { PACKED_API_KEY, startPackedCompanionAndSandbox, type PackedSystem } from './support/packed-system.ts';
import { appFolderOf } from './support/shop-window.ts';

const app = appFolderOf('plain');

/** Ends what a failed test has left of a group of processes. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

let system: PackedSystem;

beforeAll(async () => {
  system = await startPackedCompanionAndSandbox();
});

afterAll(() => system.close());

describe.each([
  ['npx', ['npx', '--no', '--', 'tillgate', 'serve']],
  ['a script of package.json', ['npm', 'run', 'pay']],
] as const)('tillgate serve started by %s', (_name, [program, ...words]) => {
  test.each([
    ['npm gets a SIGTERM', 'SIGTERM', (npm: number) => npm],
    // As Ctrl-C does: npm passes it on, too, so that it may come twice.
    ['the terminal sends SIGINT to all of its processes', 'SIGINT', (npm: number) => -npm],
  ] as const)('tillgate serve drains and ends when %s', async (_case, signal, receiverOf) => {
    const { PATH, ...environment } = system.environment(0);
    const settings = { ...environment, TILLGATE_DRAIN_DELAY: '0', LOG_LEVEL: 'info' };
    const data = mkdtempSync(join(tmpdir(), 'tillgate-npx-'));
    const npm = spawn(program, words, {
      cwd: app,
      env: { ...settings, TILLGATE_DATA_DIR: data, PATH, HOME: data },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    try {
      let output = '';
      // The streams end with the last process that holds them, which is the companion.
      const ended = new Promise((resolve) => npm.once('close', resolve));
      for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const url = await untilDefined(() => /companion on (http:\S+),/.exec(output)?.[1], 30_000);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      process.kill(receiverOf(npm.pid!), signal);
      await untilDefined(() => output.includes('"msg":"drained"') || undefined, 15_000);
      await ended;
      await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    } finally {
      endGroup(npm.pid!);
      rmSync(data, { recursive: true, force: true });
    }
  });
});

describe('tillgate serve', () => {
  test('tillgate serve takes a session and a payment and sends one request with every field', async () => {
    const session = await system.openSession();
    const paid = await fetch(`${system.url}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(createCardSubmit()),
    });
    expect(await paid.json()).toMatchObject({ status: 'paid' });
    const received = system.sandbox.sandbox.state.requests.filter(
      (request) => request.fields['order_no'] === session.order_no,
    );
    expect(received).toHaveLength(1);
    expect(received[0]!.fields).toMatchObject({
      amount: '24.00',
      shopper_email: 'ana@example.com',
      shopper_ip: '127.0.0.1',
    });
  });

  test('tillgate serve serves the console files and accepts a configured API key', async () => {
    const page = await (await fetch(`${system.url}/console`)).text();
    const files = [...page.matchAll(/(?:src|href)="(console\/files\/[^"]+)" integrity="(sha384-[^"]+)"/g)];
    expect(files.map(([, path]) => path)).toEqual(['console/files/console.css', 'console/files/console.js']);
    for (const [, path, integrity] of files) {
      const body = Buffer.from(await (await fetch(new URL(String(path), `${system.url}/console`))).arrayBuffer());
      expect(`sha384-${createHash('sha384').update(body).digest('base64')}`).toBe(integrity);
    }
    const signedIn = await fetch(`${system.url}/console/session`, {
      method: 'POST',
      headers: { 'x-tillgate-console': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ key: PACKED_API_KEY }),
    });
    expect(await signedIn.json()).toMatchObject({ scopes: ['pay', 'refund', 'read'], issuing: false });
  });

  test('the CLI refunds and lists payments of a running companion', async () => {
    const session = await system.openSession();
    await fetch(`${system.url}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(createCardSubmit()),
    });
    const type = (...words: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, TILLGATE_URL: system.url, TILLGATE_API_KEY: PACKED_API_KEY };
        execFile(join(app, 'node_modules/.bin/tillgate'), words, { env, cwd: app }, (error, out, err) =>
          error === null ? resolve(out) : reject(new Error(err)),
        );
      });
    const [paid] = JSON.parse(await type('payments', '--order-no', session.order_no, '--json')) as { id: string }[];
    expect(await type('refund', paid!.id, '1.00', 'broken')).toContain('accepted');
    // By then the gateway may have brought it to its end.
    expect(await type('refunds')).toMatch(/accepted|refunded/);
    await expect(type('payment', 'show', 'pay_none')).rejects.toThrow(
      'tillgate: There is no such payment. (not_found)',
    );
    await expect(type('nonsense')).rejects.toThrow('There is no command of that name');
  });

  test.each([
    [{ TILLGATE_WEBHOOK_URL: 'https://shop.example/events' }, /^tillgate: TILLGATE_WEBHOOK_SECRET: must be given/],
    [
      { TILLGATE_ISSUING_URL: 'https://issuing.example', TILLGATE_COMPANY_ID: 'C1' },
      /^tillgate: TILLGATE_ISSUING_SIGN_KEY: must be given/,
    ],
    [{ TILLGATE_RISK_UPDATES: 'maybe' }, /^tillgate: TILLGATE_RISK_UPDATES: on or off/],
    [{ TILLGATE_MERCHANT_ID: '12345678' }, /^tillgate: TILLGATE_MERCHANT_ID: at most 7/],
    [{ TILLGATE_ACCOUNT_ID: '12345678901' }, /^tillgate: TILLGATE_ACCOUNT_ID: at most 10/],
    [{ TILLGATE_SIGN_KEY: '' }, /^tillgate: TILLGATE_SIGN_KEY: must be given/],
    [{ TILLGATE_SIGN_KEY: '', TILLGATE_SIGN_KEY_FILE: '/does/not/exist' }, /^tillgate: TILLGATE_SIGN_KEY_FILE: a file/],
    [{ TILLGATE_API_KEYS: 'short:pay' }, /^tillgate: TILLGATE_API_KEYS: /],
    [{ TILLGATE_GATEWAY_URL: 'http://gateway.example' }, /^tillgate: TILLGATE_GATEWAY_URL: https/],
    [{ TILLGATE_ALLOWED_ORIGINS: 'https://shop.example/' }, /^tillgate: TILLGATE_ALLOWED_ORIGINS: /],
    [{ PORT: 'http' }, /^tillgate: PORT: /],
    [{ LOG_LEVEL: 'loud' }, /^tillgate: LOG_LEVEL: /],
    [{ DATABASE_URL: 'mysql://x' }, /^tillgate: DATABASE_URL: /],
  ])('tillgate serve with invalid settings stops with one line that names the setting: %j', (wrong, line) => {
    const settings = { ...system.environment(0), ...wrong };
    let output = '';
    try {
      execFileSync(process.execPath, [join(app, 'node_modules/tillgate/dist/server/cli.js'), 'serve'], {
        env: settings,
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 20_000,
      });
    } catch (error) {
      output = (error as { stderr: string }).stderr;
    }
    expect(output).toMatch(line);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});
