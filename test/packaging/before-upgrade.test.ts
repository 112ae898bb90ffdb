import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { TillgateCheckout } from '../../widget/index.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { startPackedCompanionAndSandbox, type PackedSystem } from './support/packed-system.ts';
import { appFolderOf, pay, withShopServer } from './support/shop-window.ts';

let system: PackedSystem;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startPackedCompanionAndSandbox(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await system.close();
});

/** A page as a server writes it, with the tag in it; the element's script comes when `arrive` is called. */
async function onPage(
  body: string,
  use: (page: Page, arrive: () => Promise<void>, loads: () => string[]) => Promise<void>,
): Promise<void> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>${body}</body></html>`;
  const shop = { folder: appFolderOf('plain'), port: system.shopPort, pages: { '/': html } };
  await withShopServer(shop, async (origin) => {
    const { page, context, pageErrors: complaints } = await startBrowserVisit(browser);
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/checkout/session') && request.method() === 'GET')
        loads.push(request.headers()['authorization'] ?? '');
    });
    await page.goto(origin);
    const arrive = async (): Promise<void> => {
      await page.addScriptTag({ type: 'module', url: `${system.url}/widget/tillgate.js` });
      await page.waitForFunction(() => customElements.get('tillgate-checkout') !== undefined);
    };
    await use(page, arrive, () => loads);
    expect(complaints).toEqual([]);
    await context.close();
  });
}

describe('element tag on the page before its script', () => {
  test('an element keeps the attributes set before its upgrade', async () => {
    const { id, token } = await system.openSession();
    const tag = `<tillgate-checkout session="${token}" layout="tabs" challenge-window="02" theme="dark"></tillgate-checkout>`;
    await onPage(tag, async (page, arrive, loads) => {
      await arrive();
      await page.getByLabel('Card number').waitFor();
      const kept = await page.evaluate(() => {
        const { layout, challengeWindow, theme } = document.querySelector('tillgate-checkout')!;
        return { layout, challengeWindow, theme };
      });
      expect(kept).toEqual({ layout: 'tabs', challengeWindow: '02', theme: 'dark' });
      expect(loads()).toEqual([`Bearer ${token}`]);
      await pay(page);
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await system.statusOf(id)).toBe('paid');
    });
  });

  test('an element keeps the properties and listeners set before its upgrade', async () => {
    const { token } = await system.openSession();
    await onPage('<tillgate-checkout layout="tabs"></tillgate-checkout>', async (page, arrive, loads) => {
      await page.evaluate((session) => {
        const element = document.querySelector('tillgate-checkout') as TillgateCheckout;
        const asked: string[] = [];
        Object.assign(element, { session, labels: { pay: 'Buy for {amount}' }, layout: 'accordion' });
        element.fetcher = (input, init) => {
          asked.push(input);
          return fetch(input, init);
        };
        element.addEventListener('tillgate-ready', () => (document.title = `ready after ${String(asked.length)}`));
      }, token);
      await arrive();
      await page.getByRole('button', { name: 'Buy for €24.00' }).waitFor();
      expect(await page.title()).toBe('ready after 1');
      expect(loads()).toEqual([`Bearer ${token}`]);
      const own = await page.evaluate(() => {
        const element = document.querySelector('tillgate-checkout') as TillgateCheckout;
        element.labels = { pay: 'Pay {amount} now' };
        return { layout: element.layout, own: Object.getOwnPropertyNames(element).filter((name) => name in element) };
      });
      expect(own.layout).toBe('accordion');
      for (const name of ['session', 'labels', 'layout', 'fetcher']) expect(own.own).not.toContain(name);
      await page.getByRole('button', { name: 'Pay €24.00 now' }).waitFor();
    });
  });

  test('an element inside another shadow root works, and its events leave the root', async () => {
    const { token } = await system.openSession();
    const shell = `<div id="shell"><template shadowrootmode="open"><tillgate-checkout session="${token}"></tillgate-checkout></template></div>`;
    await onPage(shell, async (page, arrive) => {
      await page.evaluate(() => {
        document.body.addEventListener('tillgate-complete', (event) => (document.title = event.status));
      });
      await arrive();
      await pay(page);
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await page.title()).toBe('paid');
    });
  });

  test('several elements on one page each use their own session', async () => {
    const [first, second] = [await system.openSession(), await system.openSession()];
    const tags = [first, second].map(({ token }) => `<tillgate-checkout session="${token}"></tillgate-checkout>`);
    await onPage(tags.join(''), async (page, arrive, loads) => {
      await arrive();
      await page.getByLabel('Card number').nth(1).waitFor();
      const one = page.locator('tillgate-checkout').nth(1);
      await one.getByLabel('Card number').fill('4242424242424242');
      await one.getByLabel('Expiry date').fill('12/31');
      await one.getByLabel('Security code').fill('123');
      await one.getByLabel('Name on card').fill('Ana Souza');
      await one.getByRole('button', { name: /^Pay/ }).click();
      await one.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await system.statusOf(second.id)).toBe('paid');
      expect(await system.statusOf(first.id)).toBe('open');
      expect(loads().sort()).toEqual([`Bearer ${first.token}`, `Bearer ${second.token}`].sort());
    });
  });
});
