import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { serveStatic } from '@hono/node-server/serve-static';
import { createTillgateClient, type Payment, type TillgateClient } from '../server/client/index.ts';
import { TEST_CARDS } from '../server/sandbox/index.ts';
import {
  removeOrderFromBasket,
  createVisitorStore,
  findOrCreateOrder,
  returnOrderToBasket,
  setCurrency,
  setQuantity,
  shopperIdOf,
  type Order,
  type Visitor,
} from './baskets.ts';
import {
  findLatestPayment,
  findPaidPayment,
  hasPendingPayment,
  findOrOpenOrderSession,
  readOrderPaymentState,
  type OrderPaymentState,
} from './open-checkout.ts';
import type { RecordedNotification, RecordedRequest } from './pages/gateway-exchanges.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addOrdersRoutes } from './orders-routes.ts';
import { POLICIES, policyPage } from './pages/policies-page.ts';
import { gatewayExchangesPage } from './pages/gateway-exchanges-page.ts';
import { savedCardsPage } from './pages/saved-cards-page.ts';
import { checkoutWithoutBackEndPage } from './pages/buy-now-page.ts';
import { isMarketCurrency } from './products.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import { basketPage, cataloguePage, messagePage, pageVisitorOf } from './pages/shop-pages.ts';
import { thankYouPage } from './pages/thank-you-page.ts';

export interface ShopOptions {
  /** The shop's own origin. */
  shopUrl: string;
  companionUrl: string;
  gatewayUrl: string;
  apiKey: string;
  /** The secret that signs the companion's webhooks. */
  webhookSecret: string;
  /** Folder of the built pages of stories and themes. */
  storiesDir: string;
}

const ASSETS: Readonly<Record<string, string>> = {
  'shop.css': 'text/css; charset=utf-8',
  'fonts/fraunces-latin.woff2': 'font/woff2',
  'checkout.js': 'text/javascript; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'print.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'products.svg': 'image/svg+xml',
  'marks.svg': 'image/svg+xml',
};

/** The typeface and its sizes, which the shop shares with the companion's pages. */
const SHARED_ASSETS: Readonly<Record<string, string>> = {
  'type.css': 'text/css; charset=utf-8',
  'fonts/geist-latin.woff2': 'font/woff2',
  'fonts/geist-latin-ext.woff2': 'font/woff2',
};

/** The demo shop. Like any shop it knows the companion's URL, its script tag and an API key. */
export function createShop(options: ShopOptions): Hono {
  const app = new Hono();
  const visitors = createVisitorStore();
  const tillgate = createTillgateClient({ url: options.companionUrl, apiKey: options.apiKey });
  const webhooks = createWebhookReceiver(options.webhookSecret);
  const visitorOf = (c: Context): Visitor => {
    const visitor = visitors.findOrCreate(getCookie(c, 'visitor'));
    setCookie(c, 'visitor', visitor.id, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return visitor;
  };
  app.use(securityHeaders(options));
  app.get('/', async (c) => c.html(await cataloguePage(visitorOf(c))));
  app.get('/basket', async (c) => c.html(await basketPage(visitorOf(c))));
  app.post('/basket/add', async (c) => {
    const visitor = visitorOf(c);
    const sku = await formField(c, 'sku');
    setQuantity(visitor, sku, (visitor.basket.get(sku) ?? 0) + 1);
    return c.redirect('/basket', 303);
  });
  app.post('/basket/set', async (c) => {
    const quantity = await formField(c, 'quantity');
    if (/^\d{1,3}$/.test(quantity)) setQuantity(visitorOf(c), await formField(c, 'sku'), Number(quantity));
    return c.redirect('/basket', 303);
  });
  app.post('/currency', async (c) => {
    const currency = await formField(c, 'currency');
    if (isMarketCurrency(currency)) setCurrency(visitorOf(c), currency);
    return c.redirect('/', 303);
  });
  app.get('/stories', (c) => c.redirect('/stories/', 301));
  app.use(
    '/stories/*',
    serveStatic({ root: options.storiesDir, rewriteRequestPath: (path) => path.replace('/stories', '') }),
  );
  app.post('/webhooks', (c) => webhooks.handle(c));
  app.get('/checkout', (c) => showCheckout(c, visitorOf(c), tillgate, options));
  app.get('/buy-now', async (c) =>
    c.html(
      await checkoutWithoutBackEndPage(
        options.companionUrl,
        await readIntegrity(options.companionUrl),
        pageVisitorOf(visitorOf(c)).itemCount,
      ),
    ),
  );
  for (const name of POLICIES) {
    app.get(`/${name}`, async (c) => c.html(await policyPage(name, pageVisitorOf(visitorOf(c)))));
  }
  app.get('/checkout/state', async (c) => {
    const order = visitorOf(c).orders.get(c.req.query('order') ?? '');
    return c.json({ is_pending: order !== undefined && (await hasPendingPayment(order, tillgate)) });
  });
  app.get('/thank-you', (c) => showThankYou(c, visitorOf(c), tillgate));
  app.get('/cards', async (c) => {
    const visitor = visitorOf(c);
    const { token } = await tillgate.cardsSessions.create({
      shopper: { id: shopperIdOf(visitor) },
      currency: visitor.currency,
      return_url: `${options.shopUrl}/cards`,
    });
    const { companionUrl } = options;
    const integrity = await readIntegrityList(companionUrl);
    return c.html(await savedCardsPage({ token, companionUrl, integrity, visitor: pageVisitorOf(visitor) }));
  });
  addDeliveryRoutes(app, visitorOf);
  addOrdersRoutes(app, { visitorOf, tillgate, gatewayUrl: options.gatewayUrl, webhooks });
  app.get('/requests', async (c) => {
    const visitor = visitorOf(c);
    const traffic = await readSandboxTraffic(options.gatewayUrl);
    return c.html(
      await gatewayExchangesPage({
        ...traffic,
        orders: [...visitor.orders.values()],
        itemCount: pageVisitorOf(visitor).itemCount,
      }),
    );
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    serveAsset(app, name, type, new URL(`./assets/${name}`, import.meta.url));
  }
  for (const [name, type] of Object.entries(SHARED_ASSETS)) {
    serveAsset(app, name, type, new URL(`../server/assets/${name}`, import.meta.url));
  }
  app.notFound(async (c) => {
    const visitor = pageVisitorOf(visitorOf(c));
    const { notFound, notFoundText } = visitor.locale.texts.messages;
    return c.html(await messagePage(notFound, notFoundText, visitor), 404);
  });
  app.onError(async (_error, c) => {
    const visitor = pageVisitorOf(visitorOf(c));
    const { failed, failedText } = visitor.locale.texts.messages;
    return c.html(await messagePage(failed, failedText, visitor), 502);
  });
  return app;
}

async function showCheckout(
  c: Context,
  visitor: Visitor,
  tillgate: TillgateClient,
  options: ShopOptions,
): Promise<Response> {
  // An unpaid order stays payable after the basket has changed.
  const order =
    visitor.orders.get(c.req.query('order') ?? '') ?? findOrCreateOrder(visitor, c.req.query('gateway') === '1');
  if (order === undefined) return c.redirect('/basket', 303);
  const thankYou = `/thank-you?order=${order.order_no}`;
  const { session, isPaid } = await findOrOpenOrderSession(order, tillgate, `${options.shopUrl}${thankYou}`);
  if (isPaid) return c.redirect(thankYou, 303);
  return c.html(
    await checkoutPage({
      order,
      isOfBasket: order === visitor.order,
      token: session.token,
      companionUrl: options.companionUrl,
      integrity: await readIntegrity(options.companionUrl),
      cards: TEST_CARDS,
      visitor: pageVisitorOf(visitor),
    }),
  );
}

async function showThankYou(c: Context, visitor: Visitor, tillgate: TillgateClient): Promise<Response> {
  const order = visitor.orders.get(c.req.query('order') ?? '');
  if (order === undefined) return c.redirect('/', 303);
  const state = await readOrderPaymentState(order, tillgate);
  if (state === 'paid' || state === 'checking') removeOrderFromBasket(visitor, order);
  if (state === 'open') returnOrderToBasket(visitor, order);
  const payment = await findShownPayment(order, state, tillgate);
  return c.html(await thankYouPage({ order, state, payment }, pageVisitorOf(visitor)));
}

function findShownPayment(
  order: Order,
  state: OrderPaymentState,
  tillgate: TillgateClient,
): Promise<Payment | undefined> {
  if (state === 'paid') return findPaidPayment(order, tillgate);
  return state === 'checking' ? findLatestPayment(order, tillgate) : Promise.resolve(undefined);
}

async function formField(c: Context, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name];
  return typeof value === 'string' ? value : '';
}

function serveAsset(app: Hono, name: string, type: string, file: URL): void {
  const body = new Uint8Array(readFileSync(file));
  app.get(`/assets/${name}`, () => new Response(body, { headers: { 'content-type': type } }));
}

/** The integrity hash of the companion's script. A shop would write it into its page once. */
async function readIntegrity(companionUrl: string): Promise<string | undefined> {
  return (await readIntegrityList(companionUrl))['tillgate.js'];
}

async function readIntegrityList(companionUrl: string): Promise<Record<string, string>> {
  return (await (await fetch(`${companionUrl}/widget/integrity.json`)).json()) as Record<string, string>;
}

async function readSandboxTraffic(
  gatewayUrl: string,
): Promise<{ requests: RecordedRequest[]; notifications: RecordedNotification[] }> {
  const read = async <T>(name: string): Promise<T> =>
    (await fetch(`${gatewayUrl}/control/${name}`)).json() as Promise<T>;
  const { requests } = await read<{ requests: RecordedRequest[] }>('requests');
  const { notifications } = await read<{ notifications: RecordedNotification[] }>('notifications');
  return { requests, notifications };
}

/** A strict policy: nothing inline, scripts of the shop and of the companion, frames for challenges. */
function securityHeaders({ companionUrl, gatewayUrl }: ShopOptions) {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${companionUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${companionUrl}`,
    `frame-src 'self' ${companionUrl} ${gatewayUrl}`,
    `form-action 'self' ${gatewayUrl} ${companionUrl}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types tillgate tillgate-cards',
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
