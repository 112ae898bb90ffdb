import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { createSessionToken } from '../../server/context/ids.ts';
import { startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { API_KEY, TEST_SESSION_FIELDS, nextOrderNo } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const targets: AttackTarget[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillgate-keys-'));

async function start(options: Parameters<typeof startAttackTarget>[0] = {}): Promise<AttackTarget> {
  const target = await startAttackTarget(options);
  targets.push(target);
  return target;
}

afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bearer = (key: string, ip?: string): RequestInit => ({
  headers: { authorization: `Bearer ${key}`, ...(ip === undefined ? {} : { 'x-forwarded-for': ip }) },
});

/** An answer without what differs from one request to the next. */
async function bare(response: Response): Promise<string> {
  const text = (await response.text()).replace(/req_[\w-]+/g, 'req');
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return JSON.stringify([response.status, headers, text]);
}

describe('promise 21: guessed session tokens', () => {
  test('promise 21: a session token has 256 random bits', () => {
    const tokens = Array.from({ length: 5_000 }, createSessionToken);
    expect(new Set(tokens.map((token) => token.slice(4, 16))).size).toBe(tokens.length);
    for (const token of tokens) expect(token).toMatch(/^tgs_[A-Za-z0-9_-]{43}$/);
    // Each of the 64 signs comes about as often as the others at every place.
    const seen = new Map<string, number>();
    for (const token of tokens) for (const sign of token.slice(4, -1)) seen.set(sign, (seen.get(sign) ?? 0) + 1);
    const expected = (tokens.length * 42) / 64;
    expect(seen.size).toBe(64);
    for (const count of seen.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.15);
    recordPromiseFigures(21, { token_bits: 256 });
  });

  test('promise 21: unknown, malformed, truncated, missing and foreign tokens get the same response', async () => {
    const target = await start();
    const { token, id } = await target.openSession();
    const wrong = [
      createSessionToken(),
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toLowerCase(),
      `${token}A`,
      'tgs_',
      'x',
      API_KEY,
      id,
      createHash('sha256').update(token).digest('hex'),
    ];
    const calls: [string, RequestInit][] = [
      ['/checkout/session', {}],
      ['/checkout/outcome?wait=20&since=open', {}],
      ['/checkout/payments', { method: 'POST', body: '{' }],
      ['/checkout/abandon', { method: 'POST' }],
      ['/checkout/saved-cards/card_1', { method: 'DELETE' }],
    ];
    for (const [path, init] of calls) {
      const answers = new Set<string>();
      for (const [at, key] of [...wrong, undefined].entries()) {
        const request = key === undefined ? {} : bearer(key, `203.0.113.${String(at)}`);
        answers.add(await bare(await target.request(path, { ...request, ...init })));
      }
      expect(answers.size, path).toBe(1);
      expect([...answers][0]).toContain('unauthenticated');
    }
    expect((await target.request('/checkout/session', bearer(token))).status).toBe(200);
  });

  test('promise 21: a token gives no access to other payments and sessions', async () => {
    const target = await start();
    const [mine, theirs] = [await target.openSession(), await target.openSession()];
    const paid = (await (await target.submit({}, theirs.token)).json()) as { payment_id: string };
    for (const path of [`/v1/payments/${paid.payment_id}`, `/v1/sessions/${theirs.id}`, '/v1/payments', '/metrics']) {
      expect((await target.request(path, bearer(mine.token))).status).toBe(401);
    }
    const outcome = (await (await target.request('/checkout/outcome', bearer(mine.token))).json()) as object;
    expect(outcome).toEqual({ status: 'open', payment_id: null });
  });
});

describe('promise 21: repeated wrong tokens and keys', () => {
  const places: [string, (target: AttackTarget, ip: string, key: string) => Promise<Response>][] = [
    ['tokens', (target, ip, key) => target.request('/checkout/session', bearer(key, ip))],
    ['API keys', (target, ip, key) => target.request('/v1/payments', bearer(key, ip))],
    ['keys of the metrics', (target, ip, key) => target.request('/metrics', bearer(key, ip))],
    ['hosted pages', (target, ip, key) => target.request(`/pay/${key}`, { headers: { 'x-forwarded-for': ip } })],
  ];
  test.each(places)(
    'promise 21: an address is throttled after 30 wrong credentials in a minute: %s',
    async (_name, ask) => {
      const target = await start();
      const { token } = await target.openSession();
      const statuses: number[] = [];
      for (let at = 0; at < 40; at += 1) statuses.push((await ask(target, '203.0.113.5', createSessionToken())).status);
      expect(statuses.slice(0, 30).every((status) => status === 401 || status === 404)).toBe(true);
      expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
      // Whoever holds a right one goes on, from there too; and others are as before.
      expect((await target.request('/checkout/session', bearer(token, '203.0.113.5'))).status).toBe(200);
      expect((await target.request('/v1/payments', bearer(API_KEY, '203.0.113.5'))).status).toBe(200);
      expect((await ask(target, '203.0.113.6', createSessionToken())).status).not.toBe(429);
      expect(target.log.filter(({ facts }) => facts.alert === 'token_guessing')).toHaveLength(1);
      expect(await target.readMetric('tillgate_keys_refused_total')).toBe(41);
      target.clock.ahead += 60_001;
      expect((await ask(target, '203.0.113.5', createSessionToken())).status).not.toBe(429);
    },
  );

  test('promise 21: a guesser behind a proxy that hides addresses throttles nobody else', async () => {
    const target = await start({ trustProxy: 0 });
    const statuses = new Set<number>();
    for (let at = 0; at < 100; at += 1) {
      statuses.add((await target.request('/checkout/session', bearer(createSessionToken(), '203.0.113.5'))).status);
    }
    expect([...statuses]).toEqual([401]);
  });

  test('promise 21: wrong API keys without X-Forwarded-For behind a trusted proxy are throttled, and the right key works', async () => {
    const target = await start({ trustProxy: 1 });
    const statuses: number[] = [];
    for (let at = 0; at < 620; at += 1)
      statuses.push((await target.request('/v1/payments', bearer(createSessionToken()))).status);
    expect(new Set(statuses.slice(0, 600))).toEqual(new Set([401]));
    expect(new Set(statuses.slice(600))).toEqual(new Set([429]));
    expect((await target.request('/v1/payments', bearer(API_KEY))).status).toBe(200);
    // Clients that the proxy names are not in that crowd.
    expect((await target.request('/v1/payments', bearer(createSessionToken(), '203.0.113.5'))).status).toBe(401);
  });

  test('promise 21: wrong API keys from one IPv6 /64 are throttled together', async () => {
    const target = await start();
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) {
      statuses.push(
        (await target.request('/v1/payments', bearer(createSessionToken(), `2001:db8:7:7::${at.toString(16)}`))).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('promise 22: API keys and the audit log', () => {
  const keys: Record<string, string> = {
    pay: testApiKey('only pays'),
    refund: testApiKey('only refunds'),
    issue: testApiKey('only issues'),
    payout: testApiKey('only pays out'),
    resolve: testApiKey('only resolves'),
    read: testApiKey('only reads'),
  };
  const apiKeys = Object.entries(keys)
    .map(([scope, key]) => `${key}:${scope}`)
    .join(',');
  const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

  test('promise 22: every route requires its own scope, and the audit log names the key that tried', async () => {
    const target = await start({ apiKeys });
    let tried = 0;
    for (const { method, path, scope } of API_ROUTES) {
      const address = `/v1${path.replace(/:[a-z_]+/gi, 'nobody')}`;
      for (const [name, key] of Object.entries(keys)) {
        const body = method === 'POST' ? { body: '{"nonsense":true}' } : {};
        const response = await target.request(address, {
          method,
          ...body,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
        });
        tried += 1;
        if (name === scope) expect([401, 403], `${method} ${address} by ${name}`).not.toContain(response.status);
        else expect(response.status, `${method} ${address} by ${name}`).toBe(403);
        expect(response.status).toBeLessThan(502);
      }
    }
    expect(target.gateway.charges).toEqual([]);
    const log = await target.request(`/v1/audit?key_id=${idOf(keys['issue']!)}&limit=100`, bearer(keys['read']!));
    const { entries } = (await log.json()) as { entries: { status: number; action: string; key_id: string }[] };
    const refused = entries.filter(({ status }) => status === 403);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.some(({ action }) => action === 'POST /v1/refunds')).toBe(true);
    recordPromiseFigures(22, { calls_by_wrong_scope: tried - API_ROUTES.length });
  });

  test('promise 22: payouts require the payout scope and resolve requests the resolve scope', () => {
    const byScope = (scope: string): string[] =>
      API_ROUTES.filter((route) => route.scope === scope).map(({ method, path }) => `${method} ${path}`);
    expect(byScope('payout')).toEqual(['POST /payouts']);
    expect(byScope('resolve').sort()).toEqual([
      'POST /disputes/:id/deadline',
      'POST /operations/:id/resolve',
      'POST /payments/:id/accept',
      'POST /payments/:id/notes',
      'POST /payments/:id/resolve',
      'POST /refunds/:id/resolve',
      'POST /subscriptions/:recurring_id/resolve',
    ]);
  });

  test('promise 22: every write is in the audit log with its key, action, target and status', async () => {
    const target = await start();
    const changing = API_ROUTES.filter(({ idempotency }) => idempotency !== 'none');
    expect(changing.length).toBeGreaterThan(20);
    let asked = 0;
    for (const { method, path } of changing) {
      const address = `/v1${path.replace(/:[a-z_]+/gi, 'nobody')}`;
      const good =
        path === '/sessions' ? JSON.stringify({ order_no: nextOrderNo(), ...TEST_SESSION_FIELDS }) : undefined;
      const response = await target.request(address, {
        method,
        ...(good === undefined ? {} : { body: good }),
        headers: {
          authorization: `Bearer ${API_KEY}`,
          'idempotency-key': crypto.randomUUID(),
          ...(good === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const id = response.headers.get('x-request-id');
      const log = await target.request('/v1/audit?limit=5', bearer(API_KEY));
      const { entries } = (await log.json()) as { entries: Record<string, unknown>[] };
      const entry = entries.find((one) => one['request_id'] === id);
      // A body that breaks a rule is refused before anything is begun.
      if (response.status === 400) continue;
      asked += 1;
      // A call without an ID in its path is about what it creates.
      const made = (await response.json()) as { id?: string };
      expect(entry, `${method} ${path}`).toMatchObject({
        key_id: idOf(API_KEY),
        action: `${method} /v1${path}`,
        target: path.includes(':') ? 'nobody' : (made.id ?? null),
        status: response.status,
      });
    }
    expect(asked).toBeGreaterThan(5);
  });

  test('promise 22: no API key and no token is stored in the database', async () => {
    const dataDir = join(folder, 'hashed');
    const target = await start({ dataDir, apiKeys: `${API_KEY}:pay+read` });
    const { token } = await target.openSession();
    await target.submit({}, token);
    const bytes = readdirSync(dataDir)
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join('');
    expect(bytes.length).toBeGreaterThan(10_000);
    for (const secret of [token, token.slice(4), API_KEY, createHash('sha256').update(API_KEY).digest('hex')]) {
      expect(bytes).not.toContain(secret);
    }
  });

  test('promise 22: API keys are compared in full', async () => {
    const target = await start();
    const near = [
      API_KEY.slice(0, -1),
      `${API_KEY}x`,
      API_KEY.toUpperCase(),
      ` ${API_KEY}`,
      `${API_KEY},x`,
      `${API_KEY}:read`,
    ];
    for (const key of near) expect((await target.request('/v1/payments', bearer(key))).status, key).toBe(401);
    for (const authorization of [`Basic ${API_KEY}`, API_KEY, `Bearer`, `Bearer  ${API_KEY}`, `Token ${API_KEY}`]) {
      expect((await target.request('/v1/payments', { headers: { authorization } })).status, authorization).toBe(401);
    }
    expect((await target.request(`/v1/payments?api_key=${API_KEY}`)).status).toBe(401);
    expect(
      (await target.request('/v1/payments', { headers: { cookie: `authorization=Bearer ${API_KEY}` } })).status,
    ).toBe(401);
    expect((await target.request('/v1/payments', bearer(API_KEY))).status).toBe(200);
  });
});
