import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { createDemoSession, shopUrlOf, startIsolatedShop } from '../support/isolated-shop.ts';
import { expectDemoLedgerToMatch } from '../support/shopper.ts';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const ORDER = {
  order_no: 'A-1029-7',
  amount: '63.40',
  items: [
    { name: 'Stoneware mug, speckled, 350 ml', sku: 'MUG-1', unit_price: '12.00', quantity: 2 },
    { name: 'Linen tea towel', sku: 'TEE-3', unit_price: '34.50', quantity: 1 },
  ],
  item_total: '58.50',
  shipping: '4.90',
};

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await launchBrowser();
  const branding = { shopName: 'Möbel & Söhne', shopLogo: undefined, theme: '{"color-primary":"#0a6b4d"}' };
  demo = await startIsolatedShop({ companion: branding });
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

const widest = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the hosted page shows the order, takes the payment and links back to the shop', async () => {
  const { page, pageErrors: complaints, context } = await startBrowserVisit(browser);
  const session = await createDemoSession(demo, { ...ORDER, cancel_url: `${shopUrlOf(demo)}/back?cancelled` });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(session.url);
  await page.getByRole('button', { name: 'Pay €63.40' }).waitFor();
  expect(requested).not.toContain('/checkout/session');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Order A-1029-7');
  await page.getByText('Linen tea towel').waitFor();
  expect(await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toContain('back?cancelled');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
  await page.getByRole('button', { name: 'Pay €63.40' }).click();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Back at the shop' }).waitFor();
  await expectDemoLedgerToMatch(demo, 1);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['en', 'light', 360],
  ['de', 'dark', 768],
  ['ar', 'light', 1280],
  ['ar', 'dark', 360],
] as const)(
  'the hosted page in %s, %s, %i px wide has no axe violation and no sideways scroll',
  async (locale, colorScheme, width) => {
    // axe is brought in from outside the page, which its policy would not let in.
    const {
      page,
      pageErrors: complaints,
      context,
    } = await startBrowserVisit(browser, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    const session = await createDemoSession(demo, { ...ORDER, locale });
    await page.goto(session.url);
    await page.locator('tillgate-checkout').locator('button.pay').waitFor();
    expect(await widest(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    const summary = page.locator('.order summary');
    if (await summary.isVisible()) await summary.click();
    await page.evaluate(AXE);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await page.goto(`${demo.companionUrl}/pay/tgs_unknown`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await widest(page)).toBeLessThanOrEqual(0);
    // The browser logs the 404 itself.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await context.close();
  },
);
