import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { addSearchedText, findCanaries, type Canary, type SearchedTexts } from '../support/canaries.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { challengeFrameOf, expectPaidPage, fillCard, goToCheckout, payButton } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

/** Published test numbers; a four-digit code does not occur by chance. */
const AMEX = '378282246310005';
const CARDS = [AMEX, '4000000000009995', '4000000000003220', '4242424242424242'];
const CODE = '7391';

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo({ sandbox: { notificationRetryDelay: 100 }, companion: { reconcileEvery: 100 } });
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

/** Everything of a page that outlives a keystroke: attributes and texts through all shadow roots, storage, history. */
const REMAINS = `(async () => {
  const lines = [location.href, document.referrer, document.title, window.name, JSON.stringify(history.state)];
  const walk = (node) => {
    // The demo lists its test cards.
    if (node.matches?.('button.copy')) return;
    for (const { name, value } of node.attributes ?? []) lines.push(name + '=' + value);
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.COMMENT_NODE) lines.push(node.data);
    for (const child of node.childNodes) walk(child);
    if (node.shadowRoot) walk(node.shadowRoot);
  };
  walk(document);
  for (const store of [localStorage, sessionStorage]) {
    for (let at = 0; at < store.length; at += 1) lines.push(store.key(at) + '=' + store.getItem(store.key(at)));
  }
  lines.push(document.cookie);
  for (const { name } of await indexedDB.databases()) lines.push('database ' + name);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) lines.push(request.url, await (await cache.match(request)).text());
  }
  for (const entry of performance.getEntries()) lines.push(entry.name);
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const { scope } of registrations) lines.push('worker ' + scope);
  return lines.join('\\n');
})()`;

async function collectPlaces(page: Page, context: BrowserContext, places: SearchedTexts): Promise<void> {
  for (const frame of page.frames()) {
    const url = frame.url();
    if (!url.startsWith('http') || url.startsWith(demo.gatewayUrl)) continue;
    addSearchedText(places, 'what pages keep', await frame.evaluate<string>(REMAINS));
  }
  addSearchedText(places, 'cookies and storage', JSON.stringify(await context.storageState({ indexedDB: true })));
}

/** Records every request and response. A card number may only be in the body of a submit. */
function watch(page: Page, places: SearchedTexts, submits: string[]): void {
  page.on('console', (message) =>
    addSearchedText(places, 'console', `${message.text()} ${JSON.stringify(message.location())}`),
  );
  page.on('pageerror', (error) => addSearchedText(places, 'console', error.stack ?? error.message));
  page.on('request', (request) => {
    addSearchedText(places, 'addresses and headers', `${request.url()} ${JSON.stringify(request.headers())}`);
    const body = request.postData() ?? '';
    if (request.url() === `${demo.companionUrl}/checkout/payments`) submits.push(body);
    else addSearchedText(places, 'bodies of other requests', body);
  });
  page.on('response', (response) => {
    if (response.url().startsWith(demo.gatewayUrl)) return;
    addSearchedText(places, 'headers of answers', JSON.stringify(response.headers()));
    void response.text().then(
      (text) => addSearchedText(places, 'answers', text.replace(/<button[^>]*class="copy"[\s\S]*?<\/button>/g, '')),
      () => undefined,
    );
  });
}

async function type(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  if (number === AMEX) await page.getByLabel('Security code').fill(CODE);
}

test('promise 13: storage, attributes, addresses, referrers, history and console hold no card number, code or key', async () => {
  const places: SearchedTexts = new Map();
  const submits: string[] = [];
  const { context, page, pageErrors: complaints } = await startBrowserVisit(browser);
  watch(page, places, submits);
  const [, poor, challenge] = CARDS;

  await goToCheckout(page, demo);
  const token = await page.locator('tillgate-checkout').getAttribute('session');
  await type(page, poor!);
  await collectPlaces(page, context, places);
  await payButton(page).click();
  await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
  await collectPlaces(page, context, places);
  await type(page, AMEX);
  await collectPlaces(page, context, places);
  await payButton(page).click();
  await expectPaidPage(page);
  await collectPlaces(page, context, places);
  await page.goBack();
  await collectPlaces(page, context, places);

  await page.goto(demo.shopUrl);
  await goToCheckout(page, demo);
  await type(page, challenge!);
  await payButton(page).click();
  await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).waitFor();
  await collectPlaces(page, context, places);
  await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).click();
  await expectPaidPage(page);
  await collectPlaces(page, context, places);

  // The hosted page, and a connection that breaks during the submit.
  await goToCheckout(page, demo);
  const session = await page.locator('tillgate-checkout').getAttribute('session');
  await page.goto(`${demo.companionUrl}/pay/${String(session)}`);
  await page.getByLabel('Card number').waitFor();
  await type(page, '4242424242424242');
  await page.route('**/checkout/payments', (route) => route.abort());
  await payButton(page).click();
  await page.getByRole('alert').first().waitFor();
  await collectPlaces(page, context, places);
  await page.unroute('**/checkout/payments');
  expect(complaints.filter((line) => !/net::ERR_FAILED/.test(line))).toEqual([]);
  await context.close();

  // Control: the search finds each number in the only request that may hold it.
  const canaries: Canary[] = [
    ...CARDS.map((value) => ({ name: `card ${value}`, value })),
    { name: 'security code', value: CODE },
  ];
  const seen = findCanaries(canaries, new Map([['submits', submits.map((body) => Buffer.from(body))]]));
  expect(new Set(seen.map((hit) => hit.canary)).size).toBe(canaries.length);

  const keys: Canary[] = [
    { name: 'API key', value: demo.apiKey },
    { name: 'sign key', value: SANDBOX_CREDENTIALS.sign_key },
    { name: 'issuing sign key', value: SANDBOX_CREDENTIALS.issuing_sign_key },
  ];
  const hits = findCanaries([...canaries, ...keys], places);
  expect(hits.map((hit) => `${hit.canary} in ${hit.place}, ${hit.spelling}: ${hit.excerpt}`)).toEqual([]);
  const referrers =
    Buffer.concat(places.get('addresses and headers')!)
      .toString()
      .match(/"referer":"[^"]*"/g) ?? [];
  expect(referrers.filter((line) => line.includes(token!) || line.includes(session!))).toEqual([]);
  const kept = Buffer.concat(places.get('cookies and storage')!).toString();
  expect(kept).not.toContain(token);
  recordPromiseFigures(13, { browser_places_searched: places.size, browser_leaks_found: hits.length });
});

test('promise 13: the leak search finds a card number that a page puts into storage, history, the console or a request', async () => {
  const places: SearchedTexts = new Map();
  const { context, page } = await startBrowserVisit(browser);
  watch(page, places, []);
  await goToCheckout(page, demo);
  const find = async (): Promise<string[]> => {
    await collectPlaces(page, context, places);
    const hits = findCanaries([{ name: 'card', value: AMEX }], places);
    places.clear();
    return [...new Set(hits.map((hit) => hit.place))];
  };
  expect(await find()).toEqual([]);
  const careless: [string, string][] = [
    [`localStorage.setItem('card', btoa('x${AMEX}'))`, 'what pages keep'],
    [`localStorage.clear(); sessionStorage.setItem('card', '${AMEX}')`, 'what pages keep'],
    [`sessionStorage.clear(); document.cookie = 'card=${AMEX}'`, 'cookies and storage'],
    [`document.cookie = 'card=;max-age=0'; history.replaceState({ card: '${AMEX}' }, '')`, 'what pages keep'],
    [`history.replaceState({}, '', '?card=${AMEX}')`, 'what pages keep'],
    [`history.replaceState({}, '', '?'); console.log('paying with ${AMEX}')`, 'console'],
    [`void fetch('${demo.companionUrl}/checkout/session?card=${AMEX}')`, 'addresses and headers'],
    [
      `void fetch('${demo.companionUrl}/checkout/abandon', { method: 'POST', body: '${AMEX}' })`,
      'bodies of other requests',
    ],
    [
      `document.querySelector('tillgate-checkout').shadowRoot.firstElementChild.setAttribute('data-card', '${AMEX}')`,
      'what pages keep',
    ],
  ];
  for (const [script, place] of careless) {
    await page.evaluate(script);
    await expect.poll(find, { message: script }).toContain(place);
  }
  await context.close();
});
