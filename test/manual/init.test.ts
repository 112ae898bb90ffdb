import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { createTillgateClient } from '../../server/client/index.ts';
import { serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { untilDefined } from '../support/system.ts';
import { startUntilReady } from '../packaging/support/packed-system.ts';
import { fillTestCard, appFolderOf, runTool, toolPath } from '../packaging/support/shop-window.ts';

/** `tillgate init` of the packed package: its files take a payment as they are, on other ports only. */

const run = promisify(execFile);
const tillgate = join(appFolderOf('plain'), 'node_modules/.bin/tillgate');

let sandbox: RunningSandbox;
let browser: Browser;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([serveSandbox({ port: 0 }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

/** The addresses of the files, on ports that are free. */
async function movedPorts(): Promise<{ companion: string; shop: string; settings: Record<string, string> }> {
  const [companionPort, shopPort] = [await findFreePort(), await findFreePort()];
  const [companion, shop] = [`http://localhost:${String(companionPort)}`, `http://localhost:${String(shopPort)}`];
  const settings = {
    PATH: process.env['PATH'] ?? '',
    TILLGATE_PUBLIC_URL: companion,
    TILLGATE_ALLOWED_ORIGINS: shop,
    TILLGATE_GATEWAY_URL: sandbox.url,
    TILLGATE_WEBHOOK_URL: `${shop}/webhooks`,
    TILLGATE_URL: companion,
    SHOP_URL: shop,
    LOG_LEVEL: 'error',
  };
  return { companion, shop, settings };
}

/** Starts the companion and the shop, buys in Chromium, and waits for the webhook. */
async function buy(
  project: string,
  startShop: (settings: Record<string, string>, shop: string) => ReturnType<typeof startUntilReady>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tillgate-init-'));
  const { companion, shop, settings } = await movedPorts();
  const served = await startUntilReady(tillgate, ['serve', '--env-file', join(project, '.env')], {
    cwd: project,
    env: { ...settings, PORT: new URL(companion).port, HOST: '127.0.0.1', TILLGATE_DATA_DIR: data },
    says: 'allowed origins:',
  });
  const started = await startShop(settings, shop);
  try {
    expect(served.output()).toMatch(
      new RegExp(`<script type="module" src="${companion}/widget/tillgate.js" integrity="sha384-[^"]+" crossorigin>`),
    );
    const { page, context, pageErrors } = await startBrowserVisit(browser);
    await page.goto(shop);
    await page.getByRole('button', { name: 'Buy for 24.00 EUR' }).click();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillTestCard(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText(/Order A-\w+ is paid/).waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
    const orderNo = await untilDefined(() => /order (A-\w+) is paid: ship it/.exec(started.output())?.[1], 30_000);
    const { TILLGATE_API_KEY: apiKey = '' } = parseEnv(readFileSync(join(project, '.env'), 'utf8'));
    const client = createTillgateClient({ url: companion, apiKey });
    const { payments } = await client.payments.list({ order_no: orderNo });
    expect(payments.map(({ status, amount }) => `${status} ${amount}`)).toEqual(['paid 24.00']);
    const forged = await fetch(`${shop}/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
      body: JSON.stringify({ type: 'payment.paid', data: { order_no: orderNo } }),
    });
    expect(forged.status).toBe(401);
    expect((await fetch(`${shop}/checkout/A-unknown`)).status).toBe(404);
    const checked = await run(tillgate, ['doctor', '--webhook', '--env-file', join(project, '.env')], {
      env: { ...settings, TILLGATE_DATA_DIR: data },
    });
    expect(checked.stdout).toMatch(/^ok +webhook_test +a signed event got 204, a forged one 401$/m);
  } finally {
    await started.stop();
    await served.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** A new project of a framework beside an app that has its packages. */
async function makeProject(framework: string, beside: string): Promise<string> {
  const project = join(appFolderOf(beside), '..', `init-${framework}`);
  await run(tillgate, ['init', '--framework', framework, '--dir', project]);
  return project;
}

describe('a shop of tillgate init sells, hears of it and refuses forged webhooks', () => {
  test.each(['node', 'express', 'fastify', 'hono'])('%s', async (framework) => {
    const project = await makeProject(framework, 'hosts');
    expect(readFileSync(join(project, 'pages.mjs'), 'utf8')).toMatch(
      /tillgate\.js" integrity="sha384-[^"]+" crossorigin>/,
    );
    await buy(project, (settings) =>
      startUntilReady(process.execPath, ['--env-file=.env', 'server.mjs'], {
        cwd: project,
        env: settings,
        says: 'shop on',
      }),
    );
  });

  test('next', async () => {
    const project = await makeProject('next', 'next');
    // These apps share the packages of the folder above.
    writeFileSync(
      join(project, 'next.config.mjs'),
      'export default { turbopack: { root: `${import.meta.dirname}/..` } };\n',
    );
    await buy(project, async (settings, shop) => {
      await runTool('next', 'init-next', ['build']);
      return startUntilReady(toolPath('next'), ['start', '-p', new URL(shop).port, '-H', 'localhost'], {
        cwd: project,
        env: { ...settings, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        says: 'Ready',
      });
    });
  });
});
