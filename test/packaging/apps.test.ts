import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { expectMountedCompanionToWork } from './support/expect-mounted.ts';
import {
  PACKED_API_KEY,
  startPackedCompanionAndSandbox,
  startUntilReady,
  type PackedSystem,
} from './support/packed-system.ts';
import { appFolderOf, pay, runTool, toolPath, withShopServer } from './support/shop-window.ts';

let system: PackedSystem;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startPackedCompanionAndSandbox(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await system.close();
});

/** Pays on a page of a shop; nothing may be complained about, and every file has to come. */
async function payOn(address: string, paid: (page: Page) => Promise<void>): Promise<string[]> {
  const { page, context, pageErrors: complaints } = await startBrowserVisit(browser);
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
    if (response.status() >= 400) complaints.push(`${String(response.status())} ${response.url()}`);
  });
  await page.goto(address);
  await pay(page);
  await paid(page);
  expect(complaints).toEqual([]);
  await context.close();
  return scripts;
}

const received = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Payment received' }).waitFor();

describe('installed, built and paid in Chromium, on a page of another origin', () => {
  test.each([
    ['Vite', 'vite', 'vite', ['build', '--logLevel', 'error']],
    ['webpack', 'webpack', 'webpack', ['--stats', 'errors-only']],
    ['React 19', 'react', 'vite', ['build', '--logLevel', 'error']],
    ['React 18', 'react-18', 'vite', ['build', '--logLevel', 'error']],
    ['Vue 3', 'vue', 'vite', ['build', '--logLevel', 'error']],
  ])('a shop with %s', async (_name, app, tool, words) => {
    await runTool(tool, app, words);
    await withShopServer({ folder: join(appFolderOf(app), 'dist'), port: system.shopPort }, async (origin) => {
      const session = await system.openSession();
      const scripts = await payOn(`${origin}/index.html#${session.token},${system.url}`, received);
      expect(await system.statusOf(session.id)).toBe('paid');
      // Its lazy parts came as files of the shop's own, after the first.
      expect(scripts.filter((url) => url.startsWith(origin)).length).toBeGreaterThan(2);
      expect(scripts.filter((url) => !url.startsWith(origin))).toEqual([]);
    });
  });

  test('a plain page with the script tag, its integrity and nothing else', async () => {
    const integrity = (await (await fetch(`${system.url}/widget/integrity.json`)).json()) as Record<string, string>;
    expect(Object.keys(integrity).length).toBeGreaterThan(2);
    const session = await system.openSession();
    const page = readFileSync(join(appFolderOf('plain'), 'index.html'), 'utf8')
      .replace('%SERVER%', system.url)
      .replace('%INTEGRITY%', integrity['tillgate.js']!)
      .replace('%SESSION%', session.token);
    const shop = { folder: appFolderOf('plain'), port: system.shopPort, pages: { '/': page } };
    await withShopServer(shop, async (origin) => {
      await payOn(origin, received);
      expect(await system.statusOf(session.id)).toBe('paid');
    });
  });

  test('a server-rendered shop with Next.js', async () => {
    await runTool('next', 'next', ['build']);
    const origin = `http://localhost:${String(system.shopPort)}`;
    const server = await startUntilReady(
      toolPath('next'),
      ['start', '-p', String(system.shopPort), '-H', 'localhost'],
      {
        cwd: appFolderOf('next'),
        says: 'Ready',
        env: {
          PATH: process.env['PATH'] ?? '',
          NODE_ENV: 'production',
          NEXT_TELEMETRY_DISABLED: '1',
          TILLGATE_URL: system.url,
          TILLGATE_API_KEY: PACKED_API_KEY,
          SHOP_URL: origin,
          GATEWAY_URL: system.sandbox.url,
          SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
          API_KEYS: `${PACKED_API_KEY}:pay`,
        },
      },
    );
    try {
      const html = await (await fetch(origin)).text();
      expect(html).toMatch(/<tillgate-checkout [^>]*session="tgs_[^"]+"/);
      expect(html).toContain(`server="${system.url}"`);
      expect(html).toContain('<p slot="header">One mug</p>');
      await payOn(origin, (page) => page.getByRole('heading', { name: 'Thank you' }).waitFor());
      // The companion that is mounted in the shop's own server, as a route handler.
      await expectMountedCompanionToWork(`${origin}/pay`, origin);
    } finally {
      await server.stop();
    }
  });
});
