import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from './browser.ts';
import { TEST_SESSION_FIELDS, nextOrderNo, createCardSubmit } from './system.ts';
import { startTestDemo } from './test-demo.ts';

/** A demo with its console, and a browser with a signed-in session. */
export interface ConsoleFixture {
  browser: Browser;
  demo: Demo;
  shop: DemoShopClient;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** Opens a signed-in browser context. */
  openPage(): Promise<BrowserVisit>;
  /** Closes a browser context and asserts that its page logged no errors. */
  closePage(person: BrowserVisit): Promise<void>;
  close(): Promise<void>;
}

/** @param keys API keys of the companion beside the demo's own; the first one signs in */
export async function startConsoleFixture(
  ...keys: readonly [`${string}:${string}`, ...string[]]
): Promise<ConsoleFixture> {
  const browser = await launchBrowser();
  const demo = await startTestDemo({
    sandbox: { delays: { pendingPayment: 120_000 } },
    companion: {
      apiKeys: ['demo_key_for_the_demo_shop_only:pay+refund+payout+resolve+issue+users+read', ...keys].join(','),
      // Reconciliation would change payments during the tests.
      reconcileEvery: 0,
      webhooks: { erp: { url: 'http://127.0.0.1:9/', secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` } },
    },
  });
  const first = await startBrowserVisit(browser);
  await signIn(first.page, demo, keys[0].split(':')[0]);
  await first.page.getByRole('heading', { name: 'Overview' }).waitFor();
  const cookies = await first.context.cookies();
  expect(first.pageErrors).toEqual([]);
  await first.context.close();
  return {
    browser,
    demo,
    shop: createDemoCompanionClient(demo),
    cookies,
    async openPage() {
      const person = await startBrowserVisit(browser);
      await person.context.addCookies(cookies);
      return person;
    },
    async closePage(person) {
      await person.context.close();
      // Chromium logs failed requests itself; anything else is an error of the page.
      expect(person.pageErrors.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
    },
    async close() {
      await browser.close();
      await demo.close();
    },
  };
}

/** Calls the merchant API and pays as a shopper. */
export interface DemoShopClient {
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** Pays with a sandbox card; returns the payment ID. */
  pay(card?: string, order?: object): Promise<string>;
}

export function createDemoCompanionClient(demo: Demo): DemoShopClient {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${demo.companionUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    call,
    async pay(card, order) {
      const session = await call<{ token: string }>('POST', '/v1/sessions', {
        ...TEST_SESSION_FIELDS,
        return_url: `${demo.shopUrl}/thank-you`,
        order_no: nextOrderNo(),
        ...order,
      });
      const response = await fetch(`${demo.companionUrl}/checkout/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.token}`,
          'content-type': 'application/json',
          origin: new URL(demo.shopUrl).origin,
        },
        body: JSON.stringify(createCardSubmit(card)),
      });
      return ((await response.json()) as { payment_id: string }).payment_id;
    },
  };
}

/** The order fields of a first payment of a subscription. */
export const SUBSCRIPTION_ORDER_FIELDS = {
  subscription: {
    contract: 'Y',
    contract_name: 'Tea of the month',
    contract_amount: '24.00',
    interval: 'month',
    interval_count: '1',
  },
};

export async function signIn(page: Page, demo: Demo, key = demo.apiKey): Promise<void> {
  await page.goto(`${demo.companionUrl}/console`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
