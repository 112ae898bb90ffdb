import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toNodeHandler, type CheckoutServer } from '../../server/index.ts';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { createLogger } from '../../server/observability/log.ts';
import type { Outcome, Problem, SessionView } from '../../shared/contract/index.ts';
import {
  API_KEY,
  TEST_SESSION_FIELDS,
  SHOP_ORIGIN,
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';

type Line = LogFields & { level: number; msg: string };
/** A shop's own server with the companion below a prefix. */
type Host = (companion: CheckoutServer, prefix: string) => RequestListener | Promise<RequestListener>;

const THE_SHOP = 'the shop';

function listenerOf(answer: (request: Request) => Response | Promise<Response>): RequestListener {
  const listener = getRequestListener(answer);
  return (request, response) => void listener(request, response);
}

const HOSTS: Record<string, Host> = {
  'Hono by route()': (companion, prefix) => {
    const shop = new Hono();
    shop.get('/', (c) => c.text(THE_SHOP));
    shop.route(prefix, companion.app);
    return listenerOf(shop.fetch);
  },
  'Hono by mount()': (companion, prefix) => {
    const shop = new Hono();
    shop.get('/', (c) => c.text(THE_SHOP));
    shop.mount(prefix, (request, ...rest) => companion.fetch(request, ...(rest as [])));
    return listenerOf(shop.fetch);
  },
  Express: (companion, prefix) => {
    const shop = express();
    shop.use(prefix, toNodeHandler(companion));
    shop.use(express.json());
    shop.get('/', (_request, response) => void response.send(THE_SHOP));
    return shop as RequestListener;
  },
  Fastify: async (companion, prefix) => {
    const shop = fastify();
    const handle = toNodeHandler(companion);
    shop.get('/', () => THE_SHOP);
    await shop.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.all(`${prefix}/*`, (request, reply) => {
        reply.hijack();
        return handle(request.raw, reply.raw);
      });
      done();
    });
    await shop.ready();
    return (request, response) => shop.routing(request, response);
  },
  'plain http': (companion, prefix) => {
    const handle = toNodeHandler(companion);
    return (request, response) => {
      if (request.url?.startsWith(`${prefix}/`) === true) void handle(request, response);
      else response.end(THE_SHOP);
    };
  },
  'a handler of web requests, as a route of Next.js': (companion, prefix) => {
    const GET = (request: Request): Response | Promise<Response> => companion.fetch(request, { params: {} });
    return listenerOf((request) =>
      new URL(request.url).pathname.startsWith(prefix) ? GET(request) : new Response(THE_SHOP),
    );
  },
};

const lines: Line[] = [];
let widgetDir: string;
let consoleDir: string;
let server: Server;
let handler: RequestListener;
let origin: string;
let system: TestSystem | undefined;

beforeAll(() => {
  widgetDir = mkdtempSync(join(tmpdir(), 'tillgate-widget-'));
  mkdirSync(join(widgetDir, 'chunks'));
  for (const name of ['tillgate.js', 'frame.js', 'chunks/later-12345678.js']) writeFileSync(join(widgetDir, name), '0');
  consoleDir = mkdtempSync(join(tmpdir(), 'tillgate-console-'));
  for (const name of ['console.js', 'console.css']) writeFileSync(join(consoleDir, name), '');
});
beforeEach(async () => {
  lines.length = 0;
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await system?.close();
  system = undefined;
});

/** @param publicPath the path of the companion's public address; the prefix, if it is set right */
async function mount(host: Host, prefix: string, publicPath = prefix): Promise<string> {
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  system = await startTestSystem({ companion: { publicUrl: `${origin}${publicPath}`, widgetDir, consoleDir, logger } });
  handler = await host(system.companion, prefix);
  return `${origin}${prefix}`;
}

function post(address: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const type = { 'content-type': 'application/json' };
  return fetch(address, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) });
}

const openSession = (base: string): Promise<Response> =>
  post(
    `${base}/v1/sessions`,
    { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() },
    { authorization: `Bearer ${API_KEY}` },
  );

/** Addresses of scripts, styles and icons that a page names. */
function filesOf(page: string, address: string): string[] {
  return [...page.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(
    ([, to = '']) => new URL(to, address).href,
  );
}

async function expectPage(address: string): Promise<void> {
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  expect(page.status, address).toBe(200);
  const files = filesOf(await page.text(), address);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect((await fetch(file)).status, file).toBe(200);
}

describe.each(Object.entries(HOSTS))('companion mounted in %s', (_name, host) => {
  test.each(['/pay', '/shop/checkout'])(
    'a companion mounted below %s opens a session, serves its pages and files, and takes a payment',
    async (prefix) => {
      const base = await mount(host, prefix);
      for (const file of ['/widget/tillgate.js', '/widget/chunks/later-12345678.js', '/assets/page.css', '/healthz']) {
        expect((await fetch(base + file)).status, file).toBe(200);
      }
      const opened = await openSession(base);
      expect(opened.status).toBe(201);
      const { token, url } = (await opened.json()) as { token: string; url: string };
      expect(url).toBe(`${base}/pay/${token}`);
      await expectPage(url);
      await expectPage(`${base}/console`);
      await expectPage(`${base}/docs`);
      // A Hono app that routes below a path takes that path without a slash at its end, other hosts the one with it.
      const home = (await fetch(`${base}/`)).ok ? `${base}/` : base;
      await expectPage(home);
      const links = [...(await (await fetch(home)).text()).matchAll(/<a href="([^"]+)"/g)].map(([, to = '']) => to);
      expect(links).toHaveLength(3);
      for (const to of links) expect((await fetch(new URL(to, base))).status, to).toBe(200);
      const headers = { origin: SHOP_ORIGIN, authorization: `Bearer ${token}` };
      const shown = await fetch(`${base}/checkout/session`, { headers });
      expect(shown.headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN);
      expect(((await shown.json()) as SessionView).amount).toBe('24.00');
      const paid = await post(`${base}/checkout/payments`, createCardSubmit(), headers);
      expect(((await paid.json()) as Outcome).status).toBe('paid');
      const refused = await fetch(`${base}/checkout/session`, { headers: { origin: SHOP_ORIGIN } });
      expect(refused.status).toBe(401);
      expect(((await refused.json()) as Problem).code).toBe('unauthenticated');
      // Lines name the routes as the manual does, and complain of nothing.
      expect(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toContain('/checkout/payments');
      expect(lines.filter(({ level }) => level > 30)).toEqual([]);
      const own = await fetch(origin);
      expect(await own.text()).toBe(THE_SHOP);
      expect(own.headers.get('content-security-policy')).toBeNull();
    },
  );

  test('a companion mounted below a prefix sets the console’s cookie for that path', async () => {
    const base = await mount(host, '/pay');
    const signIn = { 'x-tillgate-console': '1' };
    const begun = await post(`${base}/console/session`, { key: API_KEY }, signIn);
    expect(begun.status).toBe(201);
    const cookie = begun.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('tillgate_console=');
    // Browsers then take the path of the request itself: /pay/console.
    expect(cookie).not.toMatch(/path=/i);
    const listed = await fetch(`${base}/console/v1/payments`, {
      headers: { ...signIn, cookie: cookie.split(';')[0]! },
    });
    expect(listed.status).toBe(200);
    const slash = await fetch(`${base}/console/`, { redirect: 'manual' });
    expect(new URL(slash.headers.get('location')!, `${base}/console/`).href).toBe(`${base}/console`);
  });

  test('a companion mounted below a prefix that its public URL lacks logs the setting', async () => {
    const base = await mount(host, '/pay', '');
    await fetch(`${base}/widget/tillgate.js`);
    await fetch(`${base}/widget/tillgate.js`);
    const told = lines.filter(({ level }) => level > 30);
    // A prefix that the host removed from the request cannot be detected.
    const isHidden = host === HOSTS['Hono by mount()'];
    expect(told.map(({ route }) => route)).toEqual(isHidden ? [] : ['/pay']);
    expect(told.every(({ msg }) => msg.includes('TILLGATE_PUBLIC_URL'))).toBe(true);
  });
});

describe('companion behind a body parser', () => {
  const behind: [string, Host][] = [
    [
      'express.json()',
      (companion, prefix) => express().use(express.json()).use(prefix, toNodeHandler(companion)) as RequestListener,
    ],
    [
      'express.urlencoded() and express.json(), with a listener of the Hono app',
      (companion, prefix) =>
        express()
          .use(express.json(), express.urlencoded())
          .use(prefix, getRequestListener(companion.app.fetch)) as RequestListener,
    ],
    [
      'Fastify’s own parser',
      async (companion, prefix) => {
        const handle = toNodeHandler(companion);
        const shop = fastify();
        shop.all(`${prefix}/*`, (request, reply) => {
          reply.hijack();
          return handle(request.raw, reply.raw);
        });
        await shop.ready();
        return (request, response) => shop.routing(request, response);
      },
    ],
  ];

  test.each(behind)('a request behind %s gets 500 with instructions, which are logged once', async (_name, host) => {
    const base = await mount(host, '/pay');
    for (let count = 0; count < 2; count += 1) {
      const response = await openSession(base);
      expect(response.status).toBe(500);
      const problem = (await response.json()) as Problem;
      expect(problem.code).toBe('configuration_invalid');
      expect(problem.detail).toContain('mount the companion before express.json()');
    }
    expect(lines.filter(({ msg }) => msg.includes('before express.json()'))).toHaveLength(1);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });

  test('a request behind a parser that keeps rawBody works', async () => {
    const base = await mount(
      (companion, prefix) =>
        express()
          .use(
            express.json({
              verify: (request, _response, bytes) => void Object.assign(request, { rawBody: bytes }),
            }),
          )
          .use(prefix, toNodeHandler(companion)) as RequestListener,
      '/pay',
    );
    expect((await openSession(base)).status).toBe(201);
  });
});
