import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { waitUntilPainted } from '../support/page-settled.ts';
import { launchBrowser } from '../support/browser.ts';
import { fillOnlineBanking, goToCheckout } from '../support/shopper.ts';
import { startStaticServer, type StaticServer } from '../support/static-server.ts';
import { startTestDemo } from '../support/test-demo.ts';

const WIDTHS = [360, 768, 1280];
/** About a slow 3G: latency in ms, throughput in bytes a second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const widgetDir = new URL('../../dist/script/', import.meta.url).pathname;
let browser: Browser;
let demo: Demo;
let server: StaticServer;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo({ companion: { widgetDir } });
  server = await startStaticServer({
    '/pages/': new URL('pages', import.meta.url).pathname,
    '/widget/': widgetDir,
  });
});

afterAll(async () => {
  await browser.close();
  await demo.close();
  await server.close();
});

/** One layout shift; the browser reports no value for content outside the viewport. */
interface Shift {
  value: number;
  /** Within half a second of a click or a key: the metric leaves it out. */
  afterInput: boolean;
  what: string;
}

/** Opens a page on a slow connection without a cache and records every layout shift from the first paint. */
async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const moves = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName ?? 'in the element'} ${String(previousRect.y)} -> ${String(currentRect.y)}`,
        );
        shifts.push({ value, afterInput: hadRecentInput, what: moves.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

async function shiftsOf(page: Page): Promise<Shift[]> {
  // The last entries come with the frame after the next.
  await waitUntilPainted(page);
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

const heightOf = (page: Page): Promise<number> =>
  page.locator('tillgate-checkout').evaluate((element) => element.getBoundingClientRect().height);

/** The room below the form's content in the shop's card, in px. */
const emptyRoomOf = (page: Page): Promise<number> =>
  page.locator('tillgate-checkout').evaluate((element) => {
    const card = element.parentElement!;
    const end = card.getBoundingClientRect().bottom - parseFloat(getComputedStyle(card).paddingBottom);
    return end - element.shadowRoot!.querySelector('.root')!.getBoundingClientRect().bottom;
  });

describe.each(WIDTHS)('checkout page %i px wide on a slow connection', (width) => {
  const newContext = (): Promise<BrowserContext> => browser.newContext({ viewport: { width, height: 900 } });

  test('nothing shifts on the shop’s page from its first paint until another method’s form is open', async () => {
    const context = await newContext();
    const before = await context.newPage();
    await goToCheckout(before, demo);
    await before.close();
    const page = await openSlowly(context);
    await page.goto(`${demo.shopUrl}/checkout`, { waitUntil: 'commit' });
    await page.getByLabel('Card number').waitFor();
    // Brand icons and the other lazy chunks.
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toEqual([]);
    await page.getByLabel('Online banking').check();
    await page.getByLabel('Your bank').waitFor();
    const chosen = await shiftsOf(page);
    // The form grows after the shopper's click. The metric ignores that shift.
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.filter((shift) => !shift.afterInput)).toEqual([]);
    await context.close();
  });

  // Most of the time they wait for the slow connection.
  test.concurrent('the placeholder of a card session is as tall as the loaded form', async () => {
    const context = await newContext();
    try {
      const page = await openSlowly(context);
      await page.goto(`${server.url}/pages/shifts.html#card`);
      await page.locator('tillgate-checkout .skeleton').waitFor();
      const before = await heightOf(page);
      const seen = (await shiftsOf(page)).length;
      await page.getByLabel('Card number').waitFor();
      await page.waitForLoadState('networkidle');
      expect(Math.abs((await heightOf(page)) - before)).toBeLessThan(1);
      expect((await shiftsOf(page)).slice(seen)).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test.concurrent.each(['card', 'required fields', 'methods', 'plans'])(
    'a session with %s causes no layout shift inside a container with a reserved height',
    async (kind) => {
      const context = await newContext();
      const page = await openSlowly(context);
      await page.goto(`${server.url}/pages/shifts.html?reserved#${kind}`);
      await page.getByLabel('Card number').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toEqual([]);
      await context.close();
    },
  );
});

test.each(WIDTHS)('the form is as tall as its content %i px wide, also where that becomes less', async (width) => {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await goToCheckout(page, demo);
  await page.waitForLoadState('networkidle');
  const whole = await heightOf(page);
  expect(await emptyRoomOf(page)).toBeLessThan(2);
  await fillOnlineBanking(page);
  await page.getByRole('button', { name: 'Continue to Nordbank' }).waitFor();
  expect(await heightOf(page)).toBeLessThan(whole);
  expect(await emptyRoomOf(page)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Continue to Nordbank' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'We are waiting for Nordbank' }).waitFor();
  expect(await heightOf(page)).toBeLessThan(whole * 0.7);
  expect(await emptyRoomOf(page)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Cancel this and pay another way' }).click();
  await page.getByLabel('Card number').waitFor();
  expect(Math.abs((await heightOf(page)) - whole)).toBeLessThan(2);
  await context.close();
});

test('a form that is taller than its placeholder without reserved height is measured as a layout shift', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 900 } });
  const page = await openSlowly(context);
  await page.goto(`${server.url}/pages/shifts.html#asked`);
  await page.getByLabel('Card number').waitFor();
  const shifts = await shiftsOf(page);
  expect(shifts.some((shift) => shift.value > 0 && !shift.afterInput)).toBe(true);
  await context.close();
});
