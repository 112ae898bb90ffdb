import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { serveStatic } from '@hono/node-server/serve-static';
import { TEST_CARDS } from '../server/sandbox/index.ts';
import { createVisitors, orderOf, setQuantity, settleOrder, type Visitor } from './baskets.ts';
import { createCompanionClient, type CompanionClient } from './companion-client.ts';
import { enterCheckout, readOrder } from './enter-checkout.ts';
import type { SeenNotification, SeenRequest } from './pages/order-steps.ts';
import { createInbox } from './inbox.ts';
import { ordersRoutes } from './orders-routes.ts';
import { requestsPage } from './pages/requests-page.ts';
import { stallPage } from './pages/stall-page.ts';
import { basketPage, cataloguePage, checkoutPage, countOf, messagePage, thankYouPage } from './pages/shop-pages.ts';

export interface ShopOptions {
  /** The shop's own origin. */
  shopUrl: string;
  companionUrl: string;
  gatewayUrl: string;
  apiKey: string;
  /** What the companion signs its events with. */
  webhookSecret: string;
  /** Folder of the pages of stories and themes, as built. */
  storiesDir: string;
}

const ASSETS: Readonly<Record<string, string>> = {
  'shop.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'pieces.svg': 'image/svg+xml',
};

/** The demo shop: knows the companion by its address, its script tag and an API key, like any shop. */
export function createShop(options: ShopOptions): Hono {
  const app = new Hono();
  const visitors = createVisitors();
  const companion = createCompanionClient(options.companionUrl, options.apiKey);
  const inbox = createInbox(options.webhookSecret);
  const enter = (c: Context): Visitor => {
    const visitor = visitors.enter(getCookie(c, 'visitor'));
    setCookie(c, 'visitor', visitor.id, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return visitor;
  };
  app.use(securityHeaders(options));
  app.get('/', async (c) => c.html(await cataloguePage(enter(c))));
  app.get('/basket', async (c) => c.html(await basketPage(enter(c))));
  app.post('/basket/add', async (c) => {
    const visitor = enter(c);
    const sku = await field(c, 'sku');
    setQuantity(visitor, sku, (visitor.basket.get(sku) ?? 0) + 1);
    return c.redirect('/basket', 303);
  });
  app.post('/basket/set', async (c) => {
    const quantity = await field(c, 'quantity');
    if (/^\d{1,3}$/.test(quantity)) setQuantity(enter(c), await field(c, 'sku'), Number(quantity));
    return c.redirect('/basket', 303);
  });
  app.get('/stories', (c) => c.redirect('/stories/', 301));
  app.use(
    '/stories/*',
    serveStatic({ root: options.storiesDir, rewriteRequestPath: (path) => path.replace('/stories', '') }),
  );
  app.post('/webhooks', (c) => inbox.take(c));
  app.get('/checkout', (c) => showCheckout(c, enter(c), companion, options));
  app.get('/stall', async (c) =>
    c.html(await stallPage(options.companionUrl, await readIntegrity(options.companionUrl), countOf(enter(c)))),
  );
  app.get('/thank-you', (c) => showThankYou(c, enter(c), companion));
  ordersRoutes(app, { enter, companion, gatewayUrl: options.gatewayUrl, inbox });
  app.get('/requests', async (c) => {
    const visitor = enter(c);
    const seen = await readControl(options.gatewayUrl);
    return c.html(await requestsPage({ ...seen, orders: [...visitor.orders.values()], itemCount: countOf(visitor) }));
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
    app.get(`/assets/${name}`, () => new Response(body, { headers: { 'content-type': type } }));
  }
  app.notFound(async (c) => c.html(await messagePage('Not here', 'There is no such page.'), 404));
  app.onError(async (_error, c) =>
    c.html(
      await messagePage('That did not work', 'The shop could not reach its companion. Try again in a moment.'),
      502,
    ),
  );
  return app;
}

async function showCheckout(
  c: Context,
  visitor: Visitor,
  companion: CompanionClient,
  options: ShopOptions,
): Promise<Response> {
  // An order that was not paid keeps its way back, also when the basket has changed since.
  const order = visitor.orders.get(c.req.query('order') ?? '') ?? orderOf(visitor);
  if (order === undefined) return c.redirect('/basket', 303);
  const thankYou = `/thank-you?order=${order.order_no}`;
  const { session, isPaid } = await enterCheckout(order, companion, `${options.shopUrl}${thankYou}`);
  if (isPaid) return c.redirect(thankYou, 303);
  return c.html(
    await checkoutPage({
      order,
      token: session.token,
      companionUrl: options.companionUrl,
      integrity: await readIntegrity(options.companionUrl),
      cards: TEST_CARDS,
    }),
  );
}

async function showThankYou(c: Context, visitor: Visitor, companion: CompanionClient): Promise<Response> {
  const order = visitor.orders.get(c.req.query('order') ?? '');
  if (order === undefined) return c.redirect('/', 303);
  const state = await readOrder(order, companion);
  if (state === 'paid') settleOrder(visitor, order);
  return c.html(await thankYouPage(order, state, countOf(visitor)));
}

async function field(c: Context, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name];
  return typeof value === 'string' ? value : '';
}

/** The hash that the companion lists for its script. A shop would write it into its page once. */
async function readIntegrity(companionUrl: string): Promise<string | undefined> {
  const list = (await (await fetch(`${companionUrl}/widget/integrity.json`)).json()) as Record<string, string>;
  return list['tillgate.js'];
}

async function readControl(
  gatewayUrl: string,
): Promise<{ requests: SeenRequest[]; notifications: SeenNotification[] }> {
  const read = async <T>(name: string): Promise<T> =>
    (await fetch(`${gatewayUrl}/control/${name}`)).json() as Promise<T>;
  const { requests } = await read<{ requests: SeenRequest[] }>('requests');
  const { notifications } = await read<{ notifications: SeenNotification[] }>('notifications');
  return { requests, notifications };
}

/** A strict policy: nothing inline, scripts of the shop and of the companion, frames for challenges. */
function securityHeaders({ companionUrl, gatewayUrl }: ShopOptions) {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${companionUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${companionUrl}`,
    `frame-src 'self' ${companionUrl} ${gatewayUrl}`,
    `form-action 'self' ${gatewayUrl} ${companionUrl}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types tillgate',
  ].join('; ');
  return async (c: Context, next: () => Promise<void>): Promise<void> => {
    await next();
    // A story shows a bank of its own in a frame.
    const framedBy = c.req.path.startsWith('/stories/') ? "'self'" : "'none'";
    c.header('content-security-policy', `${policy}; frame-ancestors ${framedBy}`);
    c.header('x-content-type-options', 'nosniff');
    c.header('cross-origin-opener-policy', 'same-origin');
    c.header('referrer-policy', 'same-origin');
    if (!c.req.path.startsWith('/assets/')) c.header('cache-control', 'no-store');
  };
}
