import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { expectPaidPage, goToCheckout, payByCard } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

const TAMPERED = ';globalThis.report(import.meta.url);';
let browser: Browser;
let demo: Demo | undefined;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-script-'));
  cpSync(new URL('../../dist/script/', import.meta.url).pathname, folder, { recursive: true });
});
afterEach(async () => {
  await demo?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page that reports tampered code, also after a navigation. */
async function enter(): Promise<{ page: Page; context: BrowserContext; ran: string[] }> {
  const ran: string[] = [];
  const { page, context } = await startBrowserVisit(browser);
  await page.exposeFunction('report', (url: string) => ran.push(url));
  return { page, context, ran };
}

const start = async (): Promise<Demo> => (demo = await startTestDemo({ companion: { widgetDir: folder } }));

test('tampered chunks never run, and the shopper can still pay', async () => {
  // A chunk that this session's form does not need. The next test covers the others.
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.startsWith('deferred-'));
  expect(chunks.length).toBe(1);
  for (const name of chunks) appendFileSync(join(folder, 'chunks', name), TAMPERED);
  const { page, context, ran } = await enter();
  await goToCheckout(page, await start());
  await payByCard(page, '4242424242424242');
  await expectPaidPage(page);
  expect(ran).toEqual([]);
  await context.close();
});

test('a tampered list of hashes keeps the payment form from loading', async () => {
  const list = readdirSync(join(folder, 'chunks')).find((name) => name.startsWith('list-'))!;
  appendFileSync(join(folder, 'chunks', list), TAMPERED);
  const { page, context, ran } = await enter();
  await page.goto((await start()).shopUrl);
  await page.getByRole('button', { name: 'Add Morning mug to the basket' }).click();
  await page.getByRole('link', { name: 'Go to checkout' }).click();
  await page.getByRole('heading', { name: 'The payment form could not be loaded' }).waitFor();
  expect(ran).toEqual([]);
  await context.close();
});

test('a tampered script runs if the page loads it without integrity', async () => {
  appendFileSync(join(folder, 'tillgate.js'), TAMPERED);
  const { page, context, ran } = await enter();
  const { companionUrl } = await start();
  // As text: the test runner would turn an import into its own.
  await page.evaluate(`import('${companionUrl}/widget/tillgate.js')`);
  expect(ran).toEqual([`${companionUrl}/widget/tillgate.js`]);
  await context.close();
});
