import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCheckoutServer } from '../../server/index.ts';
import { readServeSettings } from '../../server/settings/serve-settings.ts';
import { findSecretsReadableByOthers, SECRET_SETTINGS } from '../../server/settings/secret-file-modes.ts';
import { isPublicHost } from '../../server/network/network-addresses.ts';
import { PUBLISHED_SECRETS } from '../../server/settings/unsafe-public-server.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { startTestDemo } from '../support/test-demo.ts';
import { startServeProcess } from '../support/serve-process.ts';
import { startTestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
/** A companion that strangers may reach, as it should be. */
const PUBLIC = {
  TILLGATE_PUBLIC_URL: 'https://pay.shop.example',
  TILLGATE_GATEWAY_URL: 'https://gateway.example',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'a_sign_key_of_our_own',
  TILLGATE_API_KEYS: `${testApiKey('own')}:pay+read`,
  TILLGATE_WEBHOOK_URL: 'https://shop.example/webhooks',
  TILLGATE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  TILLGATE_ISSUING_URL: 'https://issuing.example',
  // Longer than the part of a folder's name that is made up.
  TILLGATE_COMPANY_ID: 'our_company_1',
  TILLGATE_ISSUING_SIGN_KEY: 'an_issuing_key_of_our_own',
  TILLGATE_OIDC_ISSUER: 'https://login.example',
  TILLGATE_OIDC_CLIENT_ID: 'our_client_of_the_provider',
  TILLGATE_OIDC_CLIENT_SECRET: 'a_client_secret_of_our_own',
  TILLGATE_OIDC_ROLES: '{"support": "read"}',
};

describe('published secrets in the settings', () => {
  test('promise 13: a companion starts with its own secrets, and with the sandbox’s on a private address', () => {
    expect(() => readServeSettings(PUBLIC)).not.toThrow();
    for (const url of [
      'http://localhost:8787',
      'http://pay.localhost:1',
      'http://192.168.1.20:8787',
      'http://pay:80',
    ]) {
      const sandboxed = {
        ...PUBLIC,
        TILLGATE_PUBLIC_URL: url,
        TILLGATE_GATEWAY_URL: 'http://localhost:4002',
        TILLGATE_ISSUING_URL: 'http://localhost:4002',
        TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
        TILLGATE_ISSUING_SIGN_KEY: SANDBOX_CREDENTIALS.issuing_sign_key,
        TILLGATE_API_KEYS: 'demo_key_for_the_demo_shop_only:read',
      };
      expect(() => readServeSettings(sandboxed), url).not.toThrow();
    }
  });

  const cases: [string, Record<string, string>, string][] = [
    ['plain http', { TILLGATE_PUBLIC_URL: 'http://pay.shop.example' }, 'TILLGATE_PUBLIC_URL'],
    ['plain http by address', { TILLGATE_PUBLIC_URL: 'http://203.0.113.7' }, 'TILLGATE_PUBLIC_URL'],
    ['the sandbox’s sign key', { TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key }, 'TILLGATE_SIGN_KEY'],
    [
      'the sandbox’s sign key beside another, since either verifies',
      { TILLGATE_SIGN_KEY: `a_sign_key_of_our_own,${SANDBOX_CREDENTIALS.sign_key}` },
      'TILLGATE_SIGN_KEY',
    ],
    [
      'the sandbox’s sign key with spaces, which digests drop',
      { TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key.replace('_of', ' _of') },
      'TILLGATE_SIGN_KEY',
    ],
    [
      'the sandbox’s issuing key',
      { TILLGATE_ISSUING_SIGN_KEY: SANDBOX_CREDENTIALS.issuing_sign_key },
      'TILLGATE_ISSUING_SIGN_KEY',
    ],
    ['the demo’s API key', { TILLGATE_API_KEYS: 'demo_key_for_the_demo_shop_only:pay' }, 'TILLGATE_API_KEYS'],
    [
      'the demo’s API key beside a real gateway, also on this machine',
      { TILLGATE_PUBLIC_URL: 'http://localhost:8787', TILLGATE_API_KEYS: 'demo_key_for_the_demo_shop_only:pay' },
      'TILLGATE_API_KEYS',
    ],
  ];
  test.each(cases)('promise 13: a companion does not start with %s', (_name, changes, setting) => {
    let message = '';
    try {
      readServeSettings({ ...PUBLIC, ...changes });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^${setting}: [^\\n]+\\.$`));
    for (const secret of PUBLISHED_SECRETS) expect(message).not.toContain(secret);
  });

  test('promise 13: a companion mounted in the shop’s server does not start with published secrets', () => {
    expect(() =>
      createCheckoutServer({
        publicUrl: 'https://pay.shop.example',
        gatewayUrl: 'https://gateway.example',
        merchantId: '70519',
        accountId: '984747105',
        signKey: SANDBOX_CREDENTIALS.sign_key,
        apiKeys: `${testApiKey('own')}:read`,
        dataDir: ':memory:',
      }),
    ).toThrow(/^TILLGATE_SIGN_KEY: /);
  });

  test.each([
    ['few characters', 'short'],
    ['words', 'the_key_of_our_shop_for_payments'],
    ['one letter many times', 'k'.repeat(64)],
    ['a row of digits', '0123456789012345678901234567890123456789'],
    ['a UUID', 'b0a3f2de-5a0c-4c7e-9f43-2d6a1c7be901'],
    ['120 random bits', 'f3a94c1de07b5826a1c4e97d03b8f6'],
  ])('promise 22: an API key of %s stops the start, and the message names its place and not the key', (_name, key) => {
    const start = (keys: string): unknown => readServeSettings({ ...PUBLIC, TILLGATE_API_KEYS: keys });
    for (const [keys, place] of [
      [`${key}:pay`, 1],
      [`${testApiKey('own')}:read,${key}:pay`, 2],
    ] as const) {
      expect(() => start(keys)).toThrow(
        expect.objectContaining({
          code: 'configuration_invalid',
          message: expect.stringMatching(
            new RegExp(`^TILLGATE_API_KEYS: .*128 random bits.* ${String(place)} .*tillgate key`),
          ) as string,
          fields: [expect.objectContaining({ path: 'TILLGATE_API_KEYS' })],
        }),
      );
      expect(() => start(keys)).not.toThrow(key);
    }
    const local = { TILLGATE_PUBLIC_URL: 'http://localhost:8787', TILLGATE_GATEWAY_URL: 'http://localhost:4002' };
    expect(() => readServeSettings({ ...PUBLIC, ...local, TILLGATE_API_KEYS: `${key}:pay` })).toThrow(
      'TILLGATE_API_KEYS',
    );
  });

  test('promise 13: a refused start names its reason in one line', () => {
    const cli = new URL('../../dist/server/cli.js', import.meta.url).pathname;
    if (!existsSync(cli)) throw new Error('build first: node .config/build.mjs');
    const env = { PATH: process.env['PATH'], ...PUBLIC, TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key };
    const ended = spawnSync(process.execPath, [cli, 'serve'], { env, encoding: 'utf8', timeout: 20_000 });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/^tillgate: TILLGATE_SIGN_KEY: [^\n]+\n$/);
  });

  test('promise 13: the list of published secrets holds every secret of the sources', async () => {
    expect(PUBLISHED_SECRETS).toContain(SANDBOX_CREDENTIALS.sign_key);
    expect(PUBLISHED_SECRETS).toContain(SANDBOX_CREDENTIALS.issuing_sign_key);
    const demo = await startTestDemo();
    await demo.close();
    expect(PUBLISHED_SECRETS).toContain(demo.apiKey);
  });

  test('promise 13: a host is public unless it is unreachable from outside', () => {
    const inside = [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '127.0.0.1',
      '[::1]',
      '10.1.2.3',
      '172.16.0.1',
      '[fd00::1]',
    ];
    const outside = [
      'shop.example',
      '8.8.8.8',
      '172.32.0.1',
      '[2001:db8::1]',
      'localhost.shop.example',
      '10.shop.example',
    ];
    expect(inside.filter(isPublicHost)).toEqual([]);
    expect(outside.filter((host) => !isPublicHost(host))).toEqual([]);
  });
});

describe('secrets from files', () => {
  const inFiles = (mode: number): Record<string, string> => {
    const place = mkdtempSync(join(folder, 'secrets-'));
    return Object.fromEntries(
      Object.entries({ ...PUBLIC, DATABASE_URL: 'postgres://user:secret@db.example/tillgate' }).map(([name, value]) => {
        const path = join(place, name);
        writeFileSync(path, `${value}\n`);
        chmodSync(path, mode);
        return [`${name}_FILE`, path];
      }),
    );
  };

  test('promise 13: every secret setting can be a file, and a file readable only by its owner gives no warning', () => {
    const { options, warnings } = readServeSettings(inFiles(0o600));
    expect(options).toMatchObject({
      signKey: PUBLIC.TILLGATE_SIGN_KEY,
      apiKeys: PUBLIC.TILLGATE_API_KEYS,
      webhookSecret: WEBHOOK_SECRET,
      issuingSignKey: PUBLIC.TILLGATE_ISSUING_SIGN_KEY,
      databaseUrl: 'postgres://user:secret@db.example/tillgate',
    });
    expect(warnings).toEqual([]);
  });

  test('promise 13: a file readable by others gives one warning for each secret, without its value', () => {
    const { warnings } = readServeSettings(inFiles(0o644));
    expect(warnings.map((line) => line.split(':')[0])).toEqual(SECRET_SETTINGS.map((name) => `${name}_FILE`));
    for (const value of Object.values(PUBLIC)) expect(warnings.join('\n')).not.toContain(value);
  });

  test('promise 13: a container’s secret file and an unused file give no warning', () => {
    expect(findSecretsReadableByOthers({ TILLGATE_SIGN_KEY_FILE: '/run/secrets/sign_key' })).toEqual([]);
    expect(findSecretsReadableByOthers({ ...inFiles(0o644), ...PUBLIC, DATABASE_URL: 'postgres://x/y' })).toEqual([]);
  });

  test('promise 13: a file of --env-file that others can read gives a warning where it has a secret', () => {
    const envFile = (text: string, mode: number): string => {
      const path = join(mkdtempSync(join(tmpdir(), 'tillgate-env-file-')), '.env');
      writeFileSync(path, text, { mode });
      return path;
    };
    const secret = 'TILLGATE_SIGN_KEY=0123456789\n';
    const warningsOf = (path: string): readonly string[] => readServeSettings(PUBLIC, path).warnings;
    const open = envFile(secret, 0o644);
    expect(warningsOf(open)).toEqual([
      `--env-file: others on this machine can use ${open}; chmod 600 keeps it to its owner.`,
    ]);
    expect(warningsOf(envFile(secret, 0o600))).toEqual([]);
    expect(warningsOf(envFile('LOG_LEVEL=info\n', 0o644))).toEqual([]);
  });

  test('promise 13: an unreadable secret file stops the start with the setting’s name', () => {
    const environment = { ...PUBLIC, TILLGATE_SIGN_KEY: '', TILLGATE_SIGN_KEY_FILE: '/nowhere/key' };
    expect(() => readServeSettings(environment)).toThrow(/^TILLGATE_SIGN_KEY_FILE: a file that can be read\.$/);
  });

  test.each(['DATABASE_URL', 'TILLGATE_SIGN_KEY', 'TILLGATE_SHOP_NAME', 'TILLGATE_RETENTION_DAYS'])(
    'an empty file is not a missing setting: %s',
    (name) => {
      const file = join(folder, 'not-rendered-yet');
      writeFileSync(file, '\n');
      const environment = { ...PUBLIC, [name]: '', [`${name}_FILE`]: file };
      expect(() => readServeSettings(environment)).toThrow(new RegExp(`^${name}_FILE: a file that is not empty\\.$`));
    },
  );
});

describe('files at rest', () => {
  test('promise 13: the database files are readable only by their owner, also in a folder that is open to others', async () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    const before = process.umask(0o022);
    try {
      const system = await startTestSystem({ companion: { dataDir: open } });
      await system.paid();
      const files = readdirSync(open);
      expect(files).toEqual(expect.arrayContaining(['tillgate.db', 'tillgate.db-shm', 'tillgate.db-wal']));
      for (const file of files) expect([file, statSync(join(open, file)).mode & 0o777]).toEqual([file, 0o600]);
      await system.close();
    } finally {
      process.umask(before);
    }
  });
});

test('a misspelt setting is logged at the start without its value', async () => {
  const dataDir = join(folder, 'misspelt');
  const serving = await startServeProcess({
    TILLGATE_DATA_DIR: dataDir,
    TILLGATE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  });
  const line = { level: 40, source: 'TILLGATE_WEBHOOK_SECRETS', msg: 'unknown setting: check its name' };
  expect(serving.lines().filter(({ level }) => level === 40)).toMatchObject([line]);
  expect(serving.output()).not.toContain(WEBHOOK_SECRET);
  serving.process.kill();
  await serving.ended;
});
