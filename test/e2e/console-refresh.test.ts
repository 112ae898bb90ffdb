import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import type { BrowserVisit } from '../support/browser.ts';
import { testApiKey } from '../support/test-keys.ts';
import {
  startConsoleFixture,
  SUBSCRIPTION_ORDER_FIELDS,
  type DemoShopClient,
  type ConsoleFixture,
} from '../support/console-shop.ts';

const HELD = '4000000000009235';
const PENDING = '4000000000005126';

let fixture: ConsoleFixture;
let demo: Demo;
let shop: DemoShopClient;
let person: BrowserVisit;
let page: Page;

beforeAll(async () => {
  fixture = await startConsoleFixture(`${testApiKey('console refresh')}:pay+refund+payout+resolve+issue+users+read`);
  ({ demo, shop } = fixture);
});
afterAll(() => fixture.close());

beforeEach(async () => {
  person = await fixture.openPage();
  page = person.page;
  await page.setViewportSize({ width: 1_000, height: 500 });
});
afterEach(() => fixture.closePage(person));

const open = async (path: string): Promise<void> => {
  await page.goto(`${demo.companionUrl}/console#/${path}`);
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
};
const dialog = () => page.getByRole('dialog');
const approve = (id: string): Promise<unknown> =>
  shop.call('POST', '/v1/reviews', { reviews: [{ payment_id: id, decision: 'approve' }] });
const badge = () => page.locator('.detail-header .badge');
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
/** Sets the tab's visibility, which a headless browser never changes. */
const hide = (isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

describe('console screen with entries in progress', () => {
  test('a payment’s page shows its new status by itself, and keeps focus and scroll position', async () => {
    const id = await shop.pay(HELD);
    await open(`payments/${id}`);
    expect(await badge().textContent()).toBe('Held');
    await page.getByRole('button', { name: 'Refresh status' }).focus();
    await page.evaluate(() => {
      scrollTo(0, 60);
    });
    await approve(id);
    await expect.poll(() => badge().textContent()).toBe('Paid');
    await page.getByText('Approved in review').waitFor();
    await page.getByText('Payment status: Paid').waitFor();
    expect(await focused()).toBe('Refresh status');
    expect(await page.evaluate(() => scrollY)).toBe(60);
  });

  test('an open dialog keeps its values while the page behind it changes', async () => {
    const id = await shop.pay(PENDING);
    await open(`payments/${id}`);
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByLabel('Evidence').fill('Seen in the por');
    await shop.call('POST', `/v1/payments/${id}/resolve`, { status: 'paid', reason: 'Seen by somebody else' });
    await expect.poll(() => badge().textContent()).toBe('Paid');
    expect(await page.getByLabel('Evidence').inputValue()).toBe('Seen in the por');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-reason');
  });

  test('the focus moves to the screen when the focused button disappears', async () => {
    const id = await shop.pay(HELD);
    await open(`payments/${id}`);
    await page.getByRole('button', { name: 'Approve' }).focus();
    await approve(id);
    await expect.poll(() => badge().textContent()).toBe('Paid');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('a list shows the new status of its entries by itself, and keeps the text of the search field', async () => {
    const id = await shop.pay(HELD, { order_no: 'LIST-1' });
    await open('payments?status=');
    const row = page.locator('tr', { hasText: 'LIST-1' });
    expect(await row.locator('.badge').textContent()).toBe('Held');
    await page.getByRole('searchbox').fill('LIST');
    await approve(id);
    await expect.poll(() => row.locator('.badge').textContent()).toBe('Paid');
    expect(await page.getByRole('searchbox').inputValue()).toBe('LIST');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('search');
  });

  test('the focus stays on its entry when a new entry appears above it', async () => {
    const id = await shop.pay(HELD);
    await open('payments');
    const link = page.locator(`a[href="#/payments/${id}"]`);
    await link.focus();
    const next = await shop.pay();
    await page.locator(`a[href="#/payments/${next}"]`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(`#/payments/${id}`);
    await approve(id);
  });

  test('the focus moves to the screen when its entry leaves the list', async () => {
    const [one, other] = [await shop.pay(HELD), await shop.pay(HELD)];
    await open('payments?status=held');
    await page.locator(`a[href="#/payments/${other}"]`).focus();
    await approve(other);
    await expect.poll(() => page.locator(`a[href="#/payments/${other}"]`).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await approve(one);
  });

  test('a filtered list drops an entry that no longer matches', async () => {
    const id = await shop.pay(HELD, { order_no: 'LEAVES-1' });
    await open('payments?status=held');
    await page.getByText('LEAVES-1').waitFor();
    await approve(id);
    await expect.poll(() => page.getByText('LEAVES-1').count()).toBe(0);
  });

  test('polling stops in a hidden tab and resumes at once when the tab is visible', async () => {
    const id = await shop.pay(PENDING);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/payments/${id}`)) asked += 1;
    });
    await page.clock.install();
    await open(`payments/${id}`);
    const opened = asked;
    await page.clock.runFor(3_500);
    await expect.poll(() => asked).toBe(opened + 1);
    await hide(true);
    await page.clock.runFor(300_000);
    expect(asked).toBe(opened + 1);
    await hide(false);
    await expect.poll(() => asked).toBe(opened + 2);
  });

  test('a page on which nothing is in progress polls every 20 seconds', async () => {
    const id = await shop.pay();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/payments/${id}`)) asked += 1;
    });
    await page.clock.install();
    await open(`payments/${id}`);
    const opened = asked;
    await page.clock.runFor(19_000);
    expect(asked).toBe(opened);
    await page.clock.runFor(1_500);
    await expect.poll(() => asked).toBe(opened + 1);
  });

  test('a payment’s page does not wait for the other payments of its shopper', async () => {
    const id = await shop.pay();
    await page.route('**/console/v1/payments?*limit=50*', () => undefined);
    await open(`payments/${id}`);
    const query = page.getByRole('button', { name: 'Refresh status' });
    await query.click();
    await page.getByText('Gateway query: paid.').waitFor();
    await expect.poll(() => query.isEnabled()).toBe(true);
  });

  test('the overview reads the volume of the chosen period only', async () => {
    const read: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/reports/gross-volume')) read.push(searchParams.get('by') ?? 'day');
    });
    await page.clock.install();
    await open('overview');
    expect(read).toEqual(['day']);
    await page.getByRole('button', { name: 'Today' }).click();
    await expect.poll(() => read).toEqual(['day', 'hour']);
    await page.clock.runFor(21_000);
    await expect.poll(() => read.length).toBeGreaterThan(2);
    expect(new Set(read.slice(1))).toEqual(new Set(['hour']));
  });

  test('the page of an event that does not exist does not poll', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/events/evt_none')) asked += 1;
    });
    await page.clock.install();
    await page.goto(`${demo.companionUrl}/console#/events/evt_none`);
    await page.getByRole('alert').waitFor();
    await page.clock.runFor(60_000);
    expect(asked).toBe(1);
  });

  test('the data stays visible while the companion is unreachable', async () => {
    const id = await shop.pay(HELD);
    await open(`payments/${id}`);
    let failed = 0;
    await page.route(`**/console/v1/payments/${id}`, (route) => {
      failed += 1;
      return failed > 1 ? route.continue() : route.abort();
    });
    await expect.poll(() => failed).toBe(1);
    expect(await badge().textContent()).toBe('Held');
    await approve(id);
    await expect.poll(() => badge().textContent()).toBe('Paid');
  });
});

describe('back navigation in the console', () => {
  beforeAll(async () => {
    for (let count = 0; count < 60; count += 1) await shop.pay();
  });

  test.each(['the browser', 'the link of the page'])('going back by %s restores the list', async (way) => {
    await open('payments?status=paid');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(25);
    const count = await page.locator('tbody tr').count();
    const link = page.locator('tbody tr a').nth(count - 5);
    const href = await link.getAttribute('href');
    await link.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate(() => scrollY);
    expect(scroll).toBeGreaterThan(500);
    await link.click();
    await page.locator('.detail-header').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    if (way === 'the browser') await page.goBack();
    else await page.getByRole('link', { name: 'Payments' }).last().click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(count);
    expect(page.url()).toContain('#/payments?status=paid');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scroll);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  });

  test('going back from a payment opened by its URL leads to the list', async () => {
    const id = await shop.pay();
    await open(`payments/${id}`);
    await page.locator('a.back').click();
    await page.locator('tbody tr').first().waitFor();
    expect(new URL(page.url()).hash).toBe('#/payments');
  });

  test('going back from one filter to another restores the scroll position', async () => {
    await open('payments');
    await page.evaluate(() => {
      scrollTo(0, 400);
    });
    await page.evaluate(() => {
      location.hash = '#/payments?status=declined';
    });
    await page.getByText('No payment matches.').waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  });
});

describe('cancel dialog', () => {
  test('a dialog that cancels something labels its cancel button with what it keeps', async () => {
    const id = await shop.pay();
    await open(`payments/${id}`);
    await page.getByRole('button', { name: 'Void' }).click();
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Keep payment', 'Void €24.00']);
    await dialog().getByRole('button', { name: 'Keep payment' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'paid' });
    await shop.pay(undefined, SUBSCRIPTION_ORDER_FIELDS);
    await open('subscriptions');
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Keep subscription', 'Cancel subscription']);
  });
});
