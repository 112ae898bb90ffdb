import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { SANDBOX_CREDENTIALS, serveSandbox, type ServedSandbox } from '../../server/sandbox/index.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { nextOrder, ORDER, submitOf } from '../support/system.ts';

const root = new URL('../../', import.meta.url).pathname;
const KEY = 'packed_key_0123456789';
const folder = mkdtempSync(join(tmpdir(), 'tillgate-packed-'));
const app = join(folder, 'app');
let sandbox: ServedSandbox;
let companion: { url: string; output: () => string; process: ChildProcess };
let shopPort: number;

/** Installs the packed tarball into an app of its own, as a shop would, and starts `tillgate serve` from it. */
beforeAll(async () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string }[];
  cpSync(join(root, 'test/packaging/apps/vite'), app, { recursive: true });
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, packed!.filename)], {
    cwd: app,
    stdio: 'ignore',
  });
  sandbox = await serveSandbox({ port: 0 });
  shopPort = await freePort();
  companion = await startCompanion({});
});

afterAll(async () => {
  companion.process.kill('SIGTERM');
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('installed from its tarball', () => {
  test('every door opens in Node, and the element’s does not need a browser', () => {
    const doors = Object.keys(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }).exports,
    )
      .filter((door) => !door.endsWith('.json') && !door.endsWith('react'))
      .map((door) => `tillgate${door.slice(1)}`);
    expect(doors).toContain('tillgate/widget');
    expect(doors).toContain('tillgate/server');
    const script = `for (const door of ${JSON.stringify(doors)}) { const names = Object.keys(await import(door)); if (names.length === 0) throw new Error(door); } console.log('ok')`;
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: app, encoding: 'utf8' }).trim(),
    ).toBe('ok');
  });

  test('there is no door into everything at once', () => {
    const script = "import('tillgate').then(() => console.log('open'), (error) => console.log(error.code))";
    expect(execFileSync(process.execPath, ['-e', script], { cwd: app, encoding: 'utf8' }).trim()).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });

  test('its types serve a strict program', () => {
    writeFileSync(
      join(app, 'check.ts'),
      `import { createCheckoutServer } from 'tillgate/server';
import { createAcquiringClient } from 'tillgate/gateway';
import { createIssuingClient } from 'tillgate/gateway';
import { createSignedWebhook, verifyWebhook } from 'tillgate/webhooks';
import { TillgateCheckout, type TillgateCompleteEvent } from 'tillgate/widget';
const server = createCheckoutServer({ publicUrl: 'https://a.example', gatewayUrl: 'https://b.example', merchantId: '1', accountId: '1', signKey: 'k', apiKeys: '0123456789abcdef:pay' });
const client = createAcquiringClient({ baseUrl: 'https://b.example', merchantId: '1', accountId: '1', signKeys: ['k'] });
const element: TillgateCheckout | null = document.querySelector('tillgate-checkout');
element?.addEventListener('tillgate-complete', (event: TillgateCompleteEvent) => event.session_id.length);
const refunded = await client.refund([]);
if (refunded.kind === 'answered') refunded.items[0]?.status satisfies string | undefined;
const issuing = createIssuingClient({ baseUrl: 'https://b.example', companyId: 'C', signKeys: ['k'] });
const card = await issuing.createCard({ card_bin_id: 806, request_id: 'r' });
if (card.kind === 'answered') card.result.create_result_list[0]?.fee satisfies number | null | undefined;
// @ts-expect-error an amount is a number in issuing
await issuing.rechargeGroup({ group_id: '1', recharge_amount: '1.00', request_id: 'r' });
const event = verifyWebhook('{}', {}, 'whsec_');
if (event.type === 'payment.paid') event.data.order_no satisfies string;
if (event.type === 'refund.updated') event.data.refund_amount satisfies string;
createSignedWebhook('payment.paid', event.data as never, 'whsec_');
// @ts-expect-error a setting that does not exist
createCheckoutServer({ nonsense: true });
export { server, client };
`,
    );
    const compile = (): string =>
      execFileSync(
        join(root, 'node_modules/.bin/tsc'),
        [
          '--noEmit',
          '--strict',
          '--target',
          'es2023',
          '--lib',
          'es2023,dom,dom.iterable',
          '--module',
          'nodenext',
          '--skipLibCheck',
          '--types',
          'node',
          '--typeRoots',
          join(root, 'node_modules/@types'),
          'check.ts',
        ],
        { cwd: app, encoding: 'utf8' },
      );
    expect(compile()).toBe('');
  });
});

describe('tillgate serve', () => {
  test('takes a session and a payment and makes one request with every field', async () => {
    const session = await openSession();
    const paid = await fetch(`${companion.url}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(submitOf()),
    });
    expect(await paid.json()).toMatchObject({ status: 'paid' });
    const received = sandbox.sandbox.world.requests.filter(
      (request) => request.fields['order_no'] === session.order_no,
    );
    expect(received).toHaveLength(1);
    expect(received[0]!.fields).toMatchObject({
      amount: '24.00',
      shopper_email: 'ana@example.com',
      shopper_ip: '127.0.0.1',
    });
  });

  test('is worked with from a terminal', async () => {
    const session = await openSession();
    await fetch(`${companion.url}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(submitOf()),
    });
    const type = (...words: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, TILLGATE_URL: companion.url, TILLGATE_API_KEY: KEY };
        execFile(join(app, 'node_modules/.bin/tillgate'), words, { env, cwd: app }, (error, out, err) =>
          error === null ? resolve(out) : reject(new Error(err)),
        );
      });
    const [paid] = JSON.parse(await type('payments', '--order-no', session.order_no, '--json')) as { id: string }[];
    expect(await type('refund', paid!.id, '1.00', 'broken')).toContain('accepted');
    expect(await type('refunds')).toContain('accepted');
    await expect(type('payment', 'show', 'pay_none')).rejects.toThrow(
      'tillgate: There is no such payment. (not_found)',
    );
    await expect(type('nonsense')).rejects.toThrow('There is no command of that name');
  });

  test.each([
    [{ TILLGATE_WEBHOOK_URL: 'https://shop.example/events' }, /^tillgate: TILLGATE_WEBHOOK_SECRET: must be given/],
    [{ TILLGATE_ISSUING_URL: 'https://issuing.example' }, /^tillgate: TILLGATE_COMPANY_ID: must be given/],
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
  ])('stops with one line that names what is wrong: %j', (wrong, line) => {
    const settings = { ...environment(0), ...wrong };
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

describe('in the browser, on a page of another origin', () => {
  async function payOn(folderToServe: string, path: string): Promise<void> {
    const shop = new Hono().use('*', serveStatic({ root: folderToServe }));
    const server = serve({ fetch: shop.fetch, port: shopPort });
    const browser = await launchBrowser();
    try {
      const { page, complaints } = await visit(browser);
      const session = await openSession();
      await page.goto(`http://localhost:${String(shopPort)}${path}#${session.token},${companion.url}`);
      await page.getByLabel('Card number').fill('4242424242424242');
      await page.getByLabel('Expiry date').fill('12/31');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel('Name on card').fill('Ana Souza');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByText('Payment received').waitFor();
      expect(complaints.filter((complaint) => !complaint.includes('favicon') && !complaint.includes('404'))).toEqual(
        [],
      );
      const seen = await fetch(`${companion.url}/v1/sessions/${session.id}`, {
        headers: { authorization: `Bearer ${KEY}` },
      });
      expect(await seen.json()).toMatchObject({ status: 'paid' });
    } finally {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  test('a Vite app that imports tillgate/widget pays', async () => {
    execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
      cwd: app,
      stdio: 'inherit',
      // The test runner's own NODE_ENV would choose the development build of Lit.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await payOn(join(app, 'dist'), '/index.html');
  });

  test('a plain page with the script tag, its integrity and nothing else pays', async () => {
    const integrity = (await (await fetch(`${companion.url}/widget/integrity.json`)).json()) as Record<string, string>;
    expect(Object.keys(integrity).length).toBeGreaterThan(2);
    const plain = join(folder, 'plain');
    mkdirSync(plain, { recursive: true });
    writeFileSync(
      join(plain, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title>
<script type="module" src="${companion.url}/widget/tillgate.js" integrity="${String(integrity['tillgate.js'])}" crossorigin></script>
<script>addEventListener('DOMContentLoaded', () => document.querySelector('tillgate-checkout').setAttribute('session', location.hash.slice(1).split(',')[0]))</script>
</head><body><tillgate-checkout></tillgate-checkout></body></html>`,
    );
    await payOn(plain, '/index.html');
  });
});

async function openSession(): Promise<{ id: string; token: string; order_no: string }> {
  const response = await fetch(`${companion.url}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, order_no: nextOrder() }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; token: string; order_no: string };
}

function environment(port: number): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    HOST: '127.0.0.1',
    TILLGATE_PUBLIC_URL: `http://localhost:${String(port)}`,
    TILLGATE_GATEWAY_URL: sandbox.url,
    TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
    TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
    TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
    TILLGATE_API_KEYS: `${KEY}:pay+refund+read`,
    TILLGATE_ALLOWED_ORIGINS: `http://localhost:${String(shopPort)}`,
    TILLGATE_DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
  };
}

async function startCompanion(changes: Record<string, string>): Promise<typeof companion> {
  const port = await freePort();
  const child = spawn(join(app, 'node_modules/.bin/tillgate'), ['serve'], {
    env: { ...environment(port), ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const deadline = Date.now() + 20_000;
  while (!text.includes('companion on')) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`the companion did not start: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url: `http://localhost:${String(port)}`, output: () => text, process: child };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
