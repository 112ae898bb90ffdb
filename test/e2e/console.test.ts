import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import type { BrowserVisit } from '../support/browser.ts';
import {
  startConsoleFixture,
  signIn,
  SUBSCRIPTION_ORDER_FIELDS,
  type DemoShopClient,
  type ConsoleFixture,
} from '../support/console-shop.ts';
import { testApiKey } from '../support/test-keys.ts';

const READER = testApiKey('reader');
const PAYER = testApiKey('payer');
const ALL = testApiKey('all');

const SCREENS = [
  'overview',
  'payments',
  'refunds',
  'disputes',
  'subscriptions',
  'sessions',
  'payouts',
  'issuing',
  'issuing/groups',
  'events',
  'audit',
];

let fixture: ConsoleFixture;
let demo: Demo;
let shop: DemoShopClient;
let person: BrowserVisit;
let page: Page;

beforeAll(async () => {
  fixture = await startConsoleFixture(
    `${ALL}:pay+refund+payout+resolve+issue+users+read`,
    `${READER}:read`,
    `${PAYER}:pay`,
  );
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

describe('console sign-in', () => {
  test.each([360, 1280])(
    'at %i px the sign-in rejects an unknown key, stores none, and ends at sign-out',
    async (width) => {
      await page.setViewportSize({ width, height: 740 });
      await person.context.clearCookies();
      await signIn(page, demo, 'a_key_that_nobody_has');
      await page.getByText('Unknown API key').waitFor();
      await page.getByLabel('API key').fill(ALL);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      const [cookie] = await person.context.cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' });
      expect(cookie!.value).not.toContain(ALL);
      const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
      expect(stored).toEqual([0, 0, '']);
      expect(await page.content()).not.toContain(ALL);
      await page.reload();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      if (width === 360) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      await person.context.addCookies([cookie!]);
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    },
  );

  test('the console asks for the key again after its session ended, and returns to the same screen', async () => {
    const id = await shop.pay();
    await open(`payments/${id}`);
    await page.getByText('Payment approved').waitFor();
    await person.context.clearCookies();
    await page.getByRole('button', { name: 'Refresh status' }).click();
    await page.getByText('Your session ended.').waitFor();
    await page.getByLabel('API key').fill(ALL);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Payment approved').waitFor();
  });

  test('a key with the read scope sees every list and no action', async () => {
    const id = await shop.pay();
    await person.context.clearCookies();
    await signIn(page, demo, READER);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await open(`payments/${id}`);
    await page.getByText('Payment approved').waitFor();
    expect(await page.locator('.detail-header button').count()).toBe(0);
    await open('payments');
    await page.getByRole('link', { name: '€24.00' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Refund multiple' }).count()).toBe(0);
    await open('sessions');
    expect(await page.getByRole('button', { name: 'New payment link' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Issuing' }).count()).toBe(0);
  });

  test('a key with the pay scope sees the checkout sessions only', async () => {
    await person.context.clearCookies();
    await signIn(page, demo, PAYER);
    await page.getByRole('heading', { name: 'Checkouts and links' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Checkouts and links'),
    ]);
  });
});

test('the console speaks the language of the browser until the user chooses another', async () => {
  const context = await fixture.browser.newContext({ locale: 'de-AT' });
  await context.addCookies(fixture.cookies);
  const tab = await context.newPage();
  await tab.goto(`${demo.companionUrl}/console`);
  await tab.getByRole('heading', { name: 'Übersicht' }).waitFor();
  expect(await tab.getAttribute('html', 'lang')).toBe('de');
  await tab.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Zahlungen', exact: true }).click();
  await tab.getByRole('button', { name: 'Mehrere erstatten' }).waitFor();
  await tab.getByLabel('Sprache').selectOption('Français');
  await tab.getByRole('heading', { name: 'Paiements' }).waitFor();
  await tab.reload();
  await tab.getByRole('button', { name: 'Rembourser plusieurs' }).waitFor();
  await context.close();
});

test('a subscription is cancelled', async () => {
  await shop.pay(undefined, SUBSCRIPTION_ORDER_FIELDS);
  await open('subscriptions');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
  await page.locator('.list .badge', { hasText: 'Inactive' }).waitFor();
});

test('a subscription whose cancellation has an unknown outcome is not resolved while the gateway may still respond', async () => {
  await shop.pay(undefined, { subscription: { contract_name: 'Coffee of the month', interval: 'month' } });
  const fault = { operation: 'cancelsubscription', fault: 'reset', times: 1, after_charge: true } as const;
  demo.sandbox.state.scenarios.arm(fault);
  await open('subscriptions');
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('Cancellation unknown').waitFor();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByLabel('Outcome').selectOption('Cancelled');
  await page.getByLabel('Evidence').fill('Seen in the portal');
  await dialog().getByRole('button', { name: 'Record Coffee of the month as cancelled' }).click();
  await dialog().getByText('The gateway may still respond').waitFor();
});

test('an event is redelivered', async () => {
  const id = await shop.pay();
  const { events } = await shop.call<{ events: { id: string }[] }>('GET', `/v1/events?ref=${id}`);
  await open(`events/${events[0]!.id}`);
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await dialog().getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('Redelivery scheduled.').waitFor();
});

test('an event of several endpoints shows the state at each, and is redelivered to one', async () => {
  const id = await shop.pay();
  const { events } = await shop.call<{ events: { id: string }[] }>('GET', `/v1/events?ref=${id}`);
  const path = `/v1/events/${events[0]!.id}`;
  await shop.call('POST', `${path}/redeliver`, {});
  await open(`events/${events[0]!.id}`);
  const deliveries = page.getByRole('region', { name: 'Delivery attempts' });
  await deliveries.getByText('erp').waitFor();
  await deliveries.getByText('http://127.0.0.1:9').waitFor();
  await deliveries.getByRole('button', { name: 'Redeliver' }).nth(1).click();
  await dialog().getByText('Endpoint: erp').waitFor();
  await dialog().getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('Redelivery scheduled.').waitFor();
  expect(await shop.call('GET', path)).toMatchObject({ endpoints: [{ name: 'default' }, { name: 'erp' }] });
});

test('a payment link is created, shown once with its QR code, and opens the payment page', async () => {
  await open('sessions');
  await page.getByRole('button', { name: 'New payment link' }).click();
  await page.getByLabel('Item').fill('Pottery course');
  await page.getByLabel('Unit price').fill('45');
  await page.getByLabel('Quantity').fill('2');
  await dialog().getByRole('button', { name: 'Create link for €90.00' }).click();
  await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  await dialog().getByText('€90.00').waitFor();
  const url = await dialog().locator('code').textContent();
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog().getByRole('button', { name: 'Copy link' }).click();
  await dialog().getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  expect(await page.locator('.toast').textContent()).toBe('');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.locator('.list').getByText('€90.00').waitFor();
  const paying = await person.newPage();
  await paying.goto(url!);
  await paying.getByText('Pottery course').first().waitFor();
});

test('the audit log shows what people did, and what the shop’s server did on demand', async () => {
  await open('sessions');
  await page.getByRole('button', { name: 'New payment link' }).click();
  await page.getByLabel('Item').fill('Glazing course');
  await page.getByLabel('Unit price').fill('45');
  await page.getByLabel('Order number').fill('LINK-1');
  await dialog().getByRole('button', { name: 'Create link for €45.00' }).click();
  await dialog().getByRole('img').waitFor();
  await shop.pay(undefined, { order_no: 'SHOP-1' });
  await page.reload();
  await page.getByRole('row', { name: 'LINK-1' }).getByText('Link', { exact: true }).waitFor();
  const order = page.getByRole('row', { name: 'SHOP-1' });
  await order.waitFor();
  expect(await order.getByText('Link', { exact: true }).count()).toBe(0);
  await open('audit');
  const row = page.getByRole('row', { name: 'LINK-1' });
  await row.getByText(/^API key/).waitFor();
  expect(await page.getByText('SHOP-1').count()).toBe(0);
  expect(await page.getByText('Only you').count()).toBe(0);
  await page.locator('main').getByRole('link', { name: 'All', exact: true }).click();
  await page.getByText('SHOP-1').waitFor();
});

test('a subscription’s button fits its row at every width', async () => {
  await shop.pay(undefined, { ...SUBSCRIPTION_ORDER_FIELDS, shopper: { email: 'jonas.brandt-hofer@example.com' } });
  await open('subscriptions');
  const button = page.getByRole('button', { name: /^Cancel subscription: / }).first();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const list = (await page.locator('.list').boundingBox())!;
    const text = (await button.boundingBox())!;
    expect(text.x + text.width, `at ${String(width)} px`).toBeLessThanOrEqual(list.x + list.width);
  }
});

test('events are found by the order that they are about, and by type', async () => {
  await shop.pay(undefined, { order_no: 'EVENTS-1' });
  await shop.pay('4000000000009995', { order_no: 'EVENTS-2' });
  await open('events');
  await page.getByRole('searchbox', { name: 'Order or event ID' }).fill('EVENTS-1');
  await page.keyboard.press('Enter');
  await page.getByText('1 shown').waitFor();
  await page.locator('.list').getByText('EVENTS-1').waitFor();
  await open('events?type=payment.declined');
  await page.locator('.list').getByText('EVENTS-2').waitFor();
  expect(await page.locator('.list').getByText('EVENTS-1').count()).toBe(0);
});

test('an issued card shows its number once, and is frozen and recharged', async () => {
  await open('issuing');
  await page.getByRole('button', { name: 'New card' }).click();
  await page.getByLabel('Number range').selectOption('806');
  await page.getByLabel('Card name').fill('Studio rent');
  await page.getByLabel('Initial balance').fill('100');
  await dialog().getByRole('button', { name: 'New card: 100.00' }).click();
  await page.getByRole('heading', { name: 'Copy the card details now' }).waitFor();
  const number = await dialog().locator('code').first().textContent();
  expect(number).toMatch(/^\d{16}$/);
  await dialog().getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Studio rent' });
  await row.getByText('Active', { exact: true }).waitFor();
  expect(await row.getByText('Succeeded').count()).toBe(0);
  await page.getByRole('searchbox').last().fill('nothing of this name');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByRole('searchbox').last().fill('studio');
  await page.keyboard.press('Enter');
  await page.getByText('1 shown').waitFor();
  await page.getByRole('link', { name: 'Studio rent' }).click();
  await page.getByRole('button', { name: 'Freeze' }).click();
  await dialog().getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('button', { name: 'Unfreeze' }).waitFor();
  await row.getByText('Frozen', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Recharge' }).click();
  await page.getByLabel('Amount').fill('5');
  await dialog().getByRole('button', { name: 'Recharge: 5.00' }).click();
  await page.getByText('105', { exact: true }).first().waitFor();
  expect(await page.locator('.issued-item dt').allInnerTexts()).toContain('Balance');
  expect(await page.content()).not.toContain(number);
});

test('a payout is created in the currency of the shop’s payments', async () => {
  await shop.pay();
  await Promise.all([page.waitForResponse(/reports\/gross-volume/), open('payouts')]);
  await page.getByText('€10,000.00').first().waitFor();
  await page.getByRole('button', { name: 'New payout' }).click();
  await page.getByLabel('Amount').fill('25');
  // The payments are in EUR, and the gateway lists BRL first.
  expect(await page.getByLabel('Currency').inputValue()).toBe('EUR');
  await page.getByLabel('Beneficiary name').fill('Clay & Sons');
  await page.getByLabel('Account number or IBAN').fill('DE02120300000000202051');
  await dialog().getByRole('button', { name: 'Pay out €25.00' }).click();
  await page.locator('.list').getByText('€25.00').waitFor();
});

test('the console is operated by keyboard', async () => {
  const id = await shop.pay(undefined, { order_no: 'KEYS-1' });
  await open('payments');
  await page.getByRole('link', { name: '€24.00' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Order KEYS-1').waitFor();
  expect(page.url()).toContain(id);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.getByRole('button', { name: 'Refund' }).focus();
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-amount');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Refund');
});

test('no screen scrolls sideways at 320 px, nor at 640 px with a font size of 200%', async () => {
  const id = await shop.pay(undefined, { shopper: { email: `${'long'.repeat(14)}@example.com` } });
  for (const [width, size] of [
    [320, '100%'],
    [640, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    for (const place of [...SCREENS, `payments/${id}`]) {
      await open(place);
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      const overflow = await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      }, size);
      expect(overflow, `${place} at ${String(width)} px, ${size}`).toBeLessThanOrEqual(0);
    }
  }
});

test.each(['light', 'dark'] as const)('axe finds no violation on any screen, %s', async (colorScheme) => {
  const id = await shop.pay();
  const { events } = await shop.call<{ events: { id: string }[] }>('GET', '/v1/events?limit=1');
  const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  const checked = await fixture.browser.newContext({ colorScheme, bypassCSP: true });
  const tab = await checked.newPage();
  const check = async (name: string): Promise<void> => {
    await tab.evaluate(axe);
    const found = await tab.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
    expect(
      found.violations.map(({ id: rule, nodes }) => `${name} ${rule}: ${nodes[0]?.html ?? ''}`),
      colorScheme,
    ).toEqual([]);
  };
  await tab.goto(`${demo.companionUrl}/console`);
  await tab.getByLabel('API key').waitFor();
  await check('sign-in');
  await checked.addCookies(fixture.cookies);
  await tab.reload();
  for (const place of [...SCREENS, `payments/${id}`, `events/${events[0]!.id}`, 'nowhere']) {
    await tab.goto(`${demo.companionUrl}/console#/${place}`);
    await tab.locator('main :is(h1, .empty)').first().waitFor();
    await expect.poll(() => tab.locator('.skeleton').count()).toBe(0);
    await check(place);
  }
  await tab.goto(`${demo.companionUrl}/console#/payments/${id}`);
  await tab.getByRole('button', { name: 'Refund' }).click();
  await check('dialog');
  await checked.close();
});
