import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';

/** The site that `npm run docs` serves, built here. VitePress fails the build for a link to a page that does not exist. */

const root = new URL('../../', import.meta.url).pathname;
const built = join(root, '.cache/site/dist');

let browser: Browser;
let url: string;
let close: () => Promise<unknown>;
let reader: BrowserVisit;
let page: Page;

beforeAll(async () => {
  execFileSync(process.execPath, ['.config/docs.mjs', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  browser = await launchBrowser();
  const server = serve({ fetch: new Hono().use('*', serveStatic({ root: built })).fetch, port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  close = () => new Promise((resolve) => server.close(resolve));
});
afterAll(async () => {
  await browser.close();
  await close();
});

beforeEach(async () => {
  reader = await startBrowserVisit(browser, { viewport: { width: 1280, height: 900 } });
  page = reader.page;
});
afterEach(async () => {
  await reader.context.close();
});

test('the site has each page of the manual, and a link to it in its navigation', () => {
  const pages = ['server/docs', 'widget/docs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `${folder}/${name.replace(/md$/, 'html')}`),
  );
  const home = readFileSync(join(built, 'index.html'), 'utf8');
  expect(pages.length).toBeGreaterThan(35);
  expect(pages.filter((path) => readFileSync(join(built, path), 'utf8') === '')).toEqual([]);
  expect(pages.filter((path) => !home.includes(`href="/${path}"`))).toEqual([]);
});

test('the navigation has tutorial, how-to guides, reference and explanation in this order', async () => {
  await page.goto(url);
  const sections = await page.locator('.VPSidebar h2').allTextContents();
  expect(sections.slice(1, -1)).toEqual(['Tutorial', 'How-to guides', 'Reference', 'Explanation']);
  expect(reader.pageErrors).toEqual([]);
});

test('a search for a word of the manual leads to its page', async () => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('TILLGATE_TRUST_PROXY');
  await page.locator('.VPLocalSearchBox .result').filter({ hasText: 'Limit abuse' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Limit abuse' }).waitFor();
  expect(reader.pageErrors).toEqual([]);
});

test('a link from a page to a heading of another one leads there', async () => {
  await page.goto(`${url}/widget/docs/from-braintree.html`);
  await page.getByRole('link', { name: 'Capture later' }).click();
  await page.waitForURL(/\/server\/docs\/api\.html#capture-later$/);
  await page.getByRole('heading', { name: 'Capture later' }).waitFor();
});

describe('the page "Try the element"', () => {
  async function payBy(number: string): Promise<void> {
    await page.goto(`${url}/try.html`);
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry date').fill('12/31');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on card').fill('Ana Souza');
    await page.getByRole('button', { name: 'Pay €24.00' }).click();
  }
  const events = (): Promise<string[]> => page.locator('.try-events li').allTextContents();

  test.each([
    ['is paid', '4242424242424242', 'paid'],
    ['is paid after it was pending', '4000000000005126', 'paid'],
  ])('a payment %s without a request to a server', async (_result, number, status) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await payBy(number);
    await expect.poll(events).toContain(`tillgate-complete { status: ${status} }`);
    expect(asked.filter((path) => path.startsWith('/checkout'))).toEqual([]);
    expect(reader.pageErrors).toEqual([]);
  });

  test('a declined card can be replaced by another one', async () => {
    await payBy('4000000000000002');
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay €24.00' }).click();
    await expect.poll(events).toContain('tillgate-complete { status: paid }');
  });

  test('another language starts the element again in it', async () => {
    await page.goto(`${url}/try.html`);
    await page.getByLabel('Language').selectOption('German');
    await page.getByLabel('Kartennummer').waitFor();
    expect(reader.pageErrors).toEqual([]);
  });
});
