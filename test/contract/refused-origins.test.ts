import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { createLogger } from '../../server/observability/log.ts';
import { Ping } from '../../shared/contract/ping.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { API_KEY, SHOP_ORIGIN, startTestSystem, type TestSystem } from '../support/system.ts';

type Line = LogFields & { level: number; msg: string };

const WARN = 40;
const ERROR = 50;
let now = 1_900_000_000_000;
const lines: Line[] = [];
const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) });
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ companion: { logger, now: () => now } });
});
afterAll(() => system.close());
beforeEach(() => {
  now += 120_000;
  lines.length = 0;
});

const refusals = (): Line[] => lines.filter((line) => line.level === WARN && line.origin !== undefined);

function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Response> {
  const request = new Request(`http://pay.localhost:4001${path}`, { method, headers });
  return Promise.resolve(system.companion.fetch(request));
}

/** What a browser asks before it sends a token to another origin. */
const preflight = (origin: string): Promise<Response> =>
  ask('/checkout/session', { origin, 'access-control-request-method': 'GET' }, 'OPTIONS');

describe('request from an origin that is not allowed', () => {
  test('a rejected origin is logged with the setting that allows it', async () => {
    await preflight('http://localhost:5173');
    expect(refusals()).toHaveLength(1);
    expect(refusals()[0]!.origin).toBe('http://localhost:5173');
    expect(refusals()[0]!.msg).toContain('TILLGATE_ALLOWED_ORIGINS');
  });

  test('a rejected origin is logged once a minute', async () => {
    for (let count = 0; count < 20; count += 1) await preflight('http://localhost:5173');
    expect(refusals()).toHaveLength(1);
    now += 60_000;
    await preflight('http://localhost:5173');
    expect(refusals()).toHaveLength(2);
  });

  test('at most ten rejected origins are logged in a minute', async () => {
    for (let count = 0; count < 40; count += 1) await preflight(`http://shop-${String(count)}.example`);
    expect(refusals()).toHaveLength(10);
  });

  test('an Origin header that no browser sends is not logged', async () => {
    for (const origin of ['x'.repeat(2_000), 'https://a.example/path', 'https://a b', 'javascript:alert(1)']) {
      await preflight(origin);
    }
    expect(refusals()).toEqual([]);
  });

  test('the origin null is logged with the advice not to open the page from a file', async () => {
    await preflight('null');
    expect(refusals().map(({ msg }) => msg)).toEqual([expect.stringContaining('not from a file')]);
  });

  test('an allowed origin and the companion’s own origin are not logged', async () => {
    await preflight(SHOP_ORIGIN);
    await ask('/checkout/session', { origin: 'http://127.0.0.1:8787', host: '127.0.0.1:8787' });
    expect(refusals()).toEqual([]);
  });
});

describe('GET /checkout/ping', () => {
  test.each([
    [SHOP_ORIGIN, true],
    ['http://localhost:5173', false],
  ])('a page of %s learns whether its origin is allowed: %s', async (origin, allowed) => {
    const response = await ask('/checkout/ping', { origin });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(Ping.parse(await response.json())).toEqual({ service: 'tillgate', origin_allowed: allowed });
  });

  test('the ping is the only checkout response that another origin can read', async () => {
    for (const path of ['/checkout/session', '/checkout/outcome', '/checkout/sessions', '/checkout/nothing']) {
      const response = await ask(path, { origin: 'http://localhost:5173' });
      expect(response.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });
});

describe('checkout API credentials', () => {
  const refusalOf = async (token: string): Promise<Problem> => {
    const response = await ask('/checkout/session', { origin: SHOP_ORIGIN, authorization: `Bearer ${token}` });
    expect(response.status).toBe(401);
    const { request_id: _request, ...problem } = (await response.json()) as Problem;
    return problem as Problem;
  };

  test('an unknown token, a session ID and an API key get the same 401', async () => {
    const { id } = await system.openSession();
    const unknown = await refusalOf(`tgs_${'a'.repeat(43)}`);
    expect(unknown.code).toBe('unauthenticated');
    expect(await refusalOf(id)).toEqual(unknown);
    expect(await refusalOf(API_KEY)).toEqual(unknown);
  });

  test('an API key sent as a session token logs once a minute that it must be replaced', async () => {
    await refusalOf(API_KEY);
    await refusalOf(API_KEY);
    const told = lines.filter((line) => line.level === ERROR);
    expect(told.map(({ msg }) => msg)).toEqual([expect.stringContaining('replace that key')]);
    expect(JSON.stringify(lines)).not.toContain(API_KEY);
  });
});

describe('allowed origins at the start of the companion', () => {
  test.each([
    ['warns if no origin is allowed', [], 1],
    ['logs no warning about origins if one is allowed', [SHOP_ORIGIN], 0],
  ])('the start %s', async (_name, allowedOrigins, count) => {
    const other = await startTestSystem({ companion: { logger, allowedOrigins } });
    const told = lines.filter(({ level, msg }) => level === WARN && msg.includes('TILLGATE_ALLOWED_ORIGINS'));
    expect(told).toHaveLength(count);
    await other.close();
  });
});
