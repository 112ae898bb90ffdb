import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { waitUntilPageSettled } from '../support/page-settled.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import {
  challengeFrameOf,
  expectPaidPage,
  fillOnlineBanking,
  fillCard,
  goToCheckout,
  openGatewayPage,
  payButton,
  payByCard,
} from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

const folder = new URL('./', import.meta.url).pathname;
const WIDTHS = [360, 768, 1280];
/** Overlays stand in the viewport, and the API page is too long. */
const VIEWPORT_ONLY = ['challenge', 'gateway-page', 'docs'];
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  demo = await startTestDemo({
    sandbox: { delays: { pendingPayment: 4_000 } },
  });
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

/** Every screen of shop, element and issuers, in the order in which a shopper meets them. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  shop: async (page) => {
    await page.goto(demo.shopUrl);
  },
  'shop-brasil': async (page) => {
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Brazil · BRL' }).click();
    await page.getByText('R$\u00a0149,00').waitFor();
  },
  'checkout-brasil': (page) => goToCheckout(page, demo, 'Brazil · BRL'),
  basket: async (page) => {
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Add Tea pot to the basket' }).click();
  },
  checkout: (page) => goToCheckout(page, demo),
  mistakes: async (page) => {
    await goToCheckout(page, demo);
    await page.getByLabel('Card number').fill('4242424242424241');
    await payButton(page).click();
  },
  filled: async (page) => {
    await goToCheckout(page, demo);
    await fillCard(page, '5555555555554444');
  },
  declined: async (page) => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000009995');
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  },
  challenge: async (page) => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000003220');
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).waitFor();
  },
  'another-way': async (page) => {
    await goToCheckout(page, demo);
    await fillOnlineBanking(page);
  },
  bank: async (page) => {
    await SCREENS['another-way']!(page);
    await page.getByRole('button', { name: /^(Pay|Continue)/ }).click();
    await page.getByRole('button', { name: 'Approve payment' }).waitFor();
  },
  'back-from-bank': async (page) => {
    await SCREENS['bank']!(page);
    await page.goBack();
    await page.getByRole('button', { name: 'Cancel this and pay another way' }).waitFor();
  },
  checking: async (page) => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000009235');
    await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
  },
  paid: async (page) => {
    await goToCheckout(page, demo);
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
  },
  hosted: async (page) => {
    await goToCheckout(page, demo);
    const token = await page.locator('tillgate-checkout').getAttribute('session');
    await page.goto(`${demo.companionUrl}/pay/${String(token)}`);
    await page.getByLabel('Card number').waitFor();
  },
  requests: async (page) => {
    await goToCheckout(page, demo);
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await page.getByText('For developers').click();
    await page.getByRole('link', { name: 'Gateway requests' }).click();
    await page.getByText('/v1/authorise').waitFor();
  },
  orders: async (page) => {
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Subscribe to Tea of the month' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await page.goto(`${demo.shopUrl}/orders`);
    await page.getByText('For developers').click();
    await page.getByRole('button', { name: 'Advance one month' }).click();
    await expect
      .poll(async () => {
        await page.goto(`${demo.shopUrl}/orders`);
        return (await page.locator('.order tbody tr').count()) + (await page.getByText('signed events').count());
      })
      .toBe(3);
  },
  'gateway-page': async (page) => {
    await openGatewayPage(page, demo);
    await challengeFrameOf(page).getByRole('button', { name: /^Pay / }).waitFor();
  },
  docs: async (page) => {
    await page.goto(`${demo.companionUrl}/docs`);
    await page.getByRole('heading', { name: 'Merchant API' }).waitFor();
  },
  sandbox: async (page) => {
    await page.goto(demo.gatewayUrl);
  },
};

for (const [name, go] of Object.entries(SCREENS)) {
  test(name, async () => {
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const { context, page } = await startBrowserVisit(browser, { viewport: { width, height: 800 }, colorScheme });
        await go(page);
        await waitUntilPageSettled(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${name} at ${String(width)} px scrolls sideways`).toBeLessThanOrEqual(0);
        await page.screenshot({
          path: join(folder, `${name}-${String(width)}-${colorScheme}.png`),
          fullPage: !VIEWPORT_ONLY.includes(name),
        });
        await context.close();
      }
    }
  });
}
