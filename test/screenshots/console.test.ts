import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { atRest } from '../support/at-rest.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { openConsoleShop, signIn, TEA_OF_THE_MONTH } from '../support/console-shop.ts';
import { startTestDemo } from '../support/test-demo.ts';

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

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  demo = await startTestDemo({ sandbox: { delays: { pendingPayment: 60_000 } } });
  const shop = openConsoleShop(demo);
  paid = await shop.pay(undefined, { order_no: 'A-10291', amount: '63.40', items: [ITEM] });
  await shop.call('POST', '/v1/refunds', {
    refunds: [{ payment_id: paid, refund_amount: '12.00', refund_reason: 'One cup was broken' }],
  });
  await shop.pay('4000000000009995');
  await shop.pay('4000000000005126', { shopper: { email: 'jonas.brandt-hofer@example.com' } });
  await shop.pay('4000000000000259', { amount: '129.90', items: [{ ...ITEM, unit_price: '129.90' }] });
  await shop.pay(undefined, { currency: 'USD', amount: '1840.00', items: [{ ...ITEM, unit_price: '1840.00' }] });
  await shop.pay(undefined, { currency: 'USD' });
  held = await shop.pay('4000000000009235');
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
  await shop.call('POST', '/v1/payouts', {
    payment_amount: '25.00',
    payment_currency: 'EUR',
    beneficiary: { name: 'Clay & Sons' },
  });
  event = (await shop.call<{ events: { id: string }[] }>('GET', `/v1/events?ref=${paid}`)).events[0]!.id;
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

/** Starts three subscriptions, once. */
async function subscribe(): Promise<void> {
  if (areSubscribed) return;
  areSubscribed = true;
  const shop = openConsoleShop(demo);
  for (const email of ['ana@example.com', 'jonas.brandt-hofer@example.com', 'li@example.com']) {
    await shop.pay(undefined, { ...TEA_OF_THE_MONTH, shopper: { email } });
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
    await page.getByRole('button', { name: 'New payment link' }).click();
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
        const { context, page } = await visit(browser, { viewport: { width, height: 800 }, colorScheme });
        await show(page);
        await atRest(page);
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
