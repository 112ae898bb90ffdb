import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { expectDemoLedgerToMatch, fillCard, payButton } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';
import { untilDefined } from '../support/wait.ts';

/** The shops of the manual's page on other shop systems, run by their own interpreters as the page says. */

const manual = readFileSync(new URL('../../server/docs/other-shops.md', import.meta.url), 'utf8');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LANGUAGES = {
  php: { file: 'shop.php', command: (port: number) => ['php', '-S', `localhost:${String(port)}`, 'shop.php'] },
  python: { file: 'shop.py', command: () => ['python3', 'shop.py'] },
  ruby: { file: 'shop.rb', command: () => ['ruby', 'shop.rb'] },
} as const;

function programIn(language: string): string {
  const [, program] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(manual) ?? [];
  if (program === undefined) throw new Error(`the page has no program in ${language}`);
  return program;
}

interface Shop {
  url: string;
  demo: Demo;
  stop(): Promise<void>;
}

async function startShop(language: keyof typeof LANGUAGES): Promise<Shop> {
  const port = await findFreePort();
  const url = `http://localhost:${String(port)}`;
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-other-shop-'));
  const demo = await startTestDemo({ companion: { webhookUrl: `${url}/webhook`, webhookSecret: SECRET } });
  const { file, command } = LANGUAGES[language];
  writeFileSync(join(folder, file), programIn(language));
  const [program, ...args] = command(port);
  const child = spawn(program!, args, {
    cwd: folder,
    // A group of its own: the server of PHP has workers, which end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      SHOP_URL: url,
      TILLGATE_URL: demo.companionUrl,
      TILLGATE_API_KEY: demo.apiKey,
      WEBHOOK_SECRET: SECRET,
      ORDERS_FILE: join(folder, 'orders.json'),
      // The server of PHP takes one request at a time unless it is told otherwise.
      PHP_CLI_SERVER_WORKERS: '4',
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await untilDefined(async () => {
    if (child.exitCode !== null) throw new Error(`the shop ended: ${errors}`);
    const response = await fetch(url).catch(() => undefined);
    return response?.ok === true || undefined;
  }, 15_000);
  return {
    url,
    demo,
    async stop() {
      process.kill(-child.pid!);
      await ended;
      await demo.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])('a shop in %s', (language) => {
  test('takes a payment on the hosted page: one order for one charge', async () => {
    const shop = await startShop(language);
    const { page, context } = await startBrowserVisit(browser);
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Pay' }).click();
    await fillCard(page, '4000000000009995');
    await payButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    await fillCard(page, '4242424242424242');
    await payButton(page).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByText('Thank you for your order.').waitFor();
    await expectPaidOrder(shop);
    await expectDemoLedgerToMatch(shop.demo, 1);
    await context.close();
    await shop.stop();
  });

  test('has its order paid by the webhook if the shopper closes the tab after paying', async () => {
    const shop = await startShop(language);
    const { page, context } = await startBrowserVisit(browser);
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Pay' }).click();
    await fillCard(page, '4242424242424242');
    const sent = page.waitForRequest((request) => request.url().endsWith('/checkout/payments'));
    await payButton(page).click();
    await sent;
    await context.close();
    await expectPaidOrder(shop);
    await expectDemoLedgerToMatch(shop.demo, 1);
    await shop.stop();
  });

  test('refuses a webhook that nobody signed', async () => {
    const shop = await startShop(language);
    const body = JSON.stringify({ type: 'payment.paid', data: { order_no: '1001' } });
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    for (const signature of ['', `v1,${Buffer.alloc(32).toString('base64')}`]) {
      const init = { method: 'POST', body, headers: { ...headers, 'webhook-signature': signature } };
      expect((await fetch(`${shop.url}/webhook`, init)).status).toBe(401);
    }
    expect(await (await fetch(shop.url)).text()).not.toContain('is paid');
    await shop.stop();
  });
});

async function expectPaidOrder({ url }: Shop): Promise<void> {
  await expect.poll(async () => (await fetch(url)).text()).toContain('Order 1001 is paid.');
}
