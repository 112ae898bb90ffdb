import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { expectRecordsToMatch, type ShopOrder } from './support/shop-records.ts';
import { startMedusaShop, type MedusaShop } from './support/medusa-shop.ts';
import * as shopPage from './support/shop-page.ts';

/** The provider in a real Medusa server on PostgreSQL, with shoppers in Chromium. */

const MUG = 2870;
let browser: Browser;
let postgres: TestPostgres;
let shop: MedusaShop;
let shopper: BrowserVisit;
let page: Page;
let alertsBefore: number;

beforeAll(async () => {
  browser = await launchBrowser();
  postgres = await startPostgres();
  shop = await startMedusaShop(await postgres.createDatabase());
}, 420_000);
afterAll(async () => {
  await browser.close();
  await shop.close();
  await postgres.stop();
});
beforeEach(async () => {
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
  alertsBefore = (await shop.alerts()).length;
});
afterEach(async () => {
  await shopper.context.close();
  shop.endFaults();
  shop.relay.copies = 1;
  shop.relay.hold(false);
  await expectRecordsToMatch(shop);
});

/** @returns the cart's ID */
const goToCheckout = (product: shopPage.ProductName = 'Morning mug'): Promise<string> =>
  shopPage.goToCheckout(page, shop.storefrontUrl, product);

const expectThanks = (): Promise<void> =>
  page.getByText(/^Thank you\. Order \S+ is placed\.$/).waitFor({ timeout: 60_000 });

const ordersOf = async (cart: string): Promise<ShopOrder[]> =>
  (await shop.readOrders()).filter(({ code }) => code === cart);

/** The cart's only order, once it is paid. */
const paidOrder = (cart: string): Promise<ShopOrder> =>
  untilDefined(async () => {
    const orders = await ordersOf(cart);
    expect(orders.length).toBeLessThan(2);
    return orders[0]?.state === 'PaymentSettled' ? orders[0] : undefined;
  }, 60_000);

/** The newest payment, once it has a status. */
const newestPayment = (status: string) =>
  untilDefined(async () => {
    const { payments } = await shop.tillgate.payments.list({ limit: 1 });
    return payments[0]?.status === status ? payments[0] : undefined;
  }, 60_000);

/** Nobody is told of anything. */
const expectNoAlert = async (): Promise<void> => expect((await shop.alerts()).length).toBe(alertsBefore);

async function buyMug(): Promise<ShopOrder> {
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4242424242424242');
  await expectThanks();
  return paidOrder(cart);
}

test('a paid order is placed with one captured payment', async () => {
  const order = await buyMug();
  expect(order).toMatchObject({ totalWithTax: MUG, payments: [{ amount: MUG, state: 'Settled' }] });
  await expectNoAlert();
});

test('a declined card places nothing, and another card pays', async () => {
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4000000000000002');
  await page.getByRole('alert').first().waitFor();
  expect(await ordersOf(cart)).toEqual([]);
  await shopPage.payByCard(page, '4242424242424242');
  await expectThanks();
  expect((await paidOrder(cart)).payments).toHaveLength(1);
});

test('a passed 3-D Secure challenge places the order', async () => {
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4000000000003220');
  await shopPage.approveChallenge(page);
  await expectThanks();
  await paidOrder(cart);
});

test('a pending payment places nothing until the webhook does', async () => {
  shop.relay.hold(true);
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4000000000005126');
  await newestPayment('pending');
  expect(await ordersOf(cart)).toEqual([]);
  await page.close();
  await newestPayment('paid');
  shop.relay.hold(false);
  await paidOrder(cart);
  await expectNoAlert();
});

test('a tab that is closed after paying has its order placed', async () => {
  shop.relay.hold(true);
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4242424242424242');
  await newestPayment('paid');
  await page.close();
  shop.relay.hold(false);
  await paidOrder(cart);
});

test('a basket that a second tab changes before the payment is paid with its new total only', async () => {
  const cart = await goToCheckout();
  await shopPage.fillCard(page, '4242424242424242');
  const second = await shopper.newPage();
  await shopPage.goToCheckout(second, shop.storefrontUrl, 'Morning mug');
  await page.getByRole('button', { name: 'Pay $28.70' }).click();
  await page.getByRole('button', { name: 'Pay $52.57' }).waitFor();
  await shopPage.payByCard(page, '4242424242424242');
  await expectThanks();
  expect((await paidOrder(cart)).payments).toMatchObject([{ amount: 5257 }]);
});

test('a payment for a basket that a second tab changed meanwhile is refunded, and the order paid anew', async () => {
  const cart = await goToCheckout();
  await shopPage.payByCard(page, '4000000000003220');
  await page.frameLocator('tillgate-checkout iframe').getByRole('button', { name: 'Approve payment' }).waitFor();
  const second = await shopper.newPage();
  await shopPage.addProduct(second, shop.storefrontUrl, 'Morning mug');
  await shopPage.approveChallenge(page);
  await page.getByText('Your order is not placed').waitFor();
  expect(await ordersOf(cart)).toEqual([]);
  const { id } = await newestPayment('paid');
  await expect
    .poll(() => shop.alerts(), { timeout: 30_000 })
    .toContainEqual(
      expect.stringMatching(new RegExp(`^Payment ${id} of 28.70 USD has no order: the basket changed.*refunded`)),
    );
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.getByRole('button', { name: 'Pay $52.57' }).waitFor();
  await shopPage.payByCard(page, '4242424242424242');
  await expectThanks();
  await paidOrder(cart);
});

test('three webhooks at once place the order once', async () => {
  shop.relay.copies = 3;
  const order = await buyMug();
  expect(order.payments).toHaveLength(1);
  await expectNoAlert();
});

test('a shop that ends while it places the order pays it once after its start', async () => {
  shop.relay.hold(true);
  const cart = await goToCheckout();
  await shopPage.fillCard(page, '4242424242424242');
  shop.dieAtNextCall();
  await shopPage.payButton(page).click();
  await shop.shopEnded();
  await shop.startShop();
  shop.relay.hold(false);
  await paidOrder(cart);
  await expectNoAlert();
});

test('a shop that is killed between payment and order places it after its start', async () => {
  shop.relay.hold(true);
  const cart = await goToCheckout();
  await shopPage.fillCard(page, '4242424242424242');
  await shop.killShop();
  await shopPage.payButton(page).click();
  await newestPayment('paid');
  await shop.startShop();
  shop.relay.hold(false);
  await paidOrder(cart);
});

test('a companion that is killed during the payment has the order placed after its start', async () => {
  const cart = await goToCheckout();
  shop.loseNextResult('delay');
  await shopPage.payByCard(page, '4242424242424242');
  const { id } = await newestPayment('submitting');
  await page.close();
  await shop.killCompanion();
  expect(await ordersOf(cart)).toEqual([]);
  await shop.startCompanion();
  await untilDefined(
    async () => ((await shop.tillgate.payments.sync(id)).status === 'paid' ? true : undefined),
    60_000,
    500,
  );
  await paidOrder(cart);
});

test('a payment with an unknown outcome neither places nor loses the order', async () => {
  const cart = await goToCheckout();
  shop.loseNextResult('reset');
  await shopPage.payByCard(page, '4242424242424242');
  const { id } = await newestPayment('unknown');
  expect(await ordersOf(cart)).toEqual([]);
  await shop.tillgate.payments.sync(id);
  await paidOrder(cart);
});

test('an order that goes out of stock while it is paid is not placed, and its payment refunded', async () => {
  const other = await startBrowserVisit(browser);
  const late = await shopPage.goToCheckout(other.page, shop.storefrontUrl, 'Last vase');
  const cart = await goToCheckout('Last vase');
  await shopPage.payByCard(page, '4242424242424242');
  await expectThanks();
  await paidOrder(cart);
  await shopPage.payByCard(other.page, '4242424242424242');
  await other.page.getByText('Your order is not placed').waitFor();
  const { id } = await newestPayment('paid');
  await expect
    .poll(async () => (await shop.alerts()).filter((alert) => alert.includes(id)), { timeout: 30_000 })
    .toHaveLength(1);
  expect(await ordersOf(late)).toEqual([]);
  await other.context.close();
});
