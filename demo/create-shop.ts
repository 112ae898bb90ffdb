import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { TEST_CARDS } from '../server/sandbox/index.ts';
import { createVisitors, linesOf, orderOf, setQuantity, type Order, type Visitor } from './baskets.ts';
import { createCompanionClient, type CompanionClient } from './companion-client.ts';
import { requestsPage, type SeenNotification, type SeenRequest } from './pages/requests-page.ts';
import { basketPage, cataloguePage, checkoutPage, countOf, messagePage, thankYouPage } from './pages/shop-pages.ts';

export interface ShopOptions {
  /** The shop's own origin. */
  shopUrl: string;
  companionUrl: string;
  gatewayUrl: string;
  apiKey: string;
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
    const quantity = Number(await field(c, 'quantity'));
    setQuantity(enter(c), await field(c, 'sku'), Number.isInteger(quantity) ? quantity : 0);
    return c.redirect('/basket', 303);
  });
  app.get('/checkout', (c) => showCheckout(c, enter(c), companion, options));
  app.get('/thank-you', (c) => showThankYou(c, enter(c), companion));
  app.get('/requests', async (c) => {
    const [requests, notifications] = await readControl(options.gatewayUrl);
    return c.html(await requestsPage(requests, notifications, countOf(enter(c))));
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

/** The same order keeps its session while that is open, so that a reload or a second tab pays the same thing. */
async function showCheckout(
  c: Context,
  visitor: Visitor,
  companion: CompanionClient,
  options: ShopOptions,
): Promise<Response> {
  if (visitor.order === undefined && linesOf(visitor).length === 0) return c.redirect('/basket', 303);
  const order = orderOf(visitor);
  const status = order.session === undefined ? 'expired' : (await companion.readSession(order.session.id)).status;
  if (status === 'paid') return c.redirect(`/thank-you?order=${order.order_no}`, 303);
  if (order.session === undefined || status === 'expired') {
    const returnUrl = `${options.shopUrl}/thank-you?order=${order.order_no}`;
    order.session = await companion.openSession(order, returnUrl);
  }
  return c.html(
    await checkoutPage({
      order,
      token: order.session.token,
      companionUrl: options.companionUrl,
      integrity: await readIntegrity(options.companionUrl),
      cards: TEST_CARDS,
    }),
  );
}

async function showThankYou(c: Context, visitor: Visitor, companion: CompanionClient): Promise<Response> {
  const order = visitor.order;
  if (order?.session === undefined || order.order_no !== c.req.query('order')) return c.redirect('/', 303);
  const state = await stateOf(order, order.session.id, companion);
  if (state === 'paid') visitor.basket.clear();
  return c.html(await thankYouPage(order, state, countOf(visitor)));
}

async function stateOf(
  order: Order,
  sessionId: string,
  companion: CompanionClient,
): Promise<'paid' | 'checking' | 'open' | 'failed'> {
  try {
    const { status } = await companion.readSession(sessionId);
    return status === 'paid' ? 'paid' : status === 'processing' ? 'checking' : 'open';
  } catch {
    // The companion is away: the order stays as it is, and the page asks again.
    return order.session === undefined ? 'open' : 'failed';
  }
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

async function readControl(gatewayUrl: string): Promise<[SeenRequest[], SeenNotification[]]> {
  const read = async <T>(name: string): Promise<T> =>
    (await fetch(`${gatewayUrl}/control/${name}`)).json() as Promise<T>;
  const { requests } = await read<{ requests: SeenRequest[] }>('requests');
  const { notifications } = await read<{ notifications: SeenNotification[] }>('notifications');
  return [requests, notifications];
}

/** A strict policy: nothing inline, scripts of the shop and of the companion, frames for challenges. */
function securityHeaders({ companionUrl, gatewayUrl }: ShopOptions) {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${companionUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${companionUrl}`,
    `frame-src ${companionUrl} ${gatewayUrl}`,
    `form-action 'self' ${gatewayUrl} ${companionUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  return async (c: Context, next: () => Promise<void>): Promise<void> => {
    await next();
    c.header('content-security-policy', policy);
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'same-origin');
    if (!c.req.path.startsWith('/assets/')) c.header('cache-control', 'no-store');
  };
}
