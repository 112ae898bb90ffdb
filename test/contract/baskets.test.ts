import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckoutError, createCheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import { readServeSettings } from '../../server/settings/serve-settings.ts';
import { orderTotalsDifference } from '../../shared/money.ts';
import type { BasketSession, SessionView } from '../../shared/contract/index.ts';
import { SHOP_ORIGIN, startTestSystem, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const LIST = {
  currency: 'EUR',
  return_url: 'http://shop.localhost:4000/thank-you',
  order_prefix: 'WEB-',
  locale: 'en',
  products: [
    { sku: 'MUG', name: 'Mug', unit_price: '12.50', tax_rate: '19' },
    { sku: 'TEA', name: 'Tea', unit_price: '3.33', tax_rate: '7', max_quantity: 5 },
  ],
  tax: 'included',
  shipping: { amount: '4.90', free_from: '50.00' },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-baskets-'));
let system: TestSystem;
let file: string;

beforeAll(async () => {
  file = join(folder, 'prices.json');
  writeFileSync(file, JSON.stringify(LIST));
  system = await startTestSystem({ companion: { priceList: file } });
});

afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = async (
  body: unknown,
  { origin = SHOP_ORIGIN, of = system, ip }: { origin?: string | null; of?: TestSystem; ip?: string } = {},
): Promise<Response> =>
  of.companion.fetch(
    new Request('http://pay.localhost:4001/checkout/sessions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(origin === null ? {} : { origin }),
        ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
      },
      body: JSON.stringify(body),
    }),
  );

const basketOf = (...items: [sku: string, quantity: number][]) => ({
  items: items.map(([sku, quantity]) => ({ sku, quantity })),
});

test('a basket becomes a session with the price list’s prices, is paid, and the shop sees its items', async () => {
  const answer = await send({ ...basketOf(['MUG', 1], ['TEA', 2], ['MUG', 1]), locale: 'pt-BR' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN);
  const opened = (await answer.json()) as BasketSession;
  expect(Object.keys(opened).sort()).toEqual(['expires_at', 'session_id', 'token']);
  const view = (await (await system.browser(opened.token, 'GET', '/checkout/session')).json()) as SessionView;
  expect(view).toMatchObject({
    currency: 'EUR',
    amount: '36.56',
    locale: 'pt-BR',
    items: [
      { sku: 'MUG', name: 'Mug', unit_price: '12.50', quantity: 2 },
      { sku: 'TEA', name: 'Tea', unit_price: '3.33', quantity: 2 },
    ],
    totals: { item_total: '27.23', tax_total: '4.43', shipping: '4.90' },
  });
  expect(view.order_no).toMatch(/^WEB-[0-9A-F]{20}$/);
  expect(orderTotalsDifference({ amount: view.amount, ...view.totals })).toBe(0n);
  const outcome = await system.pay(opened.token, { shopper: { email: 'ana@example.com' } });
  expect(outcome.status).toBe('paid');
  const found = await system.get(`/v1/sessions?order_no=${view.order_no}&status=paid`);
  expect(found).toMatchObject({
    sessions: [{ id: opened.session_id, items: view.items, totals: view.totals, payment_id: outcome.payment_id }],
    next_cursor: null,
  });
  expect(await system.get(`/v1/sessions/${opened.session_id}`)).toMatchObject({ items: view.items });
  const { events } = await system.get<{ events: object[] }>(`/v1/events?ref=${String(outcome.payment_id)}`);
  expect(events).toMatchObject([
    { type: 'payment.paid', data: { session_id: opened.session_id, order_no: view.order_no } },
  ]);
});

test('a basket with a price, order number, currency or address is rejected', async () => {
  for (const extra of ['amount', 'currency', 'order_no', 'return_url', 'shipping', 'discount', 'shopper', 'methods']) {
    const answer = await send({ ...basketOf(['MUG', 1]), [extra]: '0.01' });
    expect([extra, answer.status]).toEqual([extra, 400]);
  }
  const priced = await send({ items: [{ sku: 'MUG', quantity: 1, unit_price: '0.01' }] });
  expect(await priced.json()).toMatchObject({ fields: [{ path: 'items.0.unit_price', code: 'unknown_field' }] });
});

test.each([
  ['no items', { items: [] }, 'items'],
  ['an unknown product', basketOf(['MUG', 1], ['CUP', 1]), 'items.1.sku'],
  ['__proto__ as a SKU', basketOf(['__proto__', 1]), 'items.0.sku'],
  ['too many of an item', basketOf(['TEA', 6]), 'items.0.quantity'],
  ['too many of an item in two lines', basketOf(['TEA', 3], ['TEA', 3]), 'items.1.quantity'],
  ['a quantity of 0', basketOf(['MUG', 0]), 'items.0.quantity'],
  ['a negative quantity', basketOf(['MUG', -1]), 'items.0.quantity'],
  ['a fractional quantity', basketOf(['MUG', 0.5]), 'items.0.quantity'],
])('a basket with %s is rejected', async (_name, basket, path) => {
  const answer = await send(basket);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path }] });
});

test.each([[null], ['https://evil.example'], ['null'], ['http://pay.localhost:4001'], [`${SHOP_ORIGIN}.evil.example`]])(
  'a basket from the origin %s is rejected',
  async (origin) => {
    const answer = await send(basketOf(['MUG', 1]), { origin });
    expect([answer.status, (await answer.json()) as object]).toMatchObject([403, { code: 'forbidden' }]);
  },
);

test('one address opens at most 30 basket sessions a minute', async () => {
  const clock = { at: Date.now() };
  const own = await startTestSystem({ companion: { priceList: LIST as never, now: () => clock.at, trustProxy: 1 } });
  const open = async (ip: string): Promise<number> => (await send(basketOf(['MUG', 1]), { of: own, ip })).status;
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1) statuses.push(await open('203.0.113.9'));
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect(await open('203.0.113.10')).toBe(201);
  clock.at += 61_000;
  expect(await open('203.0.113.9')).toBe(201);
  await own.close();
});

test('shoppers whose address a proxy hides share a limit of 600 basket sessions a minute', async () => {
  const own = await startTestSystem({ companion: { priceList: LIST as never } });
  const statuses: number[] = [];
  for (let index = 0; index < 601; index += 1) statuses.push((await send(basketOf(['MUG', 1]), { of: own })).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(600);
  expect(statuses.at(-1)).toBe(429);
  await own.close();
});

test('a basket without a price list or price function gets 501 not_configured', async () => {
  const bare = await startTestSystem();
  const answer = await send(basketOf(['MUG', 1]), { of: bare });
  expect([answer.status, (await answer.json()) as object]).toMatchObject([501, { code: 'not_configured' }]);
  await bare.close();
});

describe('priceOrder function', () => {
  const order = {
    currency: 'EUR',
    amount: '5.00',
    items: [{ name: 'Pen', sku: 'PEN', unit_price: '5.00', quantity: 1 }],
    return_url: 'http://shop.localhost:4000/',
  };
  const withHook = async (priceOrder: CheckoutServerOptions['priceOrder'], sku = 'PEN'): Promise<Response> => {
    const own = await startTestSystem({ companion: { priceOrder } });
    const answer = await send(basketOf([sku, 1]), { of: own });
    await own.close();
    return answer;
  };

  test('priceOrder receives the basket', async () => {
    const seen: unknown[] = [];
    const answer = await withHook((basket) => Promise.resolve((seen.push(basket), order)));
    expect(answer.status).toBe(201);
    expect(seen).toEqual([basketOf(['PEN', 1])]);
  });

  test('priceOrder can reject a basket with fields, and its other errors are not exposed', async () => {
    const fields = [{ path: 'items.0.sku', code: 'not_allowed' as const, rule: 'sold out' }];
    const refused = await withHook(() => Promise.reject(new CheckoutError('invalid_request', undefined, { fields })));
    expect(await refused.json()).toMatchObject({ code: 'invalid_request', fields });
    const failed = await withHook(() => Promise.reject(new Error('password of the database')));
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('password');
  });

  test('priceOrder with an invalid result opens no session', async () => {
    for (const wrong of [{ ...order, amount: 5 }, { ...order, order_no: 'MINE' }, null]) {
      const answer = await withHook(() => wrong as never);
      expect([answer.status, (await answer.json()) as object]).toMatchObject([500, { code: 'configuration_invalid' }]);
    }
  });
});

describe('invalid price list', () => {
  const startWith = (priceList: unknown): void => {
    createCheckoutServer({
      publicUrl: 'http://pay.localhost:4001',
      gatewayUrl: 'http://127.0.0.1:1',
      merchantId: '1',
      accountId: '1',
      signKey: 'k',
      apiKeys: `${testApiKey('shop')}:pay`,
      dataDir: ':memory:',
      reconcileEvery: 0,
      priceList: priceList as never,
    });
  };

  test.each([
    ['products.0.unit_price', { ...LIST, products: [{ ...LIST.products[0], unit_price: 12.5 }] }],
    ['products.0.tax_rate', { ...LIST, products: [{ ...LIST.products[0], tax_rate: '19%' }] }],
    ['products.1.price', { ...LIST, products: [LIST.products[0], { ...LIST.products[1], price: '1.00' }] }],
    ['products: each sku once', { ...LIST, products: [LIST.products[0], LIST.products[0]] }],
    ['tax', { ...LIST, tax: 'maybe' }],
    ['order_prefix', { ...LIST, order_prefix: 'a,b' }],
    ['shipping.amount', { ...LIST, shipping: { amount: '5' } }],
    ['methods.1: card, gateway_page, or a method that the profile describes', { ...LIST, methods: ['card', 'cards'] }],
    ['fields.0: a field of the submit', { ...LIST, fields: ['delivery.adress'] }],
    ['its root', []],
    ['/nowhere/prices.json', '/nowhere/prices.json'],
  ])('an invalid price list stops the start and names %s', (path, list) => {
    const start = (): void => startWith(list);
    expect(start).toThrow(/^TILLGATE_PRICE_LIST: [^\n]*$/);
    expect(start).toThrow(path);
  });

  test('an invalid price list file from the environment stops the start', () => {
    const environment = {
      TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1',
      TILLGATE_MERCHANT_ID: '1',
      TILLGATE_ACCOUNT_ID: '1',
      TILLGATE_SIGN_KEY: 'k',
      TILLGATE_API_KEYS: `${testApiKey('shop')}:pay`,
    };
    expect(readServeSettings({ ...environment, TILLGATE_PRICE_LIST: file }).options.priceList).toBe(file);
    expect(() => readServeSettings({ ...environment, TILLGATE_PRICE_LIST: '/nowhere' })).toThrow('TILLGATE_PRICE_LIST');
  });

  test('a price list beside a priceOrder function stops the start', () => {
    const both = { priceList: LIST as never, priceOrder: () => ({}) as never };
    expect(() => createCheckoutServer({ ...({} as CheckoutServerOptions), ...MINIMAL, ...both })).toThrow('priceOrder');
  });
});

const MINIMAL: CheckoutServerOptions = {
  publicUrl: 'http://pay.localhost:4001',
  gatewayUrl: 'http://127.0.0.1:1',
  merchantId: '1',
  accountId: '1',
  signKey: 'k',
  apiKeys: `${testApiKey('shop')}:pay`,
};
