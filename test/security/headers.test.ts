import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShop } from '../../demo/create-shop.ts';
import { createSandbox } from '../../server/sandbox/index.ts';
import { startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { API_KEY, SHOP_ORIGIN } from '../support/system.ts';

const PUBLIC_URL = 'https://pay.shop.example';
let target: AttackTarget;
let token: string;
let paymentId: string;

beforeAll(async () => {
  const widgetDir = mkdtempSync(join(tmpdir(), 'tillgate-widget-'));
  for (const name of ['tillgate.js', 'frame.js', 'integrity.json']) writeFileSync(join(widgetDir, name), '{}');
  const consoleDir = mkdtempSync(join(tmpdir(), 'tillgate-console-'));
  for (const name of ['console.js', 'console.css']) writeFileSync(join(consoleDir, name), '{}');
  target = await startAttackTarget({ publicUrl: PUBLIC_URL, widgetDir, consoleDir, webhookUrl: undefined });
  ({ token } = await target.openSession());
  const paid = await target.submit({}, token);
  paymentId = ((await paid.json()) as { payment_id: string }).payment_id;
});

afterAll(() => target.close());

/** Every route of the companion, as Hono has it, with the values that its path takes. */
function routes(): { method: string; path: string }[] {
  const seen = new Set<string>();
  for (const { method, path } of target.companion.app.routes) {
    if (path.endsWith('*') || path === '/') continue;
    const named = path
      .replace(':token', token)
      .replace(/^\/(checkout\/return|gateway\/notify|v1\/payments)\/:id/, `/$1/${paymentId}`)
      .replace(/:[a-z_]+(\{[^}]*\})?/gi, 'nobody');
    seen.add(`${method} ${named}`);
  }
  return [...seen].map((entry) => {
    const [method = '', path = ''] = entry.split(' ');
    return { method: method === 'ALL' ? 'GET' : method, path };
  });
}

/** A content security policy as directives. */
function readPolicy(text: string | null): Map<string, string[]> {
  const parts = (text ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...values]) => [name, values]));
}

function expectStrict(policy: Map<string, string[]>): void {
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.has('frame-ancestors')).toBe(true);
  const all = [...policy.values()].flat().join(' ');
  expect(all).not.toMatch(/unsafe-|data:|blob:|strict-dynamic|nonce-/);
  for (const name of ['script-src', 'style-src', 'img-src', 'connect-src']) {
    expect(policy.get(name) ?? []).not.toContain('*');
    expect(policy.get(name) ?? []).not.toContain('https:');
  }
}

function expectSafe(response: Response): void {
  const { headers } = response;
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-resource-policy')).toMatch(/^(same|cross)-origin$/);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}$/);
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('server')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  const policy = readPolicy(headers.get('content-security-policy'));
  expectStrict(policy);
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (!isPage) return;
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('style-src')).toEqual(["'self'"]);
  expect(policy.get('trusted-types')).toEqual(['tillgate']);
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
}

describe('promise 19: security headers', () => {
  test('promise 19: every route, error response and page of the companion has the security headers', async () => {
    const list = [
      ...routes(),
      { method: 'GET', path: '/' },
      { method: 'GET', path: '/nothing/here' },
      { method: 'DELETE', path: '/healthz' },
      { method: 'OPTIONS', path: '/v1/payments' },
      { method: 'GET', path: '/pay/tgs_wrong' },
      { method: 'GET', path: `/pay/${token}?frame` },
      { method: 'GET', path: `/checkout/return/${paymentId}?frame=1` },
      { method: 'GET', path: '/widget/tillgate.js' },
      { method: 'GET', path: '/assets/page.css' },
      { method: 'GET', path: '/pay/theme.css' },
      { method: 'GET', path: '/widget/..%2f..%2fpackage.json' },
    ];
    expect(list.length).toBeGreaterThan(60);
    for (const key of [undefined, API_KEY, token]) {
      for (const { method, path } of list) {
        const response = await target.request(path, {
          method,
          redirect: 'manual',
          headers: { accept: 'text/html', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
          ...(method === 'POST' ? { body: '{' } : {}),
        });
        expect(response.status, `${method} ${path}`).toBeLessThan(500);
        expectSafe(response);
        const isFile = /^\/(widget|assets)\/[\w.]+$|^\/pay\/theme\.css$/.test(path);
        if (!isFile) expect(response.headers.get('cache-control'), path).toBe('no-store');
        const origin = response.headers.get('access-control-allow-origin');
        expect(origin === null || (isFile && origin === '*'), path).toBe(true);
        // No address of ours leads to another site, but back to the shop.
        const location = new URL(response.headers.get('location') ?? '/console', `${PUBLIC_URL}${path}`);
        if (location.href !== `${PUBLIC_URL}/console`) expect(location.origin, path).toBe('http://shop.localhost:4000');
      }
    }
    recordPromiseFigures(19, { routes_walked: list.length });
  });

  test('promise 19: only the shop may frame the form, and nobody the API page', async () => {
    const ancestorsOf = async (path: string): Promise<string[] | undefined> =>
      readPolicy((await target.request(path)).headers.get('content-security-policy')).get('frame-ancestors');
    expect(await ancestorsOf(`/pay/${token}?frame`)).toEqual([SHOP_ORIGIN]);
    expect(await ancestorsOf(`/pay/${token}`)).toEqual(["'self'", SHOP_ORIGIN]);
    expect(await ancestorsOf('/docs')).toEqual(["'none'"]);
    expect(await ancestorsOf('/pay/tgs_wrong')).toEqual(["'none'"]);
    expect(await ancestorsOf('/v1/payments')).toEqual(["'none'"]);
  });

  test('promise 19: no page has inline script or style, and every script and style has an integrity hash', async () => {
    const back = `/checkout/return/${paymentId}?frame=1`;
    for (const path of [`/pay/${token}`, `/pay/${token}?frame`, '/pay/tgs_wrong', '/docs', '/console', back]) {
      const html = await (await target.request(path, { headers: { accept: 'text/html' } })).text();
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+\s*=|javascript:/i);
      for (const [tag, inner] of [...html.matchAll(/<script([^>]*)>([^<]*)/g)].map(([, a = '', b = '']) => [a, b])) {
        expect(inner?.trim()).toBe('');
        const [, src = ''] = / src="([^"]+)"/.exec(tag ?? '') ?? [];
        expect(new URL(src, `${PUBLIC_URL}${path}`).origin, src).toBe(PUBLIC_URL);
      }
      const files = [...html.matchAll(/<script[^>]*>|<link[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) => tag);
      expect(files.length, path).toBeGreaterThan(0);
      for (const tag of files) {
        const [, address = ''] = /(?:src|href)="([^"]+)"/.exec(tag) ?? [];
        const { origin, pathname, search } = new URL(address, `${PUBLIC_URL}${path}`);
        expect(origin, address).toBe(PUBLIC_URL);
        const served = Buffer.from(await (await target.request(`${pathname}${search}`)).arrayBuffer());
        const hash = createHash('sha384').update(served).digest('base64');
        expect(tag, path).toContain(`integrity="sha384-${hash}"`);
      }
    }
  });

  test('promise 19: origins are compared in full', async () => {
    const near = [
      'http://shop.localhost:4000/',
      'http://SHOP.localhost:4000',
      'http://shop.localhost:4000.evil.example',
      'http://evil.example#http://shop.localhost:4000',
      'http://shop.localhost',
      'https://shop.localhost:4000',
      'http://xshop.localhost:4000',
      'null',
      '*',
      '',
    ];
    for (const origin of near) {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await target.request('/checkout/session', { method, headers: { origin } });
        expect(response.headers.get('access-control-allow-origin'), origin).toBeNull();
        expect(response.headers.get('vary')).toContain('Origin');
      }
    }
    const known = await target.request('/checkout/session', {
      headers: { origin: SHOP_ORIGIN, authorization: `Bearer ${token}` },
    });
    expect(known.headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN);
    expect(known.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('promise 19: a companion without https sends no Strict-Transport-Security', async () => {
    const plain = await startAttackTarget();
    expect((await plain.request('/healthz')).headers.get('strict-transport-security')).toBeNull();
    await plain.close();
  });
});

describe('promise 19: security headers of the sandbox and the demo shop', () => {
  test('promise 19: every page and response of the sandbox has the security headers', async () => {
    const sandbox = createSandbox();
    const paths = sandbox.app.routes
      .filter(({ path }) => !path.endsWith('*'))
      .map(({ method, path }) => ({
        method: method === 'ALL' ? 'GET' : method,
        path: path.replace(
          /:[a-z_]+(\{([^}|]*)[^}]*\})?/gi,
          (_all, _braces, first: string | undefined) => first ?? 'x',
        ),
      }));
    expect(paths.length).toBeGreaterThan(30);
    for (const { method, path } of [...paths, { method: 'GET', path: '/nothing' }]) {
      const response = await sandbox.fetch(
        new Request(`http://localhost${path}`, { method, ...(method === 'POST' ? { body: '{}' } : {}) }),
      );
      const { headers } = response;
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('set-cookie'), path).toBeNull();
      const policy = readPolicy(headers.get('content-security-policy'));
      expect(policy.get('default-src'), path).toEqual(["'none'"]);
      expect(policy.get('require-trusted-types-for'), path).toEqual(["'script'"]);
      // Only the overview has a script, a file of its own.
      expect(policy.get('script-src'), path).toEqual(path === '/' && method === 'GET' ? ["'self'"] : undefined);
      expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe-|\*/);
    }
    await sandbox.close();
  });

  test('promise 19: other sites cannot control the sandbox through a visitor’s browser', async () => {
    const sandbox = createSandbox();
    const reset = (headers: Record<string, string>, host = 'localhost'): Promise<Response> =>
      Promise.resolve(sandbox.fetch(new Request(`http://${host}/control/reset`, { method: 'POST', headers })));
    expect((await reset({ 'sec-fetch-site': 'cross-site' })).status).toBe(404);
    expect((await reset({}, 'rebound.evil.example')).status).toBe(404);
    expect((await reset({})).status).toBeLessThan(300);
    await sandbox.close();
  });

  test('promise 19: the demo shop’s pages have the security headers', async () => {
    const shop = createShop({
      shopUrl: 'http://localhost:4000',
      companionUrl: 'http://localhost:4001',
      gatewayUrl: 'http://localhost:4002',
      apiKey: API_KEY,
      webhookSecret: `whsec_${Buffer.alloc(32).toString('base64')}`,
      storiesDir: '/nowhere',
    });
    for (const path of ['/', '/basket', '/nothing', '/assets/shop.css', '/orders']) {
      const { headers } = await shop.fetch(new Request(`http://localhost:4000${path}`));
      const policy = readPolicy(headers.get('content-security-policy'));
      expectStrict(policy);
      expect(policy.get('frame-ancestors'), path).toEqual(["'none'"]);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('set-cookie') ?? 'HttpOnly; SameSite=Lax', path).toMatch(/HttpOnly.*SameSite=Lax/);
    }
  });
});

describe('promise 21: request with many headers', () => {
  test('promise 21: a request with more than 100 header lines gets 431 at every route, and one with 100 does not', async () => {
    const filler = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-filler-${String(at)}`, 'x']));
    for (const { method, path } of routes()) {
      const refused = await target.request(path, { method, headers: filler(101) });
      expect(refused.status, `${method} ${path}`).toBe(431);
      expect(await refused.json()).toMatchObject({ code: 'too_many_headers', status: 431 });
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await target.request('/healthz', { headers: filler(100) })).status).toBe(200);
  });
});
