import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { expectPaidPage, goToCheckout, openGatewayPage, payByCard } from '../support/shopper.ts';
import { expectMatchingLedgerAndCleanPages, startTestDemo } from '../support/test-demo.ts';

let browser: Browser;
let demo: Demo;
let shopper: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

beforeEach(async () => {
  demo = await startTestDemo({
    sandbox: { delays: { pendingPayment: 1_500 }, notificationRetryDelay: 100 },
    companion: { reconcileEvery: 100 },
  });
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
});

afterEach(async () => {
  await shopper.context.close();
  await demo.close();
});

const finish = (paidOrders: number): Promise<void> => expectMatchingLedgerAndCleanPages(demo, shopper, paidOrders);

const rows = (): ReturnType<Page['locator']> => page.locator('.order tbody tr');

/** By the control for developers, above the page. */
async function advanceOneMonth(): Promise<void> {
  await page.getByText('For developers').click();
  await page.getByRole('button', { name: 'Advance one month' }).click();
}

/** Reloads the orders until they show a text: renewals and events arrive later. */
async function ordersWith(text: string | RegExp): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`${demo.shopUrl}/orders`);
        return page.locator('body').textContent();
      },
      { interval: 200 },
    )
    .toMatch(text);
}

test('a subscription renews for three months, each renewal is a payment, and none follows its cancellation', async () => {
  await page.goto(demo.shopUrl);
  await page.getByRole('button', { name: 'Subscribe to Tea of the month' }).click();
  await page.getByRole('link', { name: 'Go to checkout' }).click();
  await page.getByText('is charged to the same card every month').waitFor();
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
  await page.getByRole('link', { name: 'See my order' }).click();
  await page.getByText('renews every month').waitFor();
  for (let month = 1; month <= 3; month += 1) {
    await advanceOneMonth();
    await expect
      .poll(
        async () => {
          await page.goto(`${demo.shopUrl}/orders`);
          return rows().count();
        },
        { interval: 200 },
      )
      .toBe(month + 1);
  }
  // Each payment names the month that it is for, newest first.
  expect(await rows().allTextContents()).toEqual(
    ['Renewal 3', 'Renewal 2', 'Renewal 1', 'First month'].map(
      (month) => expect.stringMatching(new RegExp(`${month}\\s+Visa\\s••••\\s4242\\s+€18\\.00\\s+Paid`)) as string,
    ),
  );
  const periods = await rows().locator('td:first-child').allInnerTexts();
  expect(new Set(periods.map((text) => text.split('\n')[0])).size).toBe(4);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('is cancelled: no further renewals.').waitFor();
  for (let month = 0; month < 3; month += 1) await advanceOneMonth();
  demo.sandbox.state.clock.advance(400 * 86_400_000);
  await ordersWith('subscription.cancelled');
  expect(await rows().count()).toBe(4);
  await finish(4);
});

test('a refund of an order is shown in the shop and reported by signed webhooks', async () => {
  await goToCheckout(page, demo);
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
  await page.getByRole('link', { name: 'See my order' }).click();
  await page.getByRole('button', { name: 'Ask for a refund' }).click();
  await page.getByText('refunded: €24.00').waitFor();
  await ordersWith(/payment\.paid[\s\S]*payment\.refunded/);
  await page.goto(`${demo.shopUrl}/requests`);
  await page.getByText('POST /v1/refund', { exact: true }).waitFor();
  await finish(1);
});

describe('redirect payment on the gateway’s page', () => {
  test('the gateway’s page opens in a frame of the shop’s page, and the order is paid', async () => {
    await openGatewayPage(page, demo);
    await page.getByRole('heading', { name: 'Card payment' }).waitFor();
    const frame = page.frameLocator('tillgate-checkout iframe');
    await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
    await frame.getByRole('button', { name: /^Pay / }).click();
    await expectPaidPage(page);
    await finish(1);
  });

  test('a challenge of the gateway’s page completes in the frame', async () => {
    await openGatewayPage(page, demo);
    const frame = page.frameLocator('tillgate-checkout iframe');
    await frame.getByLabel('Card number').fill('4000 0000 0000 3220');
    await frame.getByRole('button', { name: /^Pay / }).click();
    await frame.getByRole('button', { name: 'Approve payment' }).click();
    await expectPaidPage(page);
    await finish(1);
  });
});

test('the gateway’s own page replaces the hosted page and redirects to the shop', async () => {
  const opened = await fetch(`${demo.companionUrl}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      order_no: 'HOSTED-1',
      currency: 'EUR',
      amount: '24.00',
      items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }],
      return_url: `${demo.shopUrl}/`,
      methods: [{ method: 'gateway_page', display: 'redirect' }],
      shopper: { email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' },
    }),
  });
  const session = (await opened.json()) as { id: string; url: string };
  await page.goto(session.url);
  await page.getByRole('button', { name: /^(Pay|Continue)/ }).click();
  await page.waitForURL(/\/v1\/checkout$/);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(new RegExp(`session_id=${session.id}`));
  const state = await fetch(`${demo.companionUrl}/v1/sessions/${session.id}`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
  });
  expect(await state.json()).toMatchObject({ status: 'paid' });
  await finish(1);
});

test('axe finds no violation on the orders, catalogue, API and sandbox pages', async () => {
  await goToCheckout(page, demo);
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
  const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const colorScheme of ['light', 'dark'] as const) {
    // The page's policy would block axe, so the context bypasses it.
    const checked = await browser.newContext({ colorScheme, bypassCSP: true });
    await checked.addCookies(await shopper.context.cookies());
    const tab = await checked.newPage();
    for (const url of [`${demo.shopUrl}/orders`, `${demo.shopUrl}/`, `${demo.companionUrl}/docs`, demo.gatewayUrl]) {
      await tab.goto(url);
      await tab.evaluate(axe);
      const found = await tab.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
      const faults = found.violations.map(({ id, nodes }) => `${url} ${id}: ${nodes[0]?.html ?? ''}`);
      expect(faults, colorScheme).toEqual([]);
    }
    await checked.close();
  }
});

test('the API page lists every call, sends one, and loads nothing from other origins', async () => {
  await page.goto(`${demo.companionUrl}/docs`);
  await page.getByRole('heading', { name: 'Merchant API' }).waitFor();
  const list = page.locator('#listPayments');
  await list.getByText('Try it').click();
  await list.getByRole('button', { name: 'Send' }).click();
  await list.getByText('Give an API key').waitFor();
  await page.getByLabel('API key', { exact: true }).fill(demo.apiKey);
  await list.getByRole('button', { name: 'Send' }).click();
  await list.locator('output').getByText('"next_cursor": null').waitFor();
  await page.locator('#createSession').getByText('Try it').click();
  await page.locator('#createSession').getByRole('button', { name: 'Send' }).click();
  await page.locator('#createSession output').getByText('"token": "tgs_').waitFor();
  expect(shopper.pageErrors).toEqual([]);
});

test('the API page finds calls by a search, shows samples in the chosen language, and reveals the key', async () => {
  await page.goto(`${demo.companionUrl}/docs`);
  const key = page.getByLabel('API key', { exact: true });
  expect(await key.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show API key' }).click();
  expect(await key.getAttribute('type')).toBe('text');

  const create = page.locator('#createSession');
  await create.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await create.getByRole('tabpanel', { name: 'Node' }).getByText('tillgate.sessions.create').waitFor();
  await page.keyboard.press('End');
  await create.getByRole('tabpanel', { name: 'PHP' }).getByText('curl_init').waitFor();
  expect(await create.getByRole('tabpanel').count()).toBe(1);
  await page.locator('#listSessions').getByRole('tabpanel', { name: 'PHP' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('refund list');
  await page.getByText('1 call', { exact: true }).waitFor();
  expect(await page.locator('article:visible').evaluateAll((found) => found.map(({ id }) => id))).toEqual([
    'listRefunds',
  ]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#listRefunds$/);
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await create.waitFor();
  expect(shopper.pageErrors).toEqual([]);
});
