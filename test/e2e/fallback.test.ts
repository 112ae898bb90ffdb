import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { createDemoSession, startIsolatedShop } from '../support/isolated-shop.ts';
import { expectPaidPage, goToCheckout, payByCard } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

let browser: Browser;
let demo: Demo;
let visitor: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo();
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});
beforeEach(async () => {
  visitor = await startBrowserVisit(browser);
  page = visitor.page;
});
afterEach(() => visitor.context.close());

const block = (route: Route): Promise<void> => route.abort('blockedbyclient');
const fallback = () => page.locator('tillgate-checkout .unloaded');

async function enterCheckout(): Promise<void> {
  await page.goto(demo.shopUrl);
  await page.getByRole('button', { name: 'Add Morning mug to the basket' }).click();
  await page.getByRole('link', { name: 'Go to checkout' }).click();
}

describe('fallback content of the element', () => {
  test('the fallback content is shown if the script is blocked, and links to the hosted page', async () => {
    await page.route('**/widget/tillgate.js', block, { times: 1 });
    await enterCheckout();
    await fallback().getByText('The payment form did not load.').waitFor({ state: 'visible' });
    await fallback().getByRole('link', { name: 'Pay on the payment page' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(page.url()).toContain(`${demo.companionUrl}/pay/`);
    await payByCard(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  });

  test('the fallback content stays hidden while the script loads and once the element is defined', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/widget/tillgate.js', async (route) => {
      await held;
      await route.continue();
    });
    // The page counts as loaded only with its script.
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Add Morning mug to the basket' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click({ noWaitAfter: true });
    await fallback().waitFor({ state: 'attached' });
    // Nothing is painted before the page's stylesheet, which a question about the layout does not wait for.
    await page.waitForFunction(() => {
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      return sheets.length > 0 && sheets.every(({ sheet }) => sheet !== null);
    });
    expect(await fallback().isVisible()).toBe(false);
    release();
    await page.getByLabel('Card number').waitFor();
    expect(await fallback().evaluate((element) => element.getClientRects().length)).toBe(0);
  });

  test('the hosted page shows a retry link if the script is blocked', async () => {
    const shop = await startIsolatedShop();
    const { url } = await createDemoSession(shop, { locale: 'de' });
    await page.route('**/widget/tillgate.js', block, { times: 1 });
    await page.goto(url);
    await page.getByText('Das Zahlungsformular konnte nicht geladen werden').waitFor({ state: 'visible' });
    await page.getByRole('link', { name: 'Erneut versuchen' }).click();
    await page.getByLabel('Kartennummer').waitFor();
    expect(await page.getByText('Das Zahlungsformular konnte nicht geladen werden').isVisible()).toBe(false);
    await shop.close();
  });
});

describe('content of the slot fallback', () => {
  const link = (of: Page) => of.getByRole('link', { name: 'Pay on the payment page' });

  /** A page of the shop with the element and a fallback. */
  async function openPage(of: Page): Promise<void> {
    const { shopUrl, companionUrl } = demo;
    const token = 'tgs_any';
    const address = `${shopUrl}/fallback-page`;
    const body = `<!doctype html><title>Shop</title>
      <script type="module" src="${companionUrl}/widget/tillgate.js" crossorigin></script>
      <tillgate-checkout session="${token}" server="${companionUrl}">
        <p slot="fallback"><a href="${companionUrl}/pay/${token}">Pay on the payment page</a></p>
      </tillgate-checkout>`;
    await of.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
    await of.goto(address);
  }

  test('without JavaScript the content is shown', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await openPage(plain);
    await link(plain).waitFor({ state: 'visible' });
    await context.close();
  });

  test('the content is shown if the script is blocked', async () => {
    await page.route('**/widget/tillgate.js', block);
    await openPage(page);
    await link(page).waitFor({ state: 'visible' });
  });

  test('the content is hidden while the form stands, and shown below the error of a session that cannot be loaded', async () => {
    await goToCheckout(page, demo);
    const element = page.locator('tillgate-checkout');
    await element.evaluate((node) => {
      const content = document.createElement('a');
      content.href = '/pay';
      content.slot = 'fallback';
      content.textContent = 'Pay on the payment page';
      node.replaceChildren(content);
    });
    await page.getByLabel('Card number').waitFor();
    expect(await link(page).isVisible()).toBe(false);
    await element.evaluate((node) => {
      node.setAttribute('session', 'tgs_unknown');
    });
    await page.getByRole('heading', { name: 'The payment form could not be loaded' }).waitFor();
    await link(page).waitFor({ state: 'visible' });
  });
});

test('an element whose chunks fail to load shows an error and loads them on retry', async () => {
  await page.route('**/widget/chunks/**', block);
  await enterCheckout();
  await page.getByRole('heading', { name: 'The payment form could not be loaded' }).waitFor();
  expect(await fallback().isVisible()).toBe(false);
  await page.unroute('**/widget/chunks/**', block);
  await page.getByRole('button', { name: 'Try again' }).click();
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
});

test('an element whose later chunks fail to load still takes a card', async () => {
  await goToCheckout(page, demo);
  await page.route('**/widget/chunks/**', block);
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
});
