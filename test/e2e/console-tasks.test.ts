import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { BrowserVisit } from '../support/browser.ts';
import {
  startConsoleFixture,
  SUBSCRIPTION_ORDER_FIELDS,
  type ConsoleFixture,
  type DemoShopClient,
} from '../support/console-shop.ts';
import { testApiKey } from '../support/test-keys.ts';

/** Twelve tasks of a support person, from the overview, each with the number of clicks that it takes. */

const ALL = testApiKey('all');
const DECLINED = '4000000000009995';
const DISPUTED = '4000000000000259';
const HELD = '4000000000009235';

let fixture: ConsoleFixture;
let shop: DemoShopClient;
let person: BrowserVisit;
let page: Page;
let clicks: number;

beforeAll(async () => {
  fixture = await startConsoleFixture(`${ALL}:pay+refund+payout+resolve+issue+users+read`);
  ({ shop } = fixture);
});
afterAll(() => fixture.close());

beforeEach(async () => {
  person = await fixture.openPage();
  page = person.page;
  clicks = 0;
});
afterEach(() => fixture.closePage(person));

const start = async (): Promise<void> => {
  await page.goto(`${fixture.demo.companionUrl}/console`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
};
const click = async (target: Locator): Promise<void> => {
  await target.click();
  clicks += 1;
};
/** Types into the search of the app bar, reached by `/`. */
const search = async (text: string): Promise<void> => {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};
const dialog = (): Locator => page.getByRole('dialog');
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const menu = (name: string): Locator => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name });

test('a payment is found by the last four digits of its card', async () => {
  await shop.pay(DECLINED, { order_no: 'LAST-FOUR-1' });
  await start();
  await search('9995');
  await page.getByText('Order LAST-FOUR-1').waitFor();
  expect(clicks).toBe(0);
});

test('a payment is found by part of its email, in any case', async () => {
  await shop.pay(undefined, { order_no: 'MAIL-1', shopper: { email: 'Beatriz.Lobo@example.com' } });
  await start();
  await search('IZ.LOBO@EX');
  await page.getByText('Order MAIL-1').waitFor();
  expect(clicks).toBe(0);
});

test('the page of a declined payment says why it was declined, and what the shopper saw', async () => {
  await shop.pay(DECLINED, { order_no: 'WHY-1' });
  await start();
  await search('why-1');
  await page.getByText('Insufficient funds', { exact: true }).waitFor();
  expect(clicks).toBe(0);
  await click(page.getByText('Technical details'));
  await page.getByText('This card has insufficient funds.').waitFor();
  expect(clicks).toBe(1);
});

test('part of a payment is refunded, and the page shows when the refund is complete', async () => {
  await shop.pay(undefined, { order_no: 'PART-1' });
  await start();
  await search('part-1');
  await click(button('Refund'));
  await page.getByLabel('Refund amount').fill('4.50');
  await dialog().getByLabel('Note').fill('One cup was broken');
  await click(button('Refund €4.50'));
  await page.getByText('Refund of €4.50 accepted by the gateway').waitFor();
  await page.getByText('Refund of €4.50 completed').waitFor();
  await page.locator('.detail-header').getByText('Partly refunded').waitFor();
  expect(clicks).toBe(2);
});

test('the payments that a file names are refunded together', async () => {
  for (const order_no of ['FILE-1', 'FILE-2']) await shop.pay(undefined, { order_no });
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-refunds-')), 'refunds.csv');
  writeFileSync(file, 'order_no;amount;reason\nFILE-1;4,50;broken\nFILE-2;;recalled\nFILE-3;1;nobody\n');
  await start();
  await click(menu('Payments'));
  await click(button('Refund multiple'));
  await click(button('From a file'));
  await page.getByLabel('CSV file').setInputFiles(file);
  await click(button('Check file'));
  await page.getByText('FILE-3: no such payment').waitFor();
  await click(button('Refund 2: €28.50'));
  await page.getByRole('heading', { name: '2 of 2 refunds accepted' }).waitFor();
  expect(clicks).toBe(5);
});

test('an unknown payment is resolved with evidence', async () => {
  const { scenarios } = fixture.demo.sandbox.state;
  scenarios.arm({ operation: 'notification', fault: 'lost', times: 50, after_charge: true });
  scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const id = await shop.pay(undefined, { order_no: 'UNKNOWN-1' });
  await start();
  await search('unknown-1');
  await click(button('Resolve'));
  await page.getByLabel('Outcome').selectOption('Paid');
  await page.getByLabel('Evidence').fill('Seen in the portal');
  await click(button('Record €24.00 as paid'));
  await page.getByText('Resolved manually: paid').waitFor();
  await page.getByText('Technical details').waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'paid' });
  expect(clicks).toBe(2);
  scenarios.clear();
});

test('an open dispute gets its deadline, and a refund warns of it', async () => {
  await shop.pay(DISPUTED, { order_no: 'DISPUTE-1' });
  await start();
  await click(menu('Disputes'));
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Disputes' }).waitFor();
      return page.getByText('DISPUTE-1').count();
    })
    .toBeGreaterThan(0);
  await click(button('Set deadline').first());
  const due = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Answer due on').fill(due);
  await click(dialog().getByRole('button', { name: 'Set deadline' }));
  await page.getByText('in 2 days').waitFor();
  await click(page.getByRole('link', { name: '€24.00' }).first());
  await page.getByText('The cardholder disputes €24.00. The answer is due').waitFor();
  await click(button('Refund'));
  await dialog().getByText('A dispute is open. Refunding now may cost you twice.').waitFor();
  expect(clicks).toBe(5);
});

test('the other payments of a shopper stand on the page of a payment', async () => {
  const shopper = { email: 'regular@example.com' };
  await shop.pay(undefined, { order_no: 'REGULAR-1', shopper });
  await shop.pay(DECLINED, { order_no: 'REGULAR-2', shopper });
  await start();
  await search('regular-2');
  await click(
    page.getByRole('region', { name: 'Other payments of this customer' }).getByRole('link', { name: /REGULAR-1/ }),
  );
  await page.getByText('Order REGULAR-1').waitFor();
  expect(clicks).toBe(1);
});

test('the payments of a month are exported', async () => {
  await shop.pay(undefined, { order_no: 'MONTH-1' });
  await start();
  await click(menu('Payments'));
  const [day] = new Date().toISOString().split('T');
  await click(button('Date'));
  await page.getByLabel('From').fill(`${day!.slice(0, 7)}-01`);
  await page.waitForURL(/from=/);
  await page.getByLabel('To', { exact: true }).fill(day!);
  await page.waitForURL(/to=/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    click(page.getByRole('link', { name: 'Export CSV' })),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('"MONTH-1"');
  expect(clicks).toBe(3);
});

test('a payment that a risk review holds is approved', async () => {
  const id = await shop.pay(HELD, { order_no: 'HELD-1' });
  await start();
  await search('held-1');
  await page.getByText('Too many payments with this card').waitFor();
  const choice = (name: string): Locator => page.getByRole('listitem').filter({ has: button(name) });
  await choice('Approve').getByText('€24.00 will be charged.').waitFor();
  await choice('Reject').getByText('The customer will not be charged.').waitFor();
  expect(await button('Capture').isVisible()).toBe(false);
  await click(button('Approve'));
  await click(button('Approve €24.00'));
  await page.getByText('Approved in review').waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'paid' });
  expect(clicks).toBe(2);
});

test('a subscription is stopped', async () => {
  await shop.pay(undefined, SUBSCRIPTION_ORDER_FIELDS);
  await start();
  await click(menu('Subscriptions'));
  await click(button('Cancel subscription'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
  await page.getByText('Subscription cancelled.').waitFor();
  expect(clicks).toBe(3);
});

test('a payment is handed over to a colleague by a note', async () => {
  await shop.pay(undefined, { order_no: 'NOTE-1' });
  await start();
  await search('note-1');
  await click(button('Add note'));
  await page.getByLabel('New note').fill('Waits for the courier.\nCall on Monday.');
  await click(dialog().getByRole('button', { name: 'Add note' }));
  await page.getByRole('region', { name: 'Notes' }).getByText('Waits for the courier. Call on Monday.').waitFor();
  expect(clicks).toBe(2);
});
