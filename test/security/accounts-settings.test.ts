import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import { runDoctor } from '../../server/doctor/index.ts';
import { serveSandbox } from '../../server/sandbox/index.ts';
import { parseOptions, readServeSettings } from '../../server/settings/index.ts';
import { startTestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';
import { CREDENTIALS_OF_ACCOUNT, TWO_ACCOUNT_OPTIONS } from '../support/two-accounts.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-accounts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENVIRONMENT = {
  TILLGATE_PUBLIC_URL: 'https://pay.shop.example',
  TILLGATE_GATEWAY_URL: 'https://gateway.example',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'a_sign_key_of_our_own',
  TILLGATE_API_KEYS: `${testApiKey('own')}:pay+read@uk:Shop`,
  TILLGATE_LIMITS: 'address=5/1h',
};
const UK = { merchant_id: '70520', account_id: '984747106', sign_key: 'a_sign_key_of_the_uk', currencies: ['GBP'] };

let count = 0;
function write(content: unknown, name = `accounts-${String((count += 1))}.json`): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, 0o600);
  return file;
}

const read = (content: unknown, more: Record<string, string> = {}) =>
  readServeSettings({ ...ENVIRONMENT, ...more, TILLGATE_ACCOUNTS: write(content) });

test('an account of the file has its own credentials, and inherits address, profile and limits', () => {
  const key = write('a_key_in_a_file\n', 'key');
  const profile = write({ acknowledgement: 'TAKEN' }, 'profile.json');
  const { sign_key: _key, ...rest } = UK;
  const { options, unknown, warnings } = read({
    uk: { ...rest, sign_key_file: key },
    us: { ...UK, account_id: '3', currencies: ['USD'], gateway_url: 'https://us.example', profile, limits: 'off' },
  });
  expect({ unknown, warnings }).toEqual({ unknown: [], warnings: [] });
  const [first, uk, us] = parseOptions(options).accounts;
  expect(first).toMatchObject({ name: 'default', currencies: [], gateway: { accountId: '984747105' } });
  expect(uk).toMatchObject({
    name: 'uk',
    currencies: ['GBP'],
    gateway: {
      merchantId: '70520',
      accountId: '984747106',
      signKeys: ['a_key_in_a_file'],
      baseUrl: 'https://gateway.example',
    },
    issuing: undefined,
    protection: { account: 'uk', limits: { address: { max: 5 } } },
  });
  expect(us).toMatchObject({
    issuerHosts: ['us.example'],
    gateway: { baseUrl: 'https://us.example', profile: { acknowledgement: 'TAKEN' } },
    protection: { limits: { address: null } },
  });
});

test('without the file there is one account, named default', () => {
  const { TILLGATE_API_KEYS: _keys, ...environment } = ENVIRONMENT;
  const { options } = readServeSettings({ ...environment, TILLGATE_API_KEYS: `${testApiKey('own')}:pay` });
  expect(parseOptions(options).accounts.map(({ name }) => name)).toEqual(['default']);
});

describe('an account file that is wrong stops the start with the path of the field', () => {
  test.each([
    ['no JSON', 'uk', /^TILLGATE_ACCOUNTS: a file that holds JSON/],
    ['an account twice', `{"uk": ${JSON.stringify(UK)}, "uk": ${JSON.stringify(UK)}}`, /^TILLGATE_ACCOUNTS: .*once/],
    ['an unknown field', { uk: { ...UK, acount_id: '1' } }, /^TILLGATE_ACCOUNTS\.uk\.acount_id: no such field/m],
    [
      'no merchant_id',
      { uk: { ...UK, merchant_id: undefined } },
      /^TILLGATE_ACCOUNTS\.uk\.merchant_id: must be given/m,
    ],
    ['no sign key', { uk: { ...UK, sign_key: undefined } }, /^TILLGATE_ACCOUNTS\.uk\.sign_key: must be given/m],
    [
      'a long account_id',
      { uk: { ...UK, account_id: '12345678901' } },
      /^TILLGATE_ACCOUNTS\.uk\.account_id: at most 10/m,
    ],
    ['plain http', { uk: { ...UK, gateway_url: 'http://g.example' } }, /^TILLGATE_ACCOUNTS\.uk\.gateway_url: https/m],
    ['wrong limits', { uk: { ...UK, limits: 'address' } }, /^TILLGATE_ACCOUNTS\.uk\.limits: /m],
    ['no profile file', { uk: { ...UK, profile: '/none.json' } }, /^TILLGATE_ACCOUNTS\.uk\.profile: a file/m],
    ['half of issuing', { uk: { ...UK, company_id: 'C' } }, /^TILLGATE_ACCOUNTS\.uk\.issuing_url: must be given/m],
    [
      'the sandbox’s key',
      { uk: { ...UK, sign_key: CREDENTIALS_OF_ACCOUNT.uk.sign_key } },
      /^TILLGATE_ACCOUNTS\.uk\.sign_key: everybody/m,
    ],
    ['a wrong currency', { uk: { ...UK, currencies: ['pounds'] } }, /^TILLGATE_ACCOUNTS\.uk\.currencies: a list/m],
    ['the name default', { uk: UK, default: { ...UK, account_id: '4' } }, /^TILLGATE_ACCOUNTS\.default: a name/m],
    ['a wrong name', { uk: UK, 'The UK': { ...UK, account_id: '4' } }, /^TILLGATE_ACCOUNTS\.The UK: a name/m],
    [
      'the account_id of the settings',
      { uk: { ...UK, account_id: '984747105' } },
      /^TILLGATE_ACCOUNTS\.uk\.account_id: another/m,
    ],
    [
      'a currency of two accounts',
      { uk: UK, us: { ...UK, account_id: '4' } },
      /^TILLGATE_ACCOUNTS\.us\.currencies: none of those of the account uk/m,
    ],
  ])('%s', (_name, content, message) => {
    expect(() => read(content)).toThrow(message);
    expect(() => read(content)).not.toThrow(/a_sign_key_of_the_uk/);
  });

  test('all problems are named at once, and an inherited one as its setting', () => {
    const wrong = {
      uk: { ...UK, account_id: '12345678901', currencies: ['x'] },
      us: { ...UK, merchant_id: '12345678' },
    };
    expect(() => read(wrong, { TILLGATE_LIMITS: 'address' })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^TILLGATE_LIMITS: [^]*uk\.currencies[^]*us\.merchant_id/) as string,
      }) as Error,
    );
  });
});

test('a file of keys that others can read is named by a warning', () => {
  const file = write({ uk: UK });
  chmodSync(file, 0o644);
  const { warnings } = readServeSettings({ ...ENVIRONMENT, TILLGATE_ACCOUNTS: file });
  expect(warnings).toEqual([expect.stringMatching(/^TILLGATE_ACCOUNTS: others on this machine can use /)]);
});

test('a companion does not start without an account that has payments', async () => {
  const dataDir = join(folder, 'data');
  const first = await startTestSystem({ companion: { ...TWO_ACCOUNT_OPTIONS, dataDir } });
  await first.paid({ account: 'uk' });
  await first.close();
  const again = createCheckoutServer({
    ...{ publicUrl: 'http://pay.localhost:4001', gatewayUrl: 'http://localhost:1', merchantId: '70519' },
    ...{ accountId: '984747105', signKey: 'k', apiKeys: `${testApiKey('own')}:read`, dataDir, logLevel: 'silent' },
    reconcileEvery: 0,
  });
  await expect(again.ready).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: 'TILLGATE_ACCOUNTS.uk: must stay, as it has payments.',
    fields: [{ path: 'TILLGATE_ACCOUNTS.uk', code: 'required' }],
  });
  await again.close();
});

test('a companion does not start where an account_id has the name of another account', async () => {
  const dataDir = join(folder, 'swapped');
  const first = await startTestSystem({ companion: { ...TWO_ACCOUNT_OPTIONS, dataDir } });
  await first.paid({});
  await first.paid({ account: 'uk' });
  await first.close();
  const { default: own, uk } = CREDENTIALS_OF_ACCOUNT;
  const swapped = createCheckoutServer({
    ...{ publicUrl: 'http://pay.localhost:4001', gatewayUrl: 'http://localhost:1', merchantId: uk.merchant_id },
    ...{ accountId: uk.account_id, signKey: uk.sign_key, apiKeys: `${testApiKey('own')}:read`, dataDir },
    accounts: { uk: { merchantId: own.merchant_id, accountId: own.account_id, signKey: own.sign_key } },
    ...{ logLevel: 'silent', reconcileEvery: 0 },
  });
  await expect(swapped.ready).rejects.toMatchObject({
    code: 'configuration_invalid',
    fields: [
      { path: 'TILLGATE_ACCOUNT_ID', code: 'not_allowed' },
      { path: 'TILLGATE_ACCOUNTS.uk.account_id', code: 'not_allowed' },
    ],
  });
  await swapped.close();
});

test('credentials that an account lacks are never those of another', () => {
  const { options } = read({ uk: UK });
  const lacking = { ...options, accounts: { uk: { accountId: '984747106' } } } as unknown as CheckoutServerOptions;
  expect(() => parseOptions(lacking)).toThrow(/TILLGATE_ACCOUNTS\.uk\.(merchant_id|sign_key)/);
});

test('a key stands once in the settings', () => {
  const key = testApiKey('own');
  expect(() => read({ uk: UK }, { TILLGATE_API_KEYS: `${key}:pay+read@uk,${key}:read` })).toThrow(
    'each key once, and number 2 is there before',
  );
});

test('tillgate doctor checks the credentials of each account', async () => {
  const sandbox = await serveSandbox({ port: 0 });
  const { merchant_id, account_id, sign_key } = CREDENTIALS_OF_ACCOUNT.default;
  const check = async (uk: Record<string, unknown>) => {
    const findings = await runDoctor({
      environment: {
        TILLGATE_GATEWAY_URL: sandbox.url,
        TILLGATE_MERCHANT_ID: merchant_id,
        TILLGATE_ACCOUNT_ID: account_id,
        TILLGATE_SIGN_KEY: sign_key,
        TILLGATE_API_KEYS: `${testApiKey('own')}:read`,
        TILLGATE_DATA_DIR: join(folder, 'none'),
        TILLGATE_ACCOUNTS: write({ uk }),
      },
    });
    return findings.filter(({ code }) => code === 'gateway_credentials');
  };
  expect(await check({ ...CREDENTIALS_OF_ACCOUNT.uk })).toMatchObject([
    { status: 'ok', found: expect.stringContaining('account 984747105') as string },
    { status: 'ok', found: expect.stringContaining('account 984747106') as string },
  ]);
  const advice = /TILLGATE_ACCOUNTS\.uk\.sign_key/;
  expect(await check({ ...CREDENTIALS_OF_ACCOUNT.uk, sign_key: 'sandbox_wrong' })).toMatchObject([
    { status: 'ok' },
    { status: 'failed', advice: expect.stringMatching(advice) as string },
  ]);
  await sandbox.close();
});
