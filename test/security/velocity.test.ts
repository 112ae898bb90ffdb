import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { parseOptions } from '../../server/settings/parse-options.ts';
import {
  COMPANION_CREDENTIALS,
  nextCardNumber,
  stubCardDeclines,
  startAttackTarget,
  type AttackTarget,
} from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { testApiKey } from '../support/test-keys.ts';

const HOUR = 3_600_000;
const SETTINGS = {
  ...COMPANION_CREDENTIALS,
  publicUrl: 'https://pay.shop.example',
  gatewayUrl: 'https://gateway.example',
};
const targets: AttackTarget[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillgate-velocity-'));

async function start(options: Partial<CheckoutServerOptions>, shared?: AttackTarget): Promise<AttackTarget> {
  const target = await startAttackTarget(options, shared);
  targets.unshift(target);
  return target;
}

afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function statusesOf(answers: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(answers)).map((answer) => answer.status).sort();
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

describe('promise 21: velocity limits', () => {
  const kinds: [string, string, () => object][] = [
    ['one address', 'address=3/1h', () => ({ ip: '203.0.113.9' })],
    ['one shopper', 'shopper=3/1h', () => ({ email: 'Ana@Example.com' })],
    ['one card', 'card=3/1h', () => ({ number: '4242424242424242' })],
  ];
  test.each(kinds)('promise 21: the fourth submit of %s within its period is not sent', async (_name, limits, from) => {
    const target = await start({ limits: `address=off,shopper=off,card=off,${limits}` });
    stubCardDeclines(target.gateway);
    for (const _ of times(3, String)) expect((await target.submit(from())).status).toBe(200);
    const { token, id } = await target.openSession();
    const refused = await target.submit(from(), token);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(target.gateway.charges).toHaveLength(3);
    // Other shoppers pay, and the refused session is unchanged: no attempt used, no payment in progress.
    expect((await target.submit({})).status).toBe(200);
    expect((await target.submit({}, token)).status).toBe(200);
    const session = await target.request(`/v1/sessions/${id}`, {
      headers: { authorization: `Bearer ${testApiKey('shop')}` },
    });
    expect(await session.json()).toMatchObject({ status: 'open', attempts: 1 });
    target.clock.ahead += HOUR + 1;
    expect((await target.submit(from())).status).toBe(200);
    expect(await target.readMetric('tillgate_submits_refused_total')).toBe(1);
  });

  test('promise 21: concurrent submits of one address are sent up to its limit', async () => {
    const target = await start({ limits: 'address=7/1h' });
    stubCardDeclines(target.gateway);
    const statuses = await statusesOf(times(40, () => target.submit({ ip: '203.0.113.9' })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(33);
    expect(target.gateway.charges).toHaveLength(7);
  });

  test('promise 21: many shoppers who pay do not reach the limit of their address, shopper or card', async () => {
    const target = await start({ limits: 'address=6/1h,shopper=6/1h,card=6/1h' });
    const from = { ip: '203.0.113.9', email: 'desk@shop.example', number: '4242424242424242' };
    for (const _ of times(30, String)) {
      expect((await target.submit(from)).status).toBe(200);
      // Taken off after the answer.
      await target.settle();
    }
    expect(target.gateway.charges).toHaveLength(30);
  });

  test('promise 21: ten declined cards of one address reach its limit early', async () => {
    const target = await start({ limits: {} });
    stubCardDeclines(target.gateway);
    const statuses: number[] = [];
    for (const _ of times(12, String)) {
      statuses.push((await target.submit({ ip: '2001:db8:1:2::7' })).status);
      await target.settle();
    }
    expect(statuses).toEqual([...times(10, () => 200), 429, 429]);
    // Another address of the same network is the same subscriber; the network beside it is not.
    expect((await target.submit({ ip: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await target.submit({ ip: '2001:db8:1:3::7' })).status).toBe(200);
    recordPromiseFigures(21, { cards_tried_by_one_address: 13, cards_sent: 11 });
  });

  test('promise 21: 1,000 concurrent submits of one session count once', async () => {
    const target = await start({ limits: 'address=2/1h,shopper=2/1h,card=2/1h' });
    const { token } = await target.openSession();
    const from = { ip: '203.0.113.9', email: 'ana@example.com', number: '4242424242424242' };
    const statuses = await statusesOf(times(1_000, () => target.submit(from, token)));
    expect(target.gateway.charges).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    recordPromiseFigures(21, { submits_of_one_session: 1_000, sent: 1 });
  });
});

describe('promise 21: client address', () => {
  const send = (target: AttackTarget, ip: string, headers?: Record<string, string>): Promise<Response> =>
    target.submit({ ip, ...(headers === undefined ? {} : { headers }) });

  test('promise 21: header values before the trusted hop are ignored', async () => {
    const target = await start({ limits: 'address=2/1h', trustProxy: 2 });
    stubCardDeclines(target.gateway);
    const spoofs = ['198.51.100.1', '1.1.1.1, 2.2.2.2', 'unknown', '::1', '127.0.0.1', '"><script>'];
    const statuses: number[] = [];
    for (const spoof of spoofs) {
      const headers = { forwarded: `for=${spoof}`, 'x-real-ip': '9.9.9.9', 'cf-connecting-ip': '8.8.8.8' };
      statuses.push((await send(target, `${spoof}, 203.0.113.9, 10.0.0.7`, headers)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    expect(target.gateway.charges.map((fields) => fields['shopper_ip'])).toEqual(['203.0.113.9', '203.0.113.9']);
  });

  test('promise 21: one address with other ports, in brackets or as IPv4 in IPv6 counts as one address', async () => {
    const target = await start({ limits: 'address=2/1h' });
    stubCardDeclines(target.gateway);
    const ways = [
      '203.0.113.9:4711',
      '::ffff:203.0.113.9',
      '[::ffff:203.0.113.9]:99',
      '203.0.113.9',
      '::ffff:cb00:7109',
      '0:0:0:0:0:FFFF:CB00:7109',
      '64:ff9b::203.0.113.9',
    ];
    const statuses: number[] = [];
    for (const ip of ways) statuses.push((await send(target, ip)).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429]);
    // Another IPv4 address in the same notation is another client.
    expect((await send(target, '::ffff:cb00:710a')).status).toBe(200);
  });

  test('promise 21: submits without a readable X-Forwarded-For behind a trusted proxy share one generous limit', async () => {
    const target = await start({ limits: 'address=2/1h,shopper=off,card=off' });
    stubCardDeclines(target.gateway);
    const missing = ['', 'unknown', '_hidden', 'not an address'];
    const statuses = await statusesOf(times(60, (at) => send(target, missing[at % missing.length] ?? '')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    // A client that the proxy names is not in that crowd.
    expect((await send(target, '203.0.113.9')).status).toBe(200);
    expect(target.log.filter(({ message }) => message.includes('TILLGATE_TRUST_PROXY'))).toHaveLength(1);
  });

  test('promise 21: a private address behind a trusted proxy has the limit of shared addresses', async () => {
    const target = await start({ limits: 'address=2/1h,shopper=off,card=off' });
    stubCardDeclines(target.gateway);
    const statuses = await statusesOf(times(50, () => send(target, '10.1.2.3')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  });

  test('promise 21: the limit of one address never closes a shop behind an untrusted proxy', async () => {
    const target = await start({ limits: 'address=2/1h', trustProxy: 0 });
    stubCardDeclines(target.gateway);
    // In memory a request comes from 127.0.0.1, as from a proxy on the same machine.
    const statuses = await statusesOf(times(30, () => send(target, '203.0.113.9')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const warnings = target.log.filter(({ message }) => message.includes('TILLGATE_TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
  });
});

test('promise 21: the table of limits holds no address, no shopper and no full card number', async () => {
  const dataDir = join(folder, 'veiled');
  const target = await start({ dataDir, limits: {} });
  const number = nextCardNumber();
  await target.submit({ ip: '203.0.113.77', email: 'canary@example.com', number });
  const bytes = readdirSync(dataDir)
    .map((name) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');
  expect(bytes).toContain(`card:${number.slice(0, 6)}-${number.slice(-4)}`);
  expect(bytes).toContain('velocity');
  for (const secret of ['203.0.113.77', number, number.slice(0, 12)]) expect(bytes).not.toContain(secret);
  // The payment itself names its shopper; the limits do not a second time.
  expect(bytes).not.toMatch(/shopper:canary/);
});

describe('promise 11: limits of several companions', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const stores: [string, () => Promise<Partial<CheckoutServerOptions>>][] = [
    ['SQLite file', () => Promise.resolve({ dataDir: join(folder, 'shared') })],
    ['PostgreSQL', async () => ({ databaseUrl: await postgres.createDatabase() })],
  ];
  test.each(stores)(
    'promise 11: two companions on one %s database share the limit of an address',
    async (_name, place) => {
      const options = { ...(await place()), limits: 'address=9/1h,shopper=9/1h,card=9/1h' };
      const first = await start(options);
      const second = await start(options, first);
      stubCardDeclines(first.gateway);
      const from = { ip: '203.0.113.9', email: 'ana@example.com', number: '4242424242424242' };
      const statuses = await statusesOf(times(60, (at) => (at % 2 === 0 ? first : second).submit(from)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(9);
      expect(statuses.filter((status) => status === 429)).toHaveLength(51);
      expect(first.gateway.charges).toHaveLength(9);
    },
  );
});

test('promise 21: an invalid limit setting stops the start with its name', () => {
  for (const limits of ['address', 'address=0/1h', 'address=5/2d', 'mail=5/1h', 'address=5/1h/2', '__proto__=5/1h']) {
    expect(() => parseOptions({ ...SETTINGS, limits })).toThrow(/^TILLGATE_LIMITS: /);
  }
  for (const cardTesting of ['share=0', 'share=101', 'cards=x', 'within=5', 'toString=5m']) {
    expect(() => parseOptions({ ...SETTINGS, cardTesting })).toThrow(/^TILLGATE_CARD_TESTING: /);
  }
});

test('promise 21: limits are off for test cards on this machine, but not behind a tunnel to the real gateway', () => {
  const local = { ...COMPANION_CREDENTIALS, gatewayUrl: 'http://localhost:4002' };
  const [inside] = parseOptions({ ...local, publicUrl: 'http://localhost:8787' }).accounts;
  expect(inside.protection.limits).toEqual({ address: null, shopper: null, card: null });
  expect(inside.protection.cardTesting).toBeNull();
  expect(inside.allowLoopbackIssuer).toBe(true);
  const [open] = parseOptions({ ...local, publicUrl: 'https://pay.shop.example' }).accounts;
  expect(Object.values(open.protection.limits)).not.toContain(null);
  expect(open.protection.cardTesting).not.toBeNull();
  expect(open.allowLoopbackIssuer).toBe(false);
});
