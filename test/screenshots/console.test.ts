import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { waitUntilPageSettled } from '../support/page-settled.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import {
  createDemoCompanionClient,
  signIn,
  SUBSCRIPTION_ORDER_FIELDS,
  type DemoShopClient,
} from '../support/console-shop.ts';
import { startTestDemo } from '../support/test-demo.ts';
import { untilDefined } from '../support/wait.ts';

const folder = new URL('./', import.meta.url).pathname;
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
let demo: Demo;
let paid: string;
let held: string;
let event: string;
let areSubscribed = false;
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
let cookies: Cookies | undefined;

/** The companion's clock, which orders of earlier days move back. */
let clock = 0;
const HOUR = 3_600_000;

/** Orders of the week before the screens' own: hours ago, shopper, amount in euros or dollars, item, card. */
const EARLIER_ORDERS: readonly [number, string, string, 'EUR' | 'USD', string, string?][] = [
  [150, 'Mira Keller', '84.00', 'EUR', 'Tea set'],
  [141, 'Jonas Brandt-Hofer', '38.50', 'EUR', 'Linen apron'],
  [128, 'Claire Dubois', '126.00', 'EUR', 'Vase, tall'],
  [121, 'Sam Whitfield', '64.00', 'USD', 'Espresso cups'],
  [104, 'Li Wen', '212.40', 'EUR', 'Dinner plates', '4000000000009995'],
  [103, 'Li Wen', '212.40', 'EUR', 'Dinner plates', '5555555555554444'],
  [80, 'Rafael Moreno', '45.00', 'EUR', 'Pottery course'],
  [77, 'Priya Nair', '139.00', 'USD', 'Serving bowl'],
  [55, 'Claire Dubois', '52.00', 'EUR', 'Candle holders'],
  [52, 'Mira Keller', '29.90', 'EUR', 'Notebook, A5'],
  [33, 'Owen Blake', '98.00', 'USD', 'Pitcher', '4000000000000259'],
  [31, 'Sofia Lindqvist', '176.00', 'EUR', 'Tea set', '4000000000000259'],
  [9, 'Rafael Moreno', '60.00', 'EUR', 'Stoneware mugs'],
  [6, 'Priya Nair', '72.50', 'USD', 'Cutting board'],
];

/** Amount, beneficiary, an account number of no bank, reference. */
const PAYOUTS: readonly [string, string, string, string, string][] = [
  ['25.00', 'EUR', 'Clay & Sons', 'DE00000000000000004711', 'Invoice 2026-118'],
  ['480.00', 'EUR', 'Atelier Dubois', 'FR00000000000000002068', 'Course of November'],
  ['96.50', 'USD', 'Owen Blake', '000000003312', 'Commission 10-2026'],
];

const shopperNamed = (name: string): object => {
  const [first = '', last = ''] = name.split(' ');
  return { id: `c-${last}`, email: `${first}.${last}@example.com`.toLowerCase(), first_name: first, last_name: last };
};

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  demo = await startTestDemo({
    sandbox: { delays: { pendingPayment: 60_000 } },
    companion: { now: () => Date.now() - clock },
  });
  const shop = createDemoCompanionClient(demo);
  for (const [index, [hours, name, amount, currency, item, card]] of EARLIER_ORDERS.entries()) {
    clock = hours * HOUR;
    await shop.pay(card, {
      order_no: `A-${String(10_260 + index * 2)}`,
      amount,
      currency,
      items: [{ name: item, sku: `S-${String(index)}`, unit_price: amount, quantity: 1 }],
      shopper: shopperNamed(name),
    });
  }
  clock = 4 * HOUR;
  paid = await shop.pay(undefined, {
    order_no: 'A-10291',
    amount: '63.40',
    items: [ITEM],
    shopper: shopperNamed('Mira Keller'),
  });
  clock = HOUR;
  await shop.call('POST', '/v1/refunds', {
    refunds: [{ payment_id: paid, refund_amount: '12.00', refund_reason: 'One cup was broken' }],
  });
  await shop.pay('4000000000005126', { order_no: 'A-10294', shopper: shopperNamed('Jonas Brandt-Hofer') });
  clock = 0;
  held = await shop.pay('4000000000009235', { order_no: 'A-10295', shopper: shopperNamed('Owen Blake') });
  const holder = await shop.call<{ result: { cardholder_id: string } }>('POST', '/v1/issuing/cardholders', {
    first_name: 'Ana',
    last_name: 'Souza',
    email: 'ana@example.com',
  });
  await shop.call('POST', '/v1/issuing/cards', {
    card_bin_id: 806,
    card_alias: 'Studio rent',
    recharge_amount: 100,
    cardholder_id: holder.result.cardholder_id,
  });
  for (const [amount, currency, name, account, reference] of PAYOUTS)
    await shop.call('POST', '/v1/payouts', {
      payment_amount: amount,
      payment_currency: currency,
      beneficiary: { name, account_number: account },
      reference,
    });
  event = (await shop.call<{ events: { id: string }[] }>('GET', `/v1/events?ref=${held}`)).events[0]!.id;
  await recordDeadline(shop);
});

/** Of two disputed orders, the second has a deadline. */
async function recordDeadline(shop: DemoShopClient): Promise<void> {
  const disputes = await untilDefined(async () => {
    const found = await shop.call<{ disputes: { id: string; order_no: string }[] }>('GET', '/v1/disputes');
    return found.disputes.length === 2 ? found.disputes : undefined;
  });
  await shop.call('POST', `/v1/disputes/${disputes.find(({ order_no: order }) => order === 'A-10282')!.id}/deadline`, {
    due_at: new Date(Date.now() + 5 * 24 * HOUR).toISOString(),
  });
}

afterAll(async () => {
  await browser.close();
  await demo.close();
});

/** Starts three subscriptions, once. */
async function subscribe(): Promise<void> {
  if (areSubscribed) return;
  areSubscribed = true;
  const shop = createDemoCompanionClient(demo);
  for (const email of ['ana@example.com', 'jonas.brandt-hofer@example.com', 'li@example.com']) {
    await shop.pay(undefined, { ...SUBSCRIPTION_ORDER_FIELDS, shopper: { email } });
  }
  await expect
    .poll(async () => (await shop.call<{ subscriptions: object[] }>('GET', '/v1/subscriptions')).subscriptions.length)
    .toBe(3);
}

const ITEM = { name: 'Stoneware mug', sku: 'MUG-1', unit_price: '63.40', quantity: 1 };

const go = async (page: Page, path: string): Promise<void> => {
  // One sign-in serves all: sign-ins are rate-limited.
  cookies ??= await signedIn(page);
  await page.context().addCookies(cookies);
  await page.goto(`${demo.companionUrl}/console#/${path}`);
  await page.locator('main h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};

async function signedIn(page: Page): Promise<Cookies> {
  await signIn(page, demo);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page.context().cookies();
}

/** Every screen of the console. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  'sign-in': async (page) => {
    await page.goto(`${demo.companionUrl}/console`);
    await page.getByLabel('API key').fill('not_a_key_of_this_shop');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
  overview: async (page) => {
    await go(page, 'overview');
    await page.locator('.chart').first().waitFor();
  },
  menu: async (page) => {
    await go(page, 'overview');
    const button = page.getByRole('button', { name: 'Menu' });
    if (await button.isVisible()) await button.click();
  },
  payments: (page) => go(page, 'payments'),
  payment: (page) => go(page, `payments/${paid}`),
  held: (page) => go(page, `payments/${held}`),
  'refund-dialog': async (page) => {
    await go(page, `payments/${paid}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel('Refund amount').fill('4000');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund/ })
      .click();
  },
  'refund-dialog-ready': async (page) => {
    await go(page, `payments/${paid}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('button', { name: 'Damaged' }).click();
  },
  refunds: (page) => go(page, 'refunds'),
  'subscriptions-empty': (page) => go(page, 'subscriptions'),
  subscriptions: async (page) => {
    await subscribe();
    await go(page, 'subscriptions');
    await page.getByText('3 shown').waitFor();
  },
  disputes: (page) => go(page, 'disputes'),
  sessions: (page) => go(page, 'sessions'),
  'link-dialog': async (page) => {
    await go(page, 'sessions');
    await page.getByRole('button', { name: /^New (payment )?link$/ }).click();
    await page.getByLabel('Item').fill('Pottery course');
    await page.getByLabel('Unit price').fill('45');
    await page.getByRole('button', { name: /^Create link/ }).click();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  },
  payouts: (page) => go(page, 'payouts'),
  issuing: (page) => go(page, 'issuing'),
  events: (page) => go(page, 'events'),
  event: (page) => go(page, `events/${event}`),
  audit: (page) => go(page, 'audit'),
};

for (const [name, show] of Object.entries(SCREENS)) {
  test(name, async () => {
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const { context, page } = await startBrowserVisit(browser, { viewport: { width, height: 800 }, colorScheme });
        await show(page);
        await waitUntilPageSettled(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${name} at ${String(width)} px scrolls sideways`).toBeLessThanOrEqual(0);
        await page.screenshot({
          path: join(folder, `console-${name}-${String(width)}-${colorScheme}.png`),
          fullPage: !name.includes('dialog') && name !== 'menu',
        });
        await context.close();
      }
    }
  });
}
