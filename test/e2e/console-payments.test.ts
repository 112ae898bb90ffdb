import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import type { BrowserVisit } from '../support/browser.ts';
import {
  startConsoleFixture,
  SUBSCRIPTION_ORDER_FIELDS,
  type DemoShopClient,
  type ConsoleFixture,
} from '../support/console-shop.ts';
import { testApiKey } from '../support/test-keys.ts';

const ALL = testApiKey('all');

let fixture: ConsoleFixture;
let demo: Demo;
let shop: DemoShopClient;
let person: BrowserVisit;
let page: Page;

beforeAll(async () => {
  fixture = await startConsoleFixture(`${ALL}:pay+refund+payout+resolve+issue+users+read`);
  ({ demo, shop } = fixture);
});
afterAll(() => fixture.close());

beforeEach(async () => {
  person = await fixture.openPage();
  page = person.page;
});
afterEach(() => fixture.closePage(person));

const open = async (path: string): Promise<void> => {
  await page.goto(`${demo.companionUrl}/console#/${path}`);
  await page.locator('main h1').waitFor();
};
const dialog = () => page.getByRole('dialog');

test('a double click on the refund button of a payment found by its order number refunds once', async () => {
  const id = await shop.pay(undefined, { order_no: 'FIND-ME-1' });
  await open('payments');
  await page.getByRole('searchbox').fill('FIND-ME-1');
  await page.keyboard.press('Enter');
  await page.getByText('Order FIND-ME-1').waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Refund amount').fill('24.01');
  await dialog().getByRole('button', { name: 'Damaged' }).click();
  await dialog().getByLabel('Note').fill('One cup');
  await dialog()
    .getByRole('button', { name: /^Refund/ })
    .click();
  await page.getByText('The maximum is €24.00.').waitFor();
  await dialog().getByRole('button', { name: '€24.00', exact: true }).click();
  expect(await page.getByLabel('Refund amount').inputValue()).toBe('24.00');
  await page.getByText('The maximum is').waitFor({ state: 'detached' });
  await page.getByLabel('Refund amount').fill('4,5');
  await dialog().getByRole('button', { name: 'Refund €4.50' }).dblclick();
  await page.getByText('€19.50 left to refund').waitFor();
  await page.getByText('Refund of €4.50 accepted by the gateway').waitFor();
  const { refunds } = await shop.call<{ refunds: object[] }>('GET', `/v1/refunds?payment_id=${id}`);
  expect(refunds).toMatchObject([{ refund_amount: '4.50', refund_reason: 'Damaged: One cup' }]);
  expect(person.pageErrors).toEqual([]);
});

test('a refund whose response was lost with the page is retried with the same idempotency key', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  let sent = 0;
  await page.route('**/console/v1/refunds', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    // The companion receives the request; the page gets no response.
    if (sent === 1) await route.fetch();
    return sent === 1 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Refund amount').fill('5');
  await dialog().getByLabel('Note').fill('Late');
  await dialog().getByRole('button', { name: 'Refund €5.00' }).click();
  await page.getByText('No response.').waitFor();
  await page.reload();
  await page.getByText('Refund €5.00').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Done: Refund €5.00').waitFor();
  const { refunds } = await shop.call<{ refunds: object[] }>('GET', `/v1/refunds?payment_id=${id}`);
  expect(refunds).toHaveLength(1);
  expect(sent).toBe(2);
});

test('a batch refund refunds several payments', async () => {
  const orders = ['MANY-1', 'MANY-2'];
  for (const order_no of orders) await shop.pay(undefined, { order_no });
  await open('payments');
  await page.getByRole('button', { name: 'Refund multiple' }).click();
  for (const order of orders) await page.getByLabel(`Select ${order}`).check();
  await page.getByRole('button', { name: 'Refund selected' }).click();
  await dialog().getByLabel('MANY-2').fill('1');
  await dialog().getByLabel('Note').fill('Recalled');
  await dialog().getByRole('button', { name: 'Refund 2: €25.00' }).click();
  await page.getByRole('heading', { name: '2 of 2 refunds accepted' }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.locator('tr', { hasText: 'MANY-2' }).getByText('Partly refunded').waitFor();
});

test('a refund refused because of another refund reloads the payment and the form', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  await page.getByText('€24.00 left to refund').waitFor();
  await shop.call('POST', '/v1/refunds', {
    refunds: [{ payment_id: id, refund_amount: '20.00', refund_reason: 'Elsewhere' }],
  });
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog().getByText('€24.00 of €24.00 left').waitFor();
  await dialog().getByLabel('Note').fill('Here as well');
  await dialog().getByRole('button', { name: 'Refund €24.00' }).click();
  await dialog().getByText('The refunds would exceed what was paid').waitFor();
  await dialog().getByText('€4.00 of €24.00 left').waitFor();
  expect(await dialog().getByLabel('Note').inputValue()).toBe('Here as well');
  await dialog()
    .getByRole('button', { name: /^Refund/ })
    .click();
  await dialog().getByText('The maximum is €4.00.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('€4.00 left to refund').waitFor();
  await page.locator('.detail-header').getByText('Partly refunded').waitFor();
  expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog().getByLabel('Note').fill('The rest');
  await dialog().getByRole('button', { name: 'Refund the remaining €4.00' }).click();
  await page.locator('.detail-header').getByText('Refunded', { exact: true }).waitFor();
});

test('the forms that cancel and refund a subscription’s payment say that the subscription continues', async () => {
  const id = await shop.pay(undefined, SUBSCRIPTION_ORDER_FIELDS);
  const warning = 'This does not cancel the subscription. Cancel it under Subscriptions.';
  await open(`payments/${id}`);
  for (const [action, keep] of [
    ['Void', 'Keep payment'],
    ['Refund', 'Cancel'],
  ] as const) {
    await page.getByRole('button', { name: action }).click();
    await dialog().getByText(warning).waitFor();
    await dialog().getByRole('button', { name: keep, exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
  }
  await open(`payments/${await shop.pay()}`);
  await page.getByRole('button', { name: 'Void' }).click();
  await dialog().getByText('Releases the full amount').waitFor();
  expect(await dialog().getByText(warning).count()).toBe(0);
});

test('going back closes an idle dialog and keeps one whose request is in flight', async () => {
  const id = await shop.pay();
  await open('payments');
  await open(`payments/${id}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await dialog().waitFor({ state: 'hidden' });

  await open(`payments/${id}`);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/console/v1/refunds', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog().getByLabel('Note').fill('Late');
  await dialog().getByRole('button', { name: 'Refund €24.00' }).click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await dialog().getByText('Sending…').waitFor();
  answer();
  await page.getByText('Refund of €24.00 accepted').waitFor();
  await dialog().waitFor({ state: 'hidden' });
});

test('a search without a match explains how it matches, and an unknown payment ID has a text of its own', async () => {
  await shop.pay(undefined, { shopper: { email: 'Ana.Case@example.com' } });
  await open('payments');
  await page.getByRole('searchbox').fill('ana.nobody@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('No payment matches.').waitFor();
  await page.getByText('Search finds part of').waitFor();
  await page.getByRole('searchbox').fill('ana.case@EXAMPLE');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '€24.00' }).waitFor();
  await page.getByRole('searchbox').fill('pay_00000000000000000000000000');
  await page.keyboard.press('Enter');
  await page.getByText('No payment has this ID.').waitFor();
  expect(await page.getByText('not_found').count()).toBe(0);
});

test('a search goes on through empty pages until it finds a payment, and opens none that may not be alone', async () => {
  await shop.pay(undefined, { order_no: 'LATE-1', shopper: { email: 'Ana.Late@example.com' } });
  const asked: (string | null)[] = [];
  // The first pages look through newer payments, of which none matches.
  const nextOf = new Map<string | null, string>([
    [null, 'second'],
    ['second', 'third'],
  ]);
  await page.route('**/console/v1/payments?*search=*', async (route) => {
    const url = new URL(route.request().url());
    const cursor = url.searchParams.get('cursor');
    asked.push(cursor);
    const next = nextOf.get(cursor);
    if (next !== undefined) return route.fulfill({ json: { payments: [], next_cursor: next } });
    url.searchParams.delete('cursor');
    return route.continue({ url: url.href });
  });
  await open('overview');
  await page.getByRole('searchbox').fill('ana.late@EX');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'LATE-1' }).waitFor();
  expect(asked).toEqual([null, null, 'second', 'third']);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

test('the chart shows the days of the period, and the hours of today beside those of yesterday', async () => {
  await shop.pay();
  await open('overview');
  const bars = page.locator('.chart .bar');
  await expect.poll(() => bars.count()).toBe(7);
  await page.getByRole('button', { name: '30 days' }).click();
  await expect.poll(() => bars.count()).toBe(30);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => bars.count()).toBe(24);
  await expect.poll(() => page.locator('.chart .before').count()).toBe(24);
  const plot = page.locator('.plot').first();
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await plot.getByRole('status').getByText('Yesterday').waitFor();
});

test('an unknown payment is listed on the overview and resolved with evidence', async () => {
  // The gateway charges the card; its response is reset and its notifications are lost.
  demo.sandbox.state.scenarios.arm({ operation: 'notification', fault: 'lost', times: 50, after_charge: true });
  demo.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const id = await shop.pay();
  await expect
    .poll(async () => (await shop.call<{ status: string }>('GET', `/v1/payments/${id}`)).status)
    .toBe('unknown');
  await open('overview');
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /Outcome unknown/ })
    .click();
  await page.getByText('1 payment', { exact: true }).waitFor();
  await page.getByRole('link', { name: '€24.00' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await dialog().getByRole('button', { name: 'Record outcome' }).click();
  await page.getByText('This field is required.').first().waitFor();
  await page.getByLabel('Outcome').selectOption('Paid');
  await page.getByLabel('Evidence').fill('Seen in the portal, reference 4711');
  await dialog().getByRole('button', { name: 'Record €24.00 as paid' }).click();
  await page.getByText('Resolved manually: paid').waitFor();
  await page.getByText('Seen in the portal, reference 4711').waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'paid' });
});

test('a held payment is approved, and another rejected', async () => {
  const [one, two] = [await shop.pay('4000000000009235'), await shop.pay('4000000000009235')];
  await open(`payments/${one}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog().getByRole('button', { name: 'Approve €24.00' }).click();
  await page.getByText('Approved in review').waitFor();
  await open(`payments/${two}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await dialog().getByRole('button', { name: 'Reject €24.00' }).click();
  await page.getByText('Rejected in review').waitFor();
  expect(await shop.call('GET', `/v1/payments/${one}`)).toMatchObject({ status: 'paid', review_status: 'approved' });
  expect(await shop.call('GET', `/v1/payments/${two}`)).toMatchObject({ status: 'declined' });
});

test('a paid payment is queried and cancelled in full', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await page.getByText('Gateway query: paid.').waitFor();
  await page.getByRole('button', { name: 'Void' }).click();
  await dialog().getByRole('button', { name: 'Void €24.00' }).click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'cancelled' });
});

test('the CSV export escapes spreadsheet formulas', async () => {
  await shop.pay(undefined, { order_no: '=1+1', shopper: { email: '=SUM@example.com' } });
  await open('payments');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  const lines = text.trim().split('\r\n');
  const { payments } = await shop.call<{ payments: object[] }>('GET', '/v1/payments?limit=100');
  expect(lines).toHaveLength(payments.length + 1);
  expect(lines[0]).toContain('"order_no","currency","amount"');
  const row = lines.find((line) => line.includes('=1+1'));
  expect(row).toContain(`,"'=1+1","EUR","24.00",`);
  expect(row).toContain(`,"'=SUM@example.com",`);
  expect(text).not.toContain('4242424242424242');
});

test('rarer states and, on a phone, the tools of the list are behind "More"', async () => {
  await shop.pay();
  await page.setViewportSize({ width: 360, height: 740 });
  await open('payments');
  const states = page.getByRole('group', { name: 'Status' });
  await states.getByRole('link', { name: 'Declined' }).waitFor();
  expect(await states.getByRole('link', { name: 'Abandoned' }).count()).toBe(0);
  await states.getByRole('button', { name: 'More' }).click();
  await states.getByRole('link', { name: 'Abandoned' }).click();
  await page.getByText('No payment matches.').waitFor();
  await states.getByRole('link', { name: 'All' }).click();
  expect(await page.getByRole('button', { name: 'Refund multiple' }).isVisible()).toBe(false);
  await page.locator('.page-header').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'Refund multiple' }).click();
  await page.getByText('0 selected').waitFor();
  expect(await page.getByRole('link', { name: 'Export CSV' }).isVisible()).toBe(false);
});

test('a press beside the menu of a narrow screen closes it', async () => {
  await page.setViewportSize({ width: 768, height: 740 });
  await open('payments');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Refunds' }).waitFor();
  await page.mouse.click(600, 400);
  await menu.waitFor({ state: 'hidden' });
});
