import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { createTillgateClient } from '../../server/client/index.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import {
  seenEventsOf,
  fillIsolatedCard,
  isolatedFormOf,
  createDemoSession,
  openShopPage,
  startIsolatedShop,
} from '../support/isolated-shop.ts';
import { expectDemoLedgerToMatch } from '../support/shopper.ts';
import type { CreatedSession } from '../support/system.ts';

/** The shopper changes the basket in a second tab of the shop while the form of the first one is filled. */

let browser: Browser;
let demo: Demo;
let shopper: BrowserVisit;
let page: Page;
let session: CreatedSession;
let paid = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startIsolatedShop();
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

beforeEach(async () => {
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
  session = await createDemoSession(demo, { methods: ['card'], item_total: '24.00' });
});

afterEach(() => shopper.context.close());

/** The shop's server, as the second tab has it add a towel with a discount and shipping. */
async function addTowel(): Promise<void> {
  const tillgate = createTillgateClient({ url: demo.companionUrl, apiKey: demo.apiKey });
  const changed = await tillgate.sessions.update(session.id, {
    version: 1,
    amount: '60.40',
    items: [
      { name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 },
      { name: 'Linen tea towel', sku: 'TEE-3', unit_price: '34.50', quantity: 1 },
    ],
    item_total: '58.50',
    shipping: '4.90',
    discount: '3.00',
  });
  expect(changed).toMatchObject({ version: 2, amount: '60.40' });
}

const comeBack = (): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

async function expectPaid(form: Page | ReturnType<typeof isolatedFormOf>, amount: string): Promise<void> {
  await form.getByRole('heading', { name: 'Payment received' }).waitFor();
  paid += 1;
  await expectDemoLedgerToMatch(demo, paid);
  const tillgate = createTillgateClient({ url: demo.companionUrl, apiKey: demo.apiKey });
  const { payment_id: id } = await tillgate.sessions.get(session.id);
  expect((await tillgate.payments.get(id!)).amount).toBe(amount);
}

async function expectTyped(form: { getByLabel(label: string): Locator }): Promise<void> {
  expect(await form.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await form.getByLabel('Security code').inputValue()).toBe('123');
  expect(await form.getByLabel('Name on card').inputValue()).toBe('Ana Souza');
}

async function fillHostedCard(): Promise<void> {
  await page.goto(session.url);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
  await page.getByRole('button', { name: 'Pay €24.00' }).waitFor();
}

test('the hosted page shows the new sum with its lines and what is typed, and takes the new sum', async () => {
  await fillHostedCard();
  await addTowel();
  await comeBack();
  await page.getByRole('button', { name: 'Pay €60.40' }).waitFor();
  await page.getByText('Linen tea towel').waitFor();
  const summary = (await page.locator('.about').textContent())!.replace(/\s+/g, ' ');
  expect(summary).toContain('Shipping €4.90');
  expect(summary).toContain('Discount −€3.00');
  expect(summary).not.toContain('Total €24.00');
  await expectTyped(page);
  await page.getByRole('button', { name: 'Pay €60.40' }).click();
  await expectPaid(page, '60.40');
  expect(shopper.pageErrors).toEqual([]);
});

test('a shopper who presses the sum before is shown the new one, and charged nothing until it is pressed', async () => {
  await fillHostedCard();
  await addTowel();
  await page.getByRole('button', { name: 'Pay €24.00' }).click();
  await page.getByRole('alert').filter({ hasText: 'The order has changed, and nothing was charged.' }).waitFor();
  await page.getByText('Linen tea towel').waitFor();
  await expectDemoLedgerToMatch(demo, paid);
  await expectTyped(page);
  await page.getByRole('button', { name: 'Pay €60.40' }).click();
  await expectPaid(page, '60.40');
});

test('the isolated form shows the new sum when the page asks for it, and takes it', async () => {
  await openShopPage(page, demo, session);
  const form = isolatedFormOf(page);
  await fillIsolatedCard(form, '4242424242424242');
  await form.getByRole('button', { name: 'Pay €24.00' }).waitFor();
  await addTowel();
  await page.evaluate(() => document.querySelector('tillgate-checkout')!.update());
  await form.getByRole('button', { name: 'Pay €60.40' }).waitFor();
  await expectTyped(form);
  expect((await seenEventsOf(page)).filter(({ name }) => name === 'ready')).toHaveLength(2);
  await form.getByRole('button', { name: 'Pay €60.40' }).click();
  await expectPaid(form, '60.40');
});

test('an isolated form whose order changes while the page is asked about the payment pays nothing', async () => {
  const script = `document.addEventListener('tillgate-submit', (event) => {
    if (window.asked) return;
    window.asked = event.target.update();
    const until = performance.now() + 500;
    // The page is busy until the frame has the new order.
    while (performance.now() < until);
  });`;
  await openShopPage(page, demo, session, { script });
  const form = isolatedFormOf(page);
  await fillIsolatedCard(form, '4242424242424242');
  await form.getByRole('button', { name: 'Pay €24.00' }).waitFor();
  await addTowel();
  await form.getByRole('button', { name: 'Pay €24.00' }).click();
  await form.getByRole('button', { name: 'Pay €60.40' }).waitFor();
  await expectDemoLedgerToMatch(demo, paid);
  await form.getByRole('button', { name: 'Pay €60.40' }).click();
  await expectPaid(form, '60.40');
});

test('a form in the shop’s page shows the new sum after update, and takes it by a bank as well', async () => {
  session = await createDemoSession(demo, { methods: ['online_banking', 'card'] });
  await openShopPage(page, demo, session, { attributes: '' });
  await page.getByText('You approve €24.00').waitFor();
  await addTowel();
  await page.evaluate(() => document.querySelector('tillgate-checkout')!.update());
  await page.getByText('You approve €60.40').waitFor();
});
