import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { startPackedCompanionAndSandbox, type PackedSystem } from './support/packed-system.ts';
import { fillTestCard, appFolderOf, runTool, withShopServer } from './support/shop-window.ts';

/** What development builds of React and Lit say of themselves. */
const ADVICE = /React DevTools|Lit is in dev mode|change-in-update/;

let system: PackedSystem;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startPackedCompanionAndSandbox(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await system.close();
});

// Development builds: only there StrictMode runs every effect twice.
describe.each(['react', 'react-18'])('%s component in StrictMode', (app) => {
  beforeAll(async () => {
    const words = ['build', '--mode', 'development', '--outDir', 'dev', '--logLevel', 'error'];
    await runTool('vite', app, words, 'development');
  });

  /** The shop's page with a session; gives how often the session was loaded and what was complained about. */
  async function onPage(
    use: (page: Page, seen: { loads: () => number; told: () => Promise<string> }) => Promise<void>,
  ) {
    await withShopServer({ folder: join(appFolderOf(app), 'dev'), port: system.shopPort }, async (origin) => {
      const { page, context, pageErrors: complaints } = await startBrowserVisit(browser);
      let loads = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/checkout/session') && request.method() === 'GET') loads += 1;
      });
      const session = await system.openSession();
      await page.goto(`${origin}/index.html#${session.token},${system.url}`);
      await page.getByLabel('Card number').waitFor();
      await use(page, { loads: () => loads, told: () => page.locator('output').innerText() });
      expect(complaints.filter((line) => !ADVICE.test(line))).toEqual([]);
      await context.close();
    });
  }

  test('the component loads the session once and pays through its ref', async () => {
    await onPage(async (page, { loads, told }) => {
      expect(await told()).toBe('ready');
      await page.getByRole('button', { name: 'Order' }).click();
      await page.getByText('Enter the card number').first().waitFor();
      expect(await told()).toBe('ready');
      await fillTestCard(page);
      await page.getByRole('button', { name: 'Order' }).click();
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await told()).toBe('ready; submit; paid');
      expect(loads()).toBe(1);
    });
  });

  test('a rerender changes the changed properties, keeps typed text and calls the latest handlers', async () => {
    await onPage(async (page, { loads, told }) => {
      const element = page.locator('tillgate-checkout');
      const layout = () => element.evaluate((one) => (one as unknown as { layout: string }).layout);
      await fillTestCard(page);
      await page.getByRole('button', { name: 'Words' }).click();
      await page.getByRole('button', { name: 'Buy for €24.00' }).waitFor();
      expect(await layout()).toBe('tabs');
      expect(await page.getByLabel('Card number').inputValue()).toContain('4242');
      await page.getByRole('button', { name: 'Words' }).click();
      await page.getByRole('button', { name: /^Pay/ }).waitFor();
      expect(await layout()).toBe('accordion');
      await page.getByRole('button', { name: 'Words' }).click();
      await page.getByRole('button', { name: 'Buy for €24.00' }).click();
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await told()).toBe('ready; submit, theirs; paid');
      expect(loads()).toBe(1);
    });
  });

  test('an unmounted component removes its element, and a remounted one starts again', async () => {
    await onPage(async (page, { loads, told }) => {
      const left = await page.locator('tillgate-checkout').elementHandle();
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.locator('tillgate-checkout').waitFor({ state: 'detached' });
      await left.evaluate((one) => one.dispatchEvent(new Event('tillgate-ready')));
      expect(await told()).toBe('ready');
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByLabel('Card number').waitFor();
      await expect.poll(told).toBe('ready; ready');
      expect(loads()).toBe(2);
      expect(await page.locator('tillgate-checkout').getAttribute('class')).toBe('checkout');
    });
  });

  test('the component reports an error if the element’s code does not load', async () => {
    await withShopServer({ folder: join(appFolderOf(app), 'dev'), port: system.shopPort }, async (origin) => {
      const { page, context } = await startBrowserVisit(browser);
      let scripts = 0;
      await page.route('**/*.js', (route) => ((scripts += 1) === 1 ? route.continue() : route.abort()));
      await page.goto(`${origin}/index.html#tgs_1,${system.url}`);
      await page.getByText('network_error').waitFor();
      await context.close();
    });
  });
});
