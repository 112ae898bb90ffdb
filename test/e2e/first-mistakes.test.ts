import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCheckoutServer, serve, toNodeHandler, type RunningServer } from '../../server/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { API_KEY, TEST_SESSION_FIELDS, nextOrderNo, type CreatedSession } from '../support/system.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { startTestDemo } from '../support/test-demo.ts';

const TIMEOUT = 30_000;
let browser: Browser;
let demo: Demo;
let allowed: RunningServer;
let strange: RunningServer;
let visitor: BrowserVisit;
let page: Page;
let html = '';
let policy: string | undefined;
let token: string;
let sessionId: string;

/** A page of a shop that a developer has just written. */
const shop = (): Promise<RunningServer> =>
  serve({
    port: 0,
    fetch: () =>
      new Response(html, {
        headers: {
          'content-type': 'text/html',
          ...(policy === undefined ? {} : { 'content-security-policy': policy }),
        },
      }),
  });

beforeAll(async () => {
  [browser, allowed, strange] = await Promise.all([launchBrowser(), shop(), shop()]);
  demo = await startTestDemo({ companion: { allowedOrigins: [allowed.url] } });
  ({ token, id: sessionId } = await openSession(demo.companionUrl, demo.apiKey));
});
afterAll(async () => {
  await browser.close();
  await Promise.all([demo.close(), allowed.close(), strange.close()]);
});
beforeEach(async () => {
  policy = undefined;
  visitor = await startBrowserVisit(browser);
  page = visitor.page;
});
afterEach(() => visitor.context.close());

async function openSession(companion: string, key: string): Promise<CreatedSession> {
  const response = await fetch(`${companion}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), locale: 'en' }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as CreatedSession;
}

/** @param script how the page loads the element; as documented by default */
function write(element: string, script = `type="module" src="${demo.companionUrl}/widget/tillgate.js"`): void {
  html = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"><script ${script}></script></head><body>${element}</body></html>`;
}

/** Tillgate's console message, once there is one. */
async function said(): Promise<string> {
  const ours = (): string[] => visitor.pageErrors.filter((line) => /<tillgate-checkout>|Tillgate:/.test(line));
  await expect.poll(ours, { timeout: TIMEOUT }).not.toEqual([]);
  expect(ours()).toHaveLength(1);
  return ours()[0]!;
}

const element = (attributes: string): string => `<tillgate-checkout ${attributes}></tillgate-checkout>`;
const failed = (): Promise<void> => page.getByRole('heading', { name: 'could not be loaded' }).waitFor();
const bodyText = (): Promise<string> =>
  page.evaluate(() => document.querySelector('tillgate-checkout')!.shadowRoot!.textContent.trim());

describe('browser console message for an integration mistake', () => {
  test('the browser console names the setting if the page’s origin is not allowed', async () => {
    write(element(`session="${token}"`));
    await page.goto(strange.url);
    await failed();
    const line = await said();
    expect(line).toMatch(/^error: /);
    expect(line).toContain(`Add ${strange.url} to TILLGATE_ALLOWED_ORIGINS`);
    expect(line).toContain('troubleshooting.md#origin-not-allowed');
    // It is not the shopper's connection, and none of their business which setting it is.
    await expect.poll(bodyText).toContain('could not be loaded');
    expect(await bodyText()).not.toMatch(/connection|origin|TILLGATE/i);
  });

  test('the browser console names the setting if the origin of an isolated form’s page is not allowed', async () => {
    write(element(`session="${token}" isolated`));
    await page.goto(strange.url);
    await failed();
    expect(await said()).toContain(`Add ${strange.url} to TILLGATE_ALLOWED_ORIGINS`);
  });

  test('the browser console names the address if nothing listens at the companion’s address', async () => {
    write(element(`session="${token}" server="http://localhost:9"`));
    await page.goto(allowed.url);
    await failed();
    expect(await said()).toMatch(/no answer from http:\/\/localhost:9.*#nothing-answers/);
    await expect.poll(bodyText).toContain('There is no connection');
  });

  test('the browser console names the right address if the server attribute has an extra path', async () => {
    write(element(`session="${token}" server="${demo.companionUrl}/checkout"`));
    await page.goto(allowed.url);
    await failed();
    expect(await said()).toContain(`but the companion is at ${demo.companionUrl}`);
  });

  test('the browser console says if another server responds at the companion’s address', async () => {
    write(element(`session="${token}" server="${strange.url}"`));
    await page.goto(allowed.url);
    await failed();
    expect(await said()).toContain(`an answer from ${strange.url} that is no companion's`);
  });

  test('the browser console says if the server attribute has no scheme', async () => {
    write(element(`session="${token}" server="localhost:4001"`));
    await page.goto(allowed.url);
    await failed();
    expect(await said()).toMatch(/no whole address.*#wrong-address/);
  });

  test('the browser console names connect-src if the page’s policy blocks the request', async () => {
    policy = `default-src 'none'; script-src ${demo.companionUrl}; style-src 'unsafe-inline'`;
    write(element(`session="${token}"`));
    await page.goto(allowed.url);
    await failed();
    expect(await said()).toContain('connect-src');
  });

  test('the browser console warns if the browser is offline', async () => {
    write(element(`session="${token}"`));
    await page.goto(allowed.url);
    await page.getByLabel('Card number').waitFor();
    // The chunk that explains comes with the page here, as it does from a shop's own bundle.
    await page.evaluate(() => document.querySelector('tillgate-checkout')!.setAttribute('session', 'ses_wrong'));
    await failed();
    // The message comes a moment after the heading, and is not the one that is asked for.
    await said();
    visitor.pageErrors.length = 0;
    await visitor.context.setOffline(true);
    await page.evaluate((right) => document.querySelector('tillgate-checkout')!.setAttribute('session', right), token);
    await expect.poll(bodyText).toContain('There is no connection');
    expect(await said()).toMatch(/^warning: .*offline/);
  });

  test.each([
    ['a missing token that a template wrote', 'undefined', 'the text "undefined"'],
    ['a session’s id', () => sessionId, 'the id of a session'],
    ['an API key', () => demo.apiKey, 'If it is an API key'],
    ['a token of another companion', `tgs_${'a'.repeat(43)}`, 'does not know'],
    ['a token with a line break in it', 'tgs_a&#10;b', 'spaces or letters that no token has'],
  ])('the browser console says if the session is %s', async (_name, value, text) => {
    const session = typeof value === 'string' ? value : value();
    write(element(`session="${session}"`));
    await page.goto(allowed.url);
    await failed();
    const line = await said();
    expect(line).toContain(text);
    expect(line).toContain('#wrong-token');
    if (session.length > 20) expect(line).not.toContain(session);
    await expect.poll(bodyText).toContain('This payment page is not valid.');
    expect(await bodyText()).not.toMatch(/token|API/i);
  });

  test('the browser console warns if no session is set and names a misspelt attribute', async () => {
    write(element(`sesion="${token}" class="wide" data-id="1" aria-label="Pay"`));
    await page.goto(allowed.url);
    const line = await said();
    expect(line).toMatch(/^warning: .*has no session yet/);
    expect(line).toContain('the attribute "sesion".');
    expect(line).toContain('#no-session');
  });

  test('the browser console says if the script tag has no type="module"', async () => {
    write(element(`session="${token}"`), `src="${demo.companionUrl}/widget/tillgate.js"`);
    await page.goto(allowed.url);
    expect(await said()).toContain('<script type="module"');
    // With it, the same address gets the element, also in the same browser.
    visitor.pageErrors.length = 0;
    write(element(`session="${token}"`));
    await page.goto(allowed.url);
    await page.getByLabel('Card number').waitFor();
    expect(visitor.pageErrors).toEqual([]);
  });
});

test('a page without mistakes loads no diagnostic chunk', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  write(element(`session="${token}"`));
  await page.goto(allowed.url);
  await page.getByLabel('Card number').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /explain|ping/.test(url))).toEqual([]);
  expect(visitor.pageErrors).toEqual([]);
});

test('an element finds a companion that is mounted below a prefix by its script’s address', async () => {
  const mounted: { handle?: ReturnType<typeof toNodeHandler> } = {};
  const server = createServer((request, response) => void mounted.handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const companionUrl = `http://localhost:${String((server.address() as AddressInfo).port)}/shop/pay`;
  const companion = createCheckoutServer({
    publicUrl: companionUrl,
    gatewayUrl: demo.gatewayUrl,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKey: SANDBOX_CREDENTIALS.sign_key,
    apiKeys: `${API_KEY}:pay`,
    allowedOrigins: [allowed.url],
    dataDir: ':memory:',
    logLevel: 'silent',
    widgetDir: new URL('../../dist/script/', import.meta.url).pathname,
  });
  mounted.handle = toNodeHandler(companion);
  const opened = await openSession(companionUrl, API_KEY);
  for (const attributes of ['', ' isolated']) {
    write(element(`session="${opened.token}"${attributes}`), `type="module" src="${companionUrl}/widget/tillgate.js"`);
    await page.goto(allowed.url);
    const form = attributes === '' ? page : page.locator('tillgate-checkout').locator('iframe').contentFrame();
    await form.getByLabel('Card number').waitFor();
  }
  expect(visitor.pageErrors).toEqual([]);
  await page.goto('about:blank');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await companion.close();
});
