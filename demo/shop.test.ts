import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createShopClient,
  createWidgetFolder,
  FREE_PORTS,
  orderOf,
  payAtShop,
  startUnbuiltDemo,
  tokenOf,
  type ShopClient,
} from '../test/support/shop-client.ts';
import { startDemo, type Demo } from './start-demo.ts';

const { widgetDir, remove } = createWidgetFolder();
let demo: Demo;
let shopper: ShopClient;

afterAll(remove);

beforeEach(async () => {
  demo = await startUnbuiltDemo(widgetDir, { sandbox: { notificationRetryDelay: 50 } });
  shopper = createShopClient(demo);
});

afterEach(() => demo.close());

describe('the basket', () => {
  test('holds the added products in the chosen quantities', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    await shopper.post('/basket/set', { sku: 'BOWL-2', quantity: '3' });
    expect(await shopper.read('/basket')).toContain('€85.50');
    await shopper.post('/basket/set', { sku: 'MUG-1', quantity: '0' });
    expect(await shopper.read('/basket')).toContain('€37.50');
  });

  test.each(['', '-1', '1.5', '1e3', 'many'])('ignores the invalid quantity %j', async (quantity) => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    await shopper.post('/basket/set', { sku: 'MUG-1', quantity });
    expect(await shopper.read('/basket')).toContain('Quantity of Morning mug: </span>1<');
  });

  test('ignores an unknown product', async () => {
    await shopper.post('/basket/add', { sku: '"><script>' });
    expect(await shopper.read('/basket')).toContain('Your basket is empty');
  });

  test('belongs to one visitor', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    expect(await createShopClient(demo).read('/basket')).toContain('Your basket is empty');
  });
});

describe('an order', () => {
  test('has one session when five tabs open its checkout at once', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const pages = await Promise.all(Array.from({ length: 5 }, () => shopper.read('/checkout')));
    const later = await shopper.read('/checkout');
    expect(new Set([...pages, later].map(tokenOf)).size).toBe(1);
  });

  test('is paid when the companion reports it, and its items leave the basket', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    const thankYou = `/thank-you?order=${orderOf(checkout)}`;
    expect(await shopper.read(thankYou)).toContain('is not paid yet');
    await payAtShop(demo, checkout, '4242424242424242');
    const paid = await shopper.read(thankYou);
    expect(paid).toContain('it’s paid.');
    expect(paid).toMatch(/It arrives between \d+(\s\w+)? and \d+\s\w+\./);
    expect(await shopper.read('/basket')).toContain('Your basket is empty');
  });

  test('keeps its items when the basket changes during the payment', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    await shopper.post('/basket/add', { sku: 'POT-1' });
    await payAtShop(demo, checkout, '4242424242424242');
    expect(await shopper.read(`/thank-you?order=${orderOf(checkout)}`)).toContain('it’s paid.');
    const basket = await shopper.read('/basket');
    expect(basket).toContain('Tea pot');
    expect(basket).not.toContain('Morning mug');
  });

  test('stays payable after the basket has changed', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    await shopper.post('/basket/add', { sku: 'POT-1' });
    expect(orderOf(await shopper.read('/checkout'))).not.toBe(orderOf(checkout));
    expect(tokenOf(await shopper.read(`/checkout?order=${orderOf(checkout)}`))).toBe(tokenOf(checkout));
  });

  test('gets a new session when the first one has no attempts left', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(tokenOf(await shopper.read('/checkout'))).toBe(tokenOf(checkout));
      await payAtShop(demo, checkout, '4000000000000002');
    }
    const again = await shopper.read('/checkout');
    expect(orderOf(again)).toBe(orderOf(checkout));
    expect(tokenOf(again)).not.toBe(tokenOf(checkout));
  });

  test('gets a new session when every attempt was abandoned at a challenge', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(tokenOf(await shopper.read('/checkout'))).toBe(tokenOf(checkout));
      await payAtShop(demo, checkout, '4000000000003220');
      await abandon(checkout);
    }
    const again = await shopper.read('/checkout');
    expect(orderOf(again)).toBe(orderOf(checkout));
    expect(tokenOf(again)).not.toBe(tokenOf(checkout));
  });

  test('shows a page that reloads while its result is unknown', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    await payAtShop(demo, checkout, '4000000000009235');
    const page = await shopper.read(`/thank-you?order=${orderOf(checkout)}`);
    expect(page).toContain('<b>Please do not pay again.</b>');
    expect(page).toContain('We are checking your payment');
    expect(page).toContain('Visa\u00a0••••\u00a09235');
    expect(page).toContain('http-equiv="refresh"');
  });

  test('leaves the checkout and the basket when its payment is decided later', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    const state = `/checkout/state?order=${orderOf(checkout)}`;
    expect(await shopper.read(state)).toBe('{"is_pending":false}');
    await payAtShop(demo, checkout, '4000000000009235');
    expect(await shopper.read(state)).toBe('{"is_pending":true}');
    await shopper.read(`/thank-you?order=${orderOf(checkout)}`);
    expect(await shopper.read('/basket')).toContain('Your basket is empty');
    expect(await createShopClient(demo).read(state)).toBe('{"is_pending":false}');
  });

  test('of another visitor is not shown', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const order = orderOf(await shopper.read('/checkout'));
    const page = await createShopClient(demo).get(`/thank-you?order=${order}`);
    expect(page.headers.get('location')).toBe('/');
  });
});

describe('the checkout', () => {
  const methodsOf = async (checkout: string): Promise<{ currency: string; methods: string[] }> => {
    const headers = { authorization: `Bearer ${tokenOf(checkout)}` };
    const response = await fetch(`${demo.companionUrl}/checkout/session`, { headers });
    const view = (await response.json()) as { currency: string; methods: { method: string }[] };
    return { currency: view.currency, methods: view.methods.map(({ method }) => method) };
  };

  test('offers the methods of the chosen currency, and a basket of another currency is another order', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const european = await shopper.read('/checkout');
    expect(await methodsOf(european)).toEqual({ currency: 'EUR', methods: ['card', 'online_banking'] });
    await shopper.post('/currency', { currency: 'BRL' });
    expect(await shopper.read('/basket')).toContain('R$\u00a0149,00');
    const brazilian = await shopper.read('/checkout');
    expect(orderOf(brazilian)).not.toBe(orderOf(european));
    expect(await methodsOf(brazilian)).toEqual({ currency: 'BRL', methods: ['card', 'pix', 'boleto'] });
  });

  test('ignores an unknown currency', async () => {
    await shopper.post('/currency', { currency: 'toString' });
    expect(await shopper.read('/')).toContain('€24.00');
  });

  test('offers the gateway’s own page with ?gateway=1 only', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const withPage = await shopper.read('/checkout?gateway=1');
    expect((await methodsOf(withPage)).methods).toEqual(['gateway_page', 'online_banking']);
    expect(tokenOf(await shopper.read('/checkout?gateway=1'))).toBe(tokenOf(withPage));
    expect((await methodsOf(await shopper.read('/checkout'))).methods).toEqual(['card', 'online_banking']);
  });
});

test('the hosted page’s footer links to pages of the shop', async () => {
  await shopper.post('/basket/add', { sku: 'MUG-1' });
  const token = tokenOf(await shopper.read('/checkout'));
  const accept = { headers: { accept: 'text/html' } };
  const page = await (await fetch(`${demo.companionUrl}/pay/${token}`, accept)).text();
  const links = [...page.matchAll(/<a href="([^"]*)" target="_blank"/g)].map(([, address = '']) => address);
  expect(links).toHaveLength(4);
  for (const address of links) expect((await fetch(address)).status, address).toBe(200);
});

test('the hosted page shows the shop’s wordmark', async () => {
  const logo = await fetch(`${demo.companionUrl}/pay/logo`);
  expect(logo.headers.get('content-type')).toBe('image/svg+xml');
  expect(await logo.text()).toContain('prefers-color-scheme: dark');
});

describe('the gateway requests page', () => {
  test('shows the requests of the visitor’s own orders with masked card data', async () => {
    await shopper.post('/basket/add', { sku: 'MUG-1' });
    const checkout = await shopper.read('/checkout');
    await payAtShop(demo, checkout, '4242424242424242');
    const page = await shopper.read('/requests');
    expect(page).toContain(orderOf(checkout));
    expect(page).toContain('424242***4242');
    expect(page).not.toContain('4242424242424242');
    expect(page).not.toMatch(/\b737\b/);
    expect(page).toContain('<code>application/x-www-form-urlencoded</code>');
    expect(page).toContain('JSON, which the gateway expects under this content type');
    expect(await createShopClient(demo).read('/requests')).not.toContain(orderOf(checkout));
  });
});

describe('the start of the demo', () => {
  test('fails with the taken port in the error, and closes the other ports', async () => {
    const taken = Number(new URL(demo.companionUrl).port);
    const error: unknown = await startDemo({ ports: { ...FREE_PORTS, companion: taken } }).then(
      async (second) => {
        await second.close();
        return undefined;
      },
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain(String(taken));
    expect(String(error)).not.toContain('\n');
  });

  test('prints the URLs and every test card', async () => {
    const lines: string[] = [];
    const other = await startUnbuiltDemo(widgetDir, { print: (line) => lines.push(line) });
    await other.close();
    const text = lines.join('\n');
    for (const part of [other.shopUrl, other.companionUrl, other.gatewayUrl, '4242424242424242', '4000000000005126']) {
      expect(text).toContain(part);
    }
  });
});

/** Abandons the payment during a challenge. */
async function abandon(checkout: string): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(checkout)}`, 'content-type': 'application/json' };
  const response = await fetch(`${demo.companionUrl}/checkout/abandon`, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(200);
}
