import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initCommand } from '../commands/init.ts';
import { readServeSettings } from '../settings/index.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox/index.ts';
import { decodeWebhookSecret } from '../webhooks/secret.ts';
import { DEFAULT_PORTS, type Framework, FRAMEWORKS, initProject } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = (framework: Framework = 'node', overwrites = false): string[] =>
  initProject({ framework, folder, overwrites, gateway: SANDBOX_CREDENTIALS, ports: DEFAULT_PORTS });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('.env', () => {
  test('a companion starts with its settings, and the shop has the same keys', () => {
    init();
    const environment = parseEnv(read('.env')) as Record<string, string>;
    const { options, unknown } = readServeSettings(environment);
    expect(unknown).toEqual([]);
    expect(options.apiKeys).toBe(`${environment['TILLGATE_API_KEY']!}:pay+refund+read`);
    expect(decodeWebhookSecret(environment['TILLGATE_WEBHOOK_SECRET']!)).toHaveLength(32);
    expect(environment).toMatchObject({ TILLGATE_URL: options.publicUrl, SHOP_URL: options.allowedOrigins });
  });

  test('only its owner reads it, and each project has other keys', () => {
    init();
    const first = parseEnv(read('.env'));
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    init('node', true);
    const second = parseEnv(read('.env'));
    for (const name of ['TILLGATE_API_KEY', 'TILLGATE_WEBHOOK_SECRET', 'POSTGRES_PASSWORD']) {
      expect(second[name]).not.toBe(first[name]);
    }
    expect(read('.gitignore')).toMatch(/^\.env$/m);
  });
});

describe('files that are there', () => {
  test('one of them stops the command before it writes anything', () => {
    writeFileSync(join(folder, 'shop.mjs'), 'mine');
    expect(() => init()).toThrow(`shop.mjs: in ${folder} already; --force overwrites.`);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });

  test('with --force they are overwritten, and .gitignore stays', () => {
    writeFileSync(join(folder, '.gitignore'), 'mine');
    writeFileSync(join(folder, '.env'), 'SECRET=1', { mode: 0o644 });
    init('express', true);
    expect(read('.gitignore')).toBe('mine');
    expect(read('.env')).not.toContain('SECRET=1');
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });
});

test('each variable of compose.yaml that must be set is in .env, and no secret file is left', () => {
  init();
  const compose = read('compose.yaml');
  const environment = parseEnv(read('.env'));
  const needed = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  expect(new Set(needed)).toEqual(
    new Set([
      'POSTGRES_PASSWORD',
      'TILLGATE_PUBLIC_URL',
      'TILLGATE_ALLOWED_ORIGINS',
      'TILLGATE_GATEWAY_URL',
      'TILLGATE_MERCHANT_ID',
      'TILLGATE_ACCOUNT_ID',
      'TILLGATE_WEBHOOK_URL',
      'TILLGATE_SIGN_KEY',
      'TILLGATE_API_KEYS',
      'TILLGATE_WEBHOOK_SECRET',
    ]),
  );
  expect(needed.filter((name) => environment[name] === undefined)).toEqual([]);
  expect(compose).not.toMatch(/run\/secrets|_FILE|^ *secrets:/m);
  expect(compose).toContain('{ context: node_modules/tillgate, dockerfile: server/Dockerfile }');
  expect([...compose.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name)).toEqual([
    'database',
    'migrate',
    'companion',
    'database',
  ]);
});

describe('the script tag', () => {
  test('has the integrity of the built element', () => {
    const integrityList = join(folder, 'integrity.json');
    writeFileSync(integrityList, JSON.stringify({ 'tillgate.js': 'sha384-abc', 'cards.js': 'sha384-def' }));
    const project = { framework: 'node', folder, overwrites: false, gateway: SANDBOX_CREDENTIALS } as const;
    initProject({ ...project, ports: DEFAULT_PORTS, integrityList });
    expect(read('pages.mjs')).toContain('/widget/tillgate.js" integrity="sha384-abc" crossorigin>');
  });

  test('has no integrity where the element is not built', () => {
    init();
    expect(read('pages.mjs')).toContain('/widget/tillgate.js" crossorigin>');
  });
});

describe('tillgate init', () => {
  async function run(values: Record<string, unknown>): Promise<string> {
    const lines: string[] = [];
    expect(await initCommand.run(values, (line) => lines.push(line), [])).toBe(0);
    return lines.join('\n');
  }

  test.each(Object.keys(FRAMEWORKS) as Framework[])(
    '%s: the files and the next commands are named',
    async (framework) => {
      const text = await run({ framework, dir: folder });
      for (const name of ['.env', 'compose.yaml', 'shop.mjs']) expect(text).toContain(name);
      expect(text).toContain('npx --no -- tillgate serve --env-file .env');
      expect(text).toContain(FRAMEWORKS[framework].start);
      const shop = framework === 'next' ? 'app/checkout/[orderNo]/page.jsx' : 'server.mjs';
      expect(existsSync(join(folder, shop))).toBe(true);
    },
  );

  test('without a terminal it needs a framework that it knows', async () => {
    const rule = '--framework: one of node, express, fastify, hono, next.';
    await expect(run({ dir: folder })).rejects.toThrow(rule);
    await expect(run({ dir: folder, framework: 'django' })).rejects.toThrow(rule);
  });

  test('ports of one’s own stand in each address, in the port that the companion takes, and in the next commands', async () => {
    const text = await run({
      framework: 'next',
      dir: folder,
      port: '9001',
      'shop-port': '9002',
      'gateway-port': '9003',
    });
    expect(text).toContain('tillgate sandbox --port 9003');
    expect(text).toContain('npx next dev -p 9002');
    expect(text).toContain('open http://localhost:9002');
    const environment = parseEnv(read('.env')) as Record<string, string>;
    const { options, port } = readServeSettings(environment);
    expect(port).toBe(9001);
    expect(options).toMatchObject({ publicUrl: 'http://localhost:9001', gatewayUrl: 'http://localhost:9003' });
    expect(environment).toMatchObject({ SHOP_URL: 'http://localhost:9002', TILLGATE_URL: 'http://localhost:9001' });
    expect(read('.env')).not.toMatch(/:(8787|3000|4002)/);
    expect(read('compose.yaml')).toContain("ports: ['127.0.0.1:9001:8787']");
  });

  test.each([
    [{ port: '70000' }, '--port: a whole number from 1 to 65535.'],
    [{ 'shop-port': 'x' }, '--shop-port: a whole number from 1 to 65535.'],
    [{ port: '4002' }, '--port, --shop-port, --gateway-port: three different ports.'],
  ])('%j is refused', async (ports, rule) => {
    await expect(run({ framework: 'node', dir: folder, ...ports })).rejects.toThrow(rule);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });
});
