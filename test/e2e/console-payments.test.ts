import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import type { Visit } from '../support/browser.ts';
import { openDesk, TEA_OF_THE_MONTH, type ConsoleShop, type Desk } from '../support/console-shop.ts';
import { testKey } from '../support/keys.ts';

const ALL = testKey('all');

let desk: Desk;
let demo: Demo;
let shop: ConsoleShop;
let person: Visit;
let page: Page;

beforeAll(async () => {
  desk = await openDesk(`${ALL}:pay+refund+payout+resolve+issue+read`);
  ({ demo, shop } = desk);
});
afterAll(() => desk.close());

beforeEach(async () => {
  person = await desk.enter();
  page = person.page;
});
afterEach(() => desk.leave(person));

const open = async (place: string): Promise<void> => {
  await page.goto(`${demo.companionUrl}/console#/${place}`);
  await page.locator('main h1').waitFor();
};
const dialog = () => page.getByRole('dialog');

test('a payment is found by its order, and a part of it given back once, however often the button is pressed', async () => {
  const id = await shop.pay(undefined, { order_no: 'FIND-ME-1' });
  await open('payments');
  await page.getByRole('searchbox').fill('FIND-ME-1');
  await page.keyboard.press('Enter');
  await page.getByText('1 shown').waitFor();
  await page.getByRole('link', { name: '€24.00' }).click();
  await page.getByText('Order FIND-ME-1').waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Amount to refund').fill('24.01');
  await page.getByLabel('Reason').fill('One cup was broken');
  await dialog()
    .getByRole('button', { name: /^Refund/ })
    .click();
  await page.getByText('At most €24.00 is left.').waitFor();
  await page.getByLabel('Amount to refund').fill('4,5');
  await dialog().getByRole('button', { name: 'Refund €4.50' }).dblclick();
  await page.getByText('€19.50 can still be refunded').waitFor();
  await page.getByText('€4.50 goes back to the shopper').waitFor();
  const { refunds } = await shop.call<{ refunds: object[] }>('GET', `/v1/refunds?payment_id=${id}`);
  expect(refunds).toMatchObject([{ refund_amount: '4.50', refund_reason: 'One cup was broken' }]);
  expect(person.complaints).toEqual([]);
});

test('a refund whose answer was lost with the page is found out by the very same call', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  let sent = 0;
  await page.route('**/console/v1/refunds', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    // It reaches the companion; the page never hears of it.
    if (sent === 1) await route.fetch();
    return sent === 1 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Amount to refund').fill('5');
  await page.getByLabel('Reason').fill('Late');
  await dialog().getByRole('button', { name: 'Refund €5.00' }).click();
  await page.getByText('No answer came').waitFor();
  await page.reload();
  await page.getByText('Refund €5.00').waitFor();
  await page.getByRole('button', { name: 'Find out' }).click();
  await page.getByText('Done: Refund €5.00').waitFor();
  const { refunds } = await shop.call<{ refunds: object[] }>('GET', `/v1/refunds?payment_id=${id}`);
  expect(refunds).toHaveLength(1);
  expect(sent).toBe(2);
});

test('several payments are refunded in one go', async () => {
  const orders = ['MANY-1', 'MANY-2'];
  for (const order_no of orders) await shop.pay(undefined, { order_no });
  await open('payments');
  await page.getByRole('button', { name: 'Refund several' }).click();
  for (const order of orders) await page.getByLabel(`Choose ${order}`).check();
  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialog().getByLabel('MANY-2').fill('1');
  await page.getByLabel('Reason').fill('Recalled');
  await dialog().getByRole('button', { name: 'Refund 2: €25.00' }).click();
  await page.getByRole('heading', { name: '2 of 2 refunds were taken.' }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.getByText('−€1.00').waitFor();
});

test('a refund that another tab forestalled leaves nothing on the screen that is no longer true', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  await page.getByText('€24.00 can still be refunded').waitFor();
  await shop.call('POST', '/v1/refunds', {
    refunds: [{ payment_id: id, refund_amount: '20.00', refund_reason: 'Elsewhere' }],
  });
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog().getByText('Up to €24.00 can go back').waitFor();
  await page.getByLabel('Reason').fill('Here as well');
  await dialog().getByRole('button', { name: 'Refund €24.00' }).click();
  await dialog().getByText('The refunds would exceed what was paid').waitFor();
  await dialog().getByText('Up to €4.00 can go back').waitFor();
  expect(await page.getByLabel('Reason').inputValue()).toBe('Here as well');
  await dialog()
    .getByRole('button', { name: /^Refund/ })
    .click();
  await dialog().getByText('At most €4.00 is left.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('€4.00 can still be refunded').waitFor();
  await page.getByText('€20.00 refunded').first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel payment' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Reason').fill('The rest');
  await dialog().getByRole('button', { name: 'Refund €4.00' }).click();
  await page.getByText('€24.00 refunded').first().waitFor();
});

test('whoever cancels or refunds the payment of a subscription reads that the subscription goes on', async () => {
  const id = await shop.pay(undefined, TEA_OF_THE_MONTH);
  const warning = 'This does not end the subscription; that is done under Subscriptions.';
  await open(`payments/${id}`);
  for (const [deed, keep] of [
    ['Cancel payment', 'Keep payment'],
    ['Refund', 'Cancel'],
  ] as const) {
    await page.getByRole('button', { name: deed }).click();
    await dialog().getByText(warning).waitFor();
    await dialog().getByRole('button', { name: keep, exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
  }
  await open(`payments/${await shop.pay()}`);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await dialog().getByText('It is undone as a whole.').waitFor();
  expect(await dialog().getByText(warning).count()).toBe(0);
});

test('going back leaves the dialog behind, but not a deed under way', async () => {
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
  await page.getByLabel('Reason').fill('Late');
  await dialog().getByRole('button', { name: 'Refund €24.00' }).click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await dialog().getByText('Sending…').waitFor();
  answer();
  await page.getByText('€24.00 is on its way back').waitFor();
  await dialog().waitFor({ state: 'hidden' });
});

test('a search without a match says what it minds, and an unknown number that no payment has it', async () => {
  await shop.pay(undefined, { shopper: { email: 'Ana.Case@example.com' } });
  await open('payments');
  await page.getByRole('searchbox').fill('ana.case@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('No payment matches.').waitFor();
  await page.getByText('capital letters included').waitFor();
  await page.getByRole('searchbox').fill('pay_00000000000000000000000000');
  await page.keyboard.press('Enter');
  await page.getByText('No payment has this number.').waitFor();
  expect(await page.getByText('not_found').count()).toBe(0);
});

test('the chart shows the days that are chosen, and for one day those of its week', async () => {
  await shop.pay();
  await open('overview');
  const bars = page.locator('.chart rect');
  await bars.first().waitFor();
  await expect.poll(() => bars.count()).toBe(7);
  await page.getByRole('button', { name: '30 days' }).click();
  await expect.poll(() => bars.count()).toBe(30);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => bars.count()).toBe(7);
  await expect.poll(() => page.locator('.chart .now').count()).toBe(1);
});

test('an unknown payment stands first on the overview, and a person settles it with a reason', async () => {
  // The charge is made; its answer breaks off, and no notification comes.
  demo.sandbox.state.scenarios.arm({ operation: 'notification', fault: 'lost', times: 50, after_charge: true });
  demo.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const id = await shop.pay();
  await expect
    .poll(async () => (await shop.call<{ status: string }>('GET', `/v1/payments/${id}`)).status)
    .toBe('unknown');
  await open('overview');
  await page.getByRole('link', { name: /Outcome unknown/ }).click();
  await page.getByText('1 shown').waitFor();
  await page.getByRole('link', { name: '€24.00' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await dialog().getByRole('button', { name: 'Record the outcome' }).click();
  await page.getByText('This is needed.').first().waitFor();
  await page.getByLabel('Outcome').selectOption('It was paid');
  await page.getByLabel('How do you know?').fill('Seen in the portal, reference 4711');
  await dialog().getByRole('button', { name: 'Record €24.00 as paid' }).click();
  await page.getByText('A person settled it: paid').waitFor();
  await page.getByText('Seen in the portal, reference 4711').waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'paid' });
});

test('a held payment is approved, and another rejected', async () => {
  const [one, two] = [await shop.pay('4000000000009235'), await shop.pay('4000000000009235')];
  await open(`payments/${one}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog().getByRole('button', { name: 'Approve €24.00' }).click();
  await page.getByText('The review approved it').waitFor();
  await open(`payments/${two}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await dialog().getByRole('button', { name: 'Reject €24.00' }).click();
  await page.getByText('The review rejected it').waitFor();
  expect(await shop.call('GET', `/v1/payments/${one}`)).toMatchObject({ status: 'paid', review_status: 'approved' });
  expect(await shop.call('GET', `/v1/payments/${two}`)).toMatchObject({ status: 'declined' });
});

test('a paid payment is cancelled as a whole, and the gateway asked', async () => {
  const id = await shop.pay();
  await open(`payments/${id}`);
  await page.getByRole('button', { name: 'Ask the gateway' }).click();
  await page.getByText('The gateway says: paid.').waitFor();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await dialog().getByRole('button', { name: 'Cancel €24.00' }).click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await shop.call('GET', `/v1/payments/${id}`)).toMatchObject({ status: 'cancelled' });
});

test('payments go into a file that no spreadsheet runs', async () => {
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
