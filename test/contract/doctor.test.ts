import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../server/commands/index.ts';
import { checkDatabase } from '../../server/doctor/check-database.ts';
import { type Finding, runDoctor } from '../../server/doctor/index.ts';
import type { DoctorOptions } from '../../server/doctor/run-doctor.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { migrateStore } from '../../server/store/open-store.ts';
import { verifyWebhook } from '../../server/webhooks/index.ts';
import { findFreePort } from '../support/free-port.ts';
import { startServeProcess, type ServeProcess } from '../support/serve-process.ts';
import { testApiKey } from '../support/test-keys.ts';

/** `tillgate doctor`: each check passes and fails, against the sandbox, a companion and a shop's page. */

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const KEY = testApiKey('doctor');
const SIGN_KEY = SANDBOX_CREDENTIALS.sign_key;

/** What the shop answers. */
interface Shop {
  server: Server;
  origin: string;
  html: string;
  headers: Record<string, string>;
  /** The status of its webhook endpoint. */
  onEvent: (body: string, headers: Record<string, string>) => number;
  events: string[];
}

let folder: string;
let sandbox: RunningSandbox;
let companion: ServeProcess;
let shop: Shop;
let environment: Record<string, string>;
let reports = '';

async function startShop(): Promise<Shop> {
  const made: Omit<Shop, 'origin' | 'server'> = { html: '', headers: {}, onEvent: () => 204, events: [] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') {
        shop.events.push(body);
        response.writeHead(shop.onEvent(body, request.headers as Record<string, string>)).end();
      } else if (request.url === '/gone') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html', ...shop.headers }).end(shop.html);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(made, { server, origin: `http://localhost:${String((server.address() as AddressInfo).port)}` });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-doctor-'));
  [sandbox, shop] = await Promise.all([serveSandbox({ port: 0 }), startShop()]);
  const port = await findFreePort();
  environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    TILLGATE_PUBLIC_URL: `http://localhost:${String(port)}`,
    TILLGATE_GATEWAY_URL: sandbox.url,
    TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
    TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
    TILLGATE_SIGN_KEY: SIGN_KEY,
    TILLGATE_API_KEYS: `${KEY}:pay+refund+read`,
    TILLGATE_ALLOWED_ORIGINS: shop.origin,
    TILLGATE_WEBHOOK_URL: `${shop.origin}/events?key=hidden_in_the_query`,
    TILLGATE_WEBHOOK_SECRET: SECRET,
    TILLGATE_DATA_DIR: folder,
    LOG_LEVEL: 'error',
  };
  companion = await startServeProcess(environment);
  const integrity = JSON.parse(await (await fetch(`${companion.url}/widget/integrity.json`)).text()) as Record<
    string,
    string
  >;
  shop.html = `<!doctype html><script type="module" src="${environment['TILLGATE_PUBLIC_URL']!}/widget/tillgate.js"
    integrity="${integrity['tillgate.js']!}" crossorigin></script><tillgate-checkout session="tgs_1"></tillgate-checkout>`;
  const own = environment['TILLGATE_PUBLIC_URL']!;
  shop.headers = {
    'content-security-policy': `script-src ${own}; connect-src ${own}; frame-src ${sandbox.url} https:; form-action 'self' ${sandbox.url}; trusted-types tillgate`,
  };
  shop.onEvent = (body, headers) => {
    try {
      verifyWebhook(body, headers, SECRET);
      return 204;
    } catch {
      return 401;
    }
  };
});

afterAll(async () => {
  companion.process.kill('SIGINT');
  await companion.ended;
  await sandbox.close();
  shop.server.close();
  rmSync(folder, { recursive: true, force: true });
  for (const secret of [SIGN_KEY, KEY, SECRET, SECRET.slice(6), 'hidden_in_the_query', 'password_of_the_database']) {
    expect(reports).not.toContain(secret);
  }
  expect(reports).toContain(sandbox.url);
});

afterEach(() => vi.unstubAllEnvs());

/** The findings of one code, with some settings or options changed. */
async function examine(
  code: Finding['code'],
  settings: Record<string, string> = {},
  options: Partial<DoctorOptions> = {},
): Promise<Finding[]> {
  const findings = await runDoctor({ environment: { ...environment, ...settings }, ...options });
  reports += JSON.stringify(findings);
  return findings.filter((finding) => finding.code === code);
}

const withPage = (path = '/'): Partial<DoctorOptions> => ({ page: `${shop.origin}${path}` });

/** Runs work while the shop's page is another one. */
async function withShopPage<T>(change: Partial<Pick<Shop, 'html' | 'headers'>>, work: () => Promise<T>): Promise<T> {
  const { html, headers } = shop;
  Object.assign(shop, change);
  try {
    return await work();
  } finally {
    Object.assign(shop, { html, headers });
  }
}

test('with a running companion and a correct page, no check fails', async () => {
  const findings = await runDoctor({ environment, sendsWebhook: true, ...withPage() });
  reports += JSON.stringify(findings);
  const notOk = findings.filter(({ status }) => status !== 'ok').map(({ code, status }) => `${code} ${status}`);
  // The sandbox's key is known to everybody.
  expect(notOk).toEqual(['sign_key warning']);
  expect(new Set(findings.map(({ code }) => code)).size).toBe(22);
});

describe('settings', () => {
  test('each missing and wrong setting is a finding, and nothing else is checked', async () => {
    const findings = await examine('settings', { TILLGATE_MERCHANT_ID: '12345678', TILLGATE_SIGN_KEY: '', PORT: 'x' });
    expect(findings.map(({ status, found }) => `${status} ${found.split(':')[0]!}`).sort()).toEqual([
      'failed PORT',
      'failed TILLGATE_MERCHANT_ID',
      'failed TILLGATE_SIGN_KEY',
    ]);
  });

  test.each<[Finding['code'], () => Record<string, string>, string]>([
    ['settings_unknown', () => ({ TILLGATE_ORDER_ONCE: 'on' }), 'TILLGATE_ORDER_ONCE'],
    ['api_keys', () => ({ TILLGATE_API_KEYS: 'demo_key_for_the_demo_shop_only:read' }), 'the demo'],
    ['sign_key', () => ({}), 'the sandbox'],
    [
      'secrets_readable',
      () => {
        const file = join(folder, 'sign_key');
        writeFileSync(file, 'a_sign_key_of_our_own', { mode: 0o644 });
        return { TILLGATE_SIGN_KEY: '', TILLGATE_SIGN_KEY_FILE: file };
      },
      'TILLGATE_SIGN_KEY_FILE',
    ],
    ['allowed_origins', () => ({ TILLGATE_ALLOWED_ORIGINS: '' }), 'no origin'],
  ])('%s warns', async (code, settings, found) => {
    const [finding] = await examine(code, settings());
    expect(finding).toMatchObject({ status: 'warning', advice: expect.any(String) });
    expect(finding!.found).toContain(found);
  });
});

describe('addresses', () => {
  test('allowed_origins fails for a public page without https', async () => {
    const [finding] = await examine('allowed_origins', { TILLGATE_ALLOWED_ORIGINS: 'http://shop.example' });
    expect(finding).toMatchObject({ status: 'failed', found: 'without https: http://shop.example' });
  });

  test('public_address warns of a private address beside a gateway elsewhere', async () => {
    const [finding] = await examine('public_address', { TILLGATE_GATEWAY_URL: 'https://gateway.invalid' });
    expect(finding).toMatchObject({ status: 'warning' });
  });

  test('companion is skipped where none runs, and fails where something else answers', async () => {
    const [stopped] = await examine('companion', { TILLGATE_PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(stopped).toMatchObject({ status: 'skipped' });
    const [other] = await examine('companion', { TILLGATE_PUBLIC_URL: shop.origin });
    expect(other).toMatchObject({
      status: 'failed',
      found: `${shop.origin}/healthz answers 200, and not as a companion`,
    });
  });
});

describe('database', () => {
  const inspect = async (changes: Record<string, string>, code: Finding['code']): Promise<Finding> =>
    (await examine(code, changes))[0]!;

  test('a database that does not exist yet is fine, and is not made', async () => {
    const dataDir = join(folder, 'new/data');
    expect(await inspect({ TILLGATE_DATA_DIR: dataDir }, 'database')).toMatchObject({ status: 'ok' });
    expect(() => readFileSync(join(dataDir, 'tillgate.db'))).toThrow('ENOENT');
  });

  test('a folder that is a file, and an address where no database listens, fail', async () => {
    const file = join(folder, 'file');
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken/tillgate.db'), 'no database at all'.repeat(100));
    writeFileSync(file, '');
    expect(await inspect({ TILLGATE_DATA_DIR: join(folder, 'broken') }, 'database')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('TILLGATE_DATA_DIR'),
    });
    const databaseUrl = 'postgres://tillgate:password_of_the_database@127.0.0.1:1/tillgate';
    expect(await inspect({ DATABASE_URL: databaseUrl }, 'database')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('nothing listens'),
    });
  });

  test('database_schema names missing migrations, and fails where nothing applies them', async () => {
    const dataDir = join(folder, 'empty');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'tillgate.db'), '');
    const changes = { TILLGATE_DATA_DIR: dataDir };
    expect(await inspect(changes, 'database_schema')).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('0001-payments'),
    });
    expect(await inspect({ ...changes, TILLGATE_MIGRATE: 'off' }, 'database_schema')).toMatchObject({
      status: 'failed',
    });
    await migrateStore({ dataDir });
    expect(await inspect(changes, 'database_schema')).toMatchObject({ status: 'ok' });
  });

  test.each([
    [50e6, 'failed'],
    [500e6, 'warning'],
    [5e9, 'ok'],
  ])('database_disk with %d bytes free: %s', async (free, status) => {
    const findings = await checkDatabase({ dataDir: folder }, () => Promise.resolve(free));
    expect(findings.find(({ code }) => code === 'database_disk')).toMatchObject({ status });
  });
});

describe('gateway', () => {
  test('an address that does not answer fails, and credentials are skipped', async () => {
    const settings = { TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1' };
    expect(await examine('gateway', settings)).toMatchObject([{ status: 'failed' }]);
    expect(await examine('gateway_credentials', settings)).toMatchObject([{ status: 'skipped' }]);
  });

  test('a wrong sign key, a wrong account and a wrong path fail', async () => {
    const wrong: Record<string, string>[] = [
      { TILLGATE_SIGN_KEY: 'another_key_than_the_sandbox_has' },
      { TILLGATE_ACCOUNT_ID: '1' },
      { TILLGATE_GATEWAY_URL: `${sandbox.url}/wrong` },
      { TILLGATE_GATEWAY_URL: shop.origin },
    ];
    for (const settings of wrong) {
      const [finding] = await examine('gateway_credentials', settings);
      expect(finding, JSON.stringify(settings)).toMatchObject({ status: 'failed' });
    }
  });

  test('the check sends one query of a transaction that does not exist, and no payment', async () => {
    const before = sandbox.sandbox.state.requests.length;
    await examine('gateway');
    const sent = sandbox.sandbox.state.requests.slice(before);
    expect(sent.map(({ operation }) => operation)).toEqual(['retrievalTrans']);
  });
});

test('clock warns of a clock that is a minute off', async () => {
  const [finding] = await examine('clock', {}, { now: () => Date.now() + 60_000 });
  expect(finding).toMatchObject({ status: 'warning' });
  expect(finding!.found).toMatch(/^the gateway is (59|60|61) s behind; the companion is (59|60|61) s behind$/);
});

describe('webhooks', () => {
  test('no address is a warning', async () => {
    const settings = { TILLGATE_WEBHOOK_URL: '', TILLGATE_WEBHOOK_SECRET: '' };
    expect(await examine('webhooks', settings)).toMatchObject([{ status: 'warning' }]);
  });

  test('an endpoint that does not answer fails', async () => {
    const settings = { TILLGATE_WEBHOOK_URL: 'http://127.0.0.1:1/events' };
    expect(await examine('webhook_endpoint', settings)).toMatchObject([{ status: 'failed' }]);
  });

  test('no event is sent unless asked for', async () => {
    const before = shop.events.length;
    expect(await examine('webhook_test')).toMatchObject([{ status: 'skipped' }]);
    expect(shop.events).toHaveLength(before);
  });

  test('an endpoint that refuses signed events fails, and so does one that accepts forged ones', async () => {
    const { onEvent } = shop;
    try {
      shop.onEvent = () => 500;
      const [refusing] = await examine('webhook_test', {}, { sendsWebhook: true });
      expect(refusing).toMatchObject({ status: 'failed', found: 'a signed event of type ping got 500' });
      shop.onEvent = () => 200;
      const [open] = await examine('webhook_test', {}, { sendsWebhook: true });
      expect(open).toMatchObject({ status: 'failed', found: 'an event with a wrong signature got 200' });
    } finally {
      shop.onEvent = onEvent;
    }
  });
});

describe('page', () => {
  test('a page that is missing or no address fails', async () => {
    expect(await examine('page', {}, withPage('/gone'))).toMatchObject([{ status: 'failed' }]);
    expect(await examine('page', {}, { page: 'shop' })).toMatchObject([{ status: 'failed' }]);
    expect(await examine('page', {}, { page: 'http://127.0.0.1:1/' })).toMatchObject([{ status: 'failed' }]);
    expect(await examine('page_policy', {}, { page: 'shop' })).toMatchObject([{ status: 'skipped' }]);
  });

  test('page_origin and page_cors fail for another origin than the allowed one', async () => {
    const page = shop.origin.replace('localhost', '127.0.0.1');
    expect(await examine('page_origin', {}, { page })).toMatchObject([{ status: 'failed' }]);
    expect(await examine('page_cors', {}, { page })).toMatchObject([{ status: 'failed' }]);
  });

  test.each([
    ['type', (html: string) => html.replace(' type="module"', ''), 'failed'],
    ['integrity', (html: string) => html.replace(/sha384-./, 'sha384-_'), 'failed'],
    ['no integrity', (html: string) => html.replace(/integrity="[^"]*"/, ''), 'warning'],
    ['query', (html: string) => html.replace('tillgate.js"', 'tillgate.js?v=1"'), 'failed'],
    ['path', (html: string) => html.replace('/widget/', '/gone/widget/'), 'failed'],
    ['bundled', (html: string) => html.replace(/<script[^]*<\/script>/, ''), 'ok'],
    ['empty', () => '<p>Shop</p>', 'warning'],
  ])('page_script with a changed %s', async (_name, change, status) => {
    const findings = await withShopPage({ html: change(shop.html) }, () => examine('page_script', {}, withPage()));
    expect(findings).toMatchObject([{ status }]);
  });

  test.each<[string, string, RegExp]>([
    ['script-src', "script-src 'self'", /for script-src/],
    ['connect-src', "default-src 'self'; script-src *", /for connect-src/],
    ['frame-src', "frame-src 'none'", /for frame-src/],
    ['form-action', "form-action 'self'", /for form-action/],
    ['trusted-types', 'trusted-types shop', /tillgate for trusted-types/],
  ])('page_policy fails where %s does not allow the element', async (_name, policy, found) => {
    const headers = { 'content-security-policy': policy };
    const [finding] = await withShopPage({ headers }, () => examine('page_policy', {}, withPage()));
    expect(finding).toMatchObject({ status: 'failed', found: expect.stringMatching(found) });
  });

  test('page_policy warns of a page without one, and reads meta tags', async () => {
    const [none] = await withShopPage({ headers: {} }, () => examine('page_policy', {}, withPage()));
    expect(none).toMatchObject({ status: 'warning' });
    const html = `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">${shop.html}`;
    const [meta] = await withShopPage({ html, headers: {} }, () => examine('page_policy', {}, withPage()));
    expect(meta).toMatchObject({ status: 'failed', found: expect.stringContaining('connect-src') });
  });
});

describe('the command', () => {
  async function run(values: Record<string, unknown>): Promise<{ code: number | undefined; text: string }> {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const lines: string[] = [];
    const command = await COMMANDS.doctor();
    const code = await command.run(values, (line) => lines.push(line), []);
    reports += lines.join('\n');
    return { code, text: lines.join('\n') };
  }

  test('it prints a line for each check and ends with 0', async () => {
    const { code, text } = await run({});
    expect(code).toBe(0);
    expect(text).toMatch(/^ok {7}gateway_credentials {2}the gateway accepts a query of merchant 70519/m);
  });

  test('with --json it prints the findings, and ends with 1 if one failed', async () => {
    const { code, text } = await run({ json: true, page: `${shop.origin}/gone` });
    expect(code).toBe(1);
    expect((JSON.parse(text) as Finding[]).find((finding) => finding.code === 'page')).toMatchObject({
      status: 'failed',
    });
  });
});
