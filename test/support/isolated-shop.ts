import type { FrameLocator, Page } from 'playwright-core';
import type { Demo, DemoOptions } from '../../demo/start-demo.ts';
import { serve } from '../../server/index.ts';
import type { CreatedSession } from './system.ts';
import { startTestDemo } from './test-demo.ts';

/** A page of a shop with a form in it, at an origin that the companion knows. */
export interface ShopPageContent {
  /** Attributes of the element besides session and server. */
  attributes?: string;
  /** Runs before everything else on the page. */
  script?: string;
  style?: string;
  /** The page's body; `{element}` is replaced by the element. */
  body?: string;
  policy?: string;
  /** A module of the shop's own, `/shop.js`, which runs before the element's. */
  module?: string;
  /** The script of `/worker.js`. */
  worker?: string;
}

interface Shop {
  url: string;
  form: { html: string; policy: string | undefined; scripts: Readonly<Record<string, string | undefined>> };
}

const shops = new WeakMap<Demo, Shop>();
const BACK =
  '<!doctype html><html lang="en"><title>Back</title><link rel="icon" href="data:,"><h1>Back at the shop</h1>';

/** The demo's companion and gateway, and a shop of the test's own: `/form` holds the element, `/back` is the end. */
export async function startIsolatedShop(options: DemoOptions = {}): Promise<Demo> {
  const shop: Shop = { url: '', form: { html: '', policy: undefined, scripts: {} } };
  const served = await serve({
    port: 0,
    fetch: (request) => {
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
      const { html, policy, scripts } = shop.form;
      const { pathname } = new URL(request.url);
      const script = scripts[pathname];
      if (script !== undefined) return new Response(script, { headers: { 'content-type': 'text/javascript' } });
      if (policy !== undefined) headers.set('content-security-policy', policy);
      return new Response(pathname === '/back' ? BACK : html, { headers });
    },
  });
  shop.url = served.url;
  const demo = await startTestDemo({
    sandbox: { delays: { pendingPayment: 1_500 }, notificationRetryDelay: 100 },
    ...options,
    companion: {
      allowedOrigins: [served.url],
      ...options.companion,
    },
  });
  const whole: Demo = {
    ...demo,
    async close() {
      await demo.close();
      await served.close();
    },
  };
  shops.set(whole, shop);
  return whole;
}

export const shopUrlOf = (demo: Demo): string => shops.get(demo)!.url;

export async function createDemoSession(demo: Demo, changes: Record<string, unknown> = {}): Promise<CreatedSession> {
  const response = await fetch(`${demo.companionUrl}/v1/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      order_no: `I-${crypto.randomUUID().slice(0, 18)}`,
      currency: 'EUR',
      amount: '24.00',
      items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }],
      return_url: `${shopUrlOf(demo)}/back`,
      shopper: { id: 'c-1', email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' },
      methods: ['card', 'online_banking'],
      locale: 'en',
      ...changes,
    }),
  });
  if (!response.ok) throw new Error(`no session: ${await response.text()}`);
  return (await response.json()) as CreatedSession;
}

/** Opens a page of the shop that holds the element; `/back` is where shoppers end. */
export async function openShopPage(
  page: { goto(url: string): Promise<unknown> },
  demo: Demo,
  session: { token: string },
  shop: ShopPageContent = {},
): Promise<void> {
  const element = `<tillgate-checkout session="${session.token}" server="${demo.companionUrl}" ${shop.attributes ?? 'isolated'}></tillgate-checkout>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
    <style>${shop.style ?? ''}</style><script>window.events = [];
      for (const name of ['ready', 'change', 'submit', 'action', 'complete', 'error']) {
        document.addEventListener('tillgate-' + name, (event) => {
          window.events.push({ name, kind: event.constructor.name, status: event.status, code: event.code });
        });
      }</script><script>${shop.script ?? ''}</script>
    ${shop.module === undefined ? '' : '<script type="module" src="/shop.js"></script>'}
    <script type="module" src="${demo.companionUrl}/widget/tillgate.js" crossorigin></script></head>
    <body>${(shop.body ?? '<main>{element}</main>').replaceAll('{element}', element)}</body></html>`;
  const scripts = { '/shop.js': shop.module, '/worker.js': shop.worker };
  shops.get(demo)!.form = { html, policy: shop.policy, scripts };
  await page.goto(`${shopUrlOf(demo)}/form`);
}

export const isolatedFormOf = (page: Page, index = 0): FrameLocator =>
  page.locator('tillgate-checkout').nth(index).locator('iframe').contentFrame();

export async function fillIsolatedCard(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry date').fill('12/31');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('Name on card').fill('Ana Souza');
}

export interface SeenEvent {
  name: string;
  kind: string;
  status?: string;
  code?: string;
}

export const seenEventsOf = (page: Page): Promise<SeenEvent[]> =>
  page.evaluate(() => (window as unknown as { events: SeenEvent[] }).events);
