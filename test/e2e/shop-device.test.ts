import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import {
  fillIsolatedCard,
  isolatedFormOf,
  createDemoSession,
  openShopPage,
  startIsolatedShop,
} from '../support/isolated-shop.ts';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await launchBrowser();
  const cookies = { cookie_new: ['seen'], cookie_old: ['known'], vendor_token: 'risk' };
  demo = await startIsolatedShop({
    companion: { profile: { cookies, methods: { online_banking: {}, pix: {}, boleto: {} } } },
  });
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

interface Received {
  operation: string;
  fields: Record<string, unknown>;
}

/** What the gateway received with the last payment. */
async function received(): Promise<Record<string, unknown>> {
  const response = await fetch(`${demo.gatewayUrl}/control/requests`);
  const body = (await response.json()) as Received[] | { requests: Received[] };
  const requests = Array.isArray(body) ? body : body.requests;
  return requests.filter(({ operation }) => operation === 'authorise').at(-1)?.fields ?? {};
}

// Cookies ignore ports. The path of the shop's page keeps them from the companion's pages on this machine.
const script =
  "for (const pair of ['seen=1', 'known=2', 'risk=tok', 'private=no']) document.cookie = pair + '; path=/form';";

test.each(['', 'isolated'])(
  'cookies of the shop’s page and its device data on the element reach the gateway (attributes: %j)',
  async (attributes) => {
    const shopper = await startBrowserVisit(browser);
    const { page } = shopper;
    await openShopPage(page, demo, await createDemoSession(demo, { methods: ['card'] }), { attributes, script });
    const form = attributes === '' ? page : isolatedFormOf(page);
    await form.getByLabel('Card number').waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('tillgate-checkout') as unknown as { device: object };
      element.device = { platform_source: 'shop-web', session_id: 'visit-9' };
    });
    await fillIsolatedCard(form as ReturnType<typeof isolatedFormOf>, '4242424242424242');
    await form.getByRole('button', { name: /^Pay €/ }).click();
    await form.getByRole('heading', { name: 'Payment received' }).waitFor();
    const fields = await received();
    expect(fields).toMatchObject({
      cookie_new: 'seen=1',
      cookie_old: 'known=2',
      forter_token_cookie: 'tok',
      platform_source: 'shop-web',
      session_id: 'visit-9',
    });
    expect(JSON.stringify(fields)).not.toContain('private');
    await shopper.context.close();
  },
);
