import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { serve, type RunningServer } from '../../server/index.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { challengeFrameOf, expectDemoLedgerToMatch, fillCard } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

/** The page that `widget/docs/from-braintree.md` moves over from Drop-in, on a shop's own origin. */

const manual = readFileSync(new URL('../../widget/docs/from-braintree.md', import.meta.url), 'utf8');
const [, movedPage = ''] = /<!-- the page moved over -->\n```html\n(.*?)```/s.exec(manual) ?? [];
const THANKS = '<!doctype html><html lang="en"><title>Thanks</title><link rel="icon" href="data:,"><h1>Thanks</h1>';

let browser: Browser;
let demo: Demo;
let shop: RunningServer;
let page: string;
let shopper: BrowserVisit;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  shop = await serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
      const html = pathname === '/thank-you' ? THANKS : page;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
  demo = await startTestDemo({ companion: { allowedOrigins: [shop.url] } });
  shopper = await startBrowserVisit(browser);
  const integrity = (await (await fetch(`${demo.companionUrl}/widget/integrity.json`)).json()) as Record<
    string,
    string
  >;
  page = movedPage
    .replace('https://pay.shop.example', demo.companionUrl)
    .replace('sha384-...', integrity['tillgate.js']!)
    .replace('tgs_...', await openSession());
  await shopper.page.goto(shop.url);
  await shopper.page.getByLabel('Card number').waitFor();
});

afterEach(async () => {
  await shopper.context.close();
  await demo.close();
  await shop.close();
});

async function openSession(): Promise<string> {
  const response = await fetch(`${demo.companionUrl}/v1/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      order_no: 'B-1',
      currency: 'EUR',
      amount: '24.00',
      items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }],
      return_url: `${shop.url}/thank-you`,
      locale: 'en',
    }),
  });
  return ((await response.json()) as { token: string }).token;
}

const purchase = () => shopper.page.getByRole('button', { name: 'Purchase' });

async function expectThanks(): Promise<void> {
  await shopper.page.waitForURL(/\/thank-you\?session_id=ses_/);
  await expectDemoLedgerToMatch(demo, 1);
  expect(shopper.pageErrors).toEqual([]);
}

test('the page moved over from Drop-in enables its own button with a complete card, and pays', async () => {
  expect(await purchase().isDisabled()).toBe(true);
  expect(await shopper.page.getByRole('button').count()).toBe(1);
  await fillCard(shopper.page, '4242424242424242');
  await purchase().click();
  await expectThanks();
});

test('a shopper whose card is declined pays with another card on the page moved over from Drop-in', async () => {
  await fillCard(shopper.page, '4000000000009995');
  await purchase().click();
  await shopper.page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
  expect(await shopper.page.getByLabel('Name on card').inputValue()).toBe('Ana Souza');
  await shopper.page.getByLabel('Card number').fill('4242424242424242');
  await shopper.page.getByLabel('Security code').fill('123');
  await purchase().click();
  await expectThanks();
});

test('a shopper confirms a challenge on the page moved over from Drop-in', async () => {
  await fillCard(shopper.page, '4000000000003220');
  await purchase().click();
  await challengeFrameOf(shopper.page).getByRole('button', { name: 'Approve payment' }).click();
  await expectThanks();
});
