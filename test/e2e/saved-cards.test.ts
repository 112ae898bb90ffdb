import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { challengeFrameOf, expectPaidPage, fillCard } from '../support/shopper.ts';
import { expectMatchingLedgerAndCleanPages, startTestDemo } from '../support/test-demo.ts';

/** The page "Saved cards" of the demo shop: `<tillgate-cards>` from its script tag. */

let browser: Browser;
let demo: Demo;
let shopper: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  demo = await startTestDemo({ companion: { reconcileEvery: 100 } });
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
  await page.goto(`${demo.shopUrl}/cards`);
});
afterEach(async () => {
  await shopper.context.close();
  await demo.close();
});

const rows = () => page.locator('tillgate-cards li');

async function addCard(number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click();
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
}

test('a card that is added with 3-D Secure pays the next order with one click', async () => {
  await page.getByText('No saved cards yet.').waitFor();
  await addCard('4000000000003220');
  await challengeFrameOf(page).getByRole('button', { name: 'Approve' }).click();
  await rows().first().waitFor();
  expect(await rows().allTextContents()).toEqual([expect.stringContaining('Visa ending in 3220')]);
  await page.getByText('The card was added.').waitFor();
  expect(page.url()).toBe(`${demo.shopUrl}/cards`);
  await page.goto(demo.shopUrl);
  await page.getByRole('button', { name: 'Add Morning mug to the basket' }).click();
  await page.getByRole('link', { name: 'Go to checkout' }).click();
  await page.getByRole('radio', { name: 'Visa ending in 3220' }).waitFor();
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await challengeFrameOf(page).getByRole('button', { name: 'Approve' }).click();
  await expectPaidPage(page);
  await expectMatchingLedgerAndCleanPages(demo, shopper, 2);
});

test('a declined card is not saved, and another one is tried in the same form', async () => {
  await addCard('4000000000000002');
  await page.getByText('Payment declined').waitFor();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
  await rows().first().waitFor();
  expect(await rows().allTextContents()).toEqual([expect.stringContaining('Visa ending in 4242')]);
  await expectMatchingLedgerAndCleanPages(demo, shopper, 1);
});

test('the keyboard alone adds two cards, chooses the default and removes one', async () => {
  for (const number of ['4242424242424242', '5555555555554444']) {
    await page.getByRole('button', { name: 'Add a card' }).press('Enter');
    await fillCard(page, number);
    await page.getByRole('button', { name: 'Save card' }).press('Enter');
    await rows()
      .filter({ hasText: number.slice(-4) })
      .waitFor();
  }
  await page.getByRole('button', { name: 'Make default: Visa ending in 4242' }).press('Enter');
  await page.getByText('Visa ending in 4242 is now the default.').waitFor();
  await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).press('Enter');
  await page
    .getByRole('group', { name: 'Remove Mastercard ending in 4444' })
    .getByRole('button')
    .first()
    .press('Enter');
  await expect.poll(() => rows().count()).toBe(1);
  await page.reload();
  await rows().first().waitFor();
  expect(await rows().allTextContents()).toEqual([expect.stringMatching(/Visa ending in 4242.*Default/s)]);
  await expectMatchingLedgerAndCleanPages(demo, shopper, 2);
});

test('the list fits a narrow screen, and another visitor sees none of the cards', async () => {
  await addCard('4242424242424242');
  await rows().first().waitFor();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `at ${String(width)} px`).toBeLessThanOrEqual(0);
  }
  const other = await startBrowserVisit(browser);
  await other.page.goto(`${demo.shopUrl}/cards`);
  await other.page.getByText('No saved cards yet.').waitFor();
  expect(other.pageErrors).toEqual([]);
  await other.context.close();
  await expectMatchingLedgerAndCleanPages(demo, shopper, 1);
});
