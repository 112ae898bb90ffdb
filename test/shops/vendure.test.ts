import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { expectRecordsToMatch, findOrder, type ShopOrder } from './support/shop-records.ts';
import * as shopPage from './support/shop-page.ts';
import { startVendureShop, type VendureShop } from './support/vendure-shop.ts';

/** The plugin in a real Vendure server, with shoppers in Chromium. */

const MUG = 28.7;
let browser: Browser;
let postgres: TestPostgres;

beforeAll(async () => {
  browser = await launchBrowser();
  postgres = await startPostgres();
});

afterAll(async () => {
  await browser.close();
  await postgres.stop();
});

describe.each(['PostgreSQL', 'SQLite'] as const)('Vendure on %s', (type) => {
  let shop: VendureShop;
  let shopper: BrowserVisit;
  let page: Page;

  beforeAll(async () => {
    shop = await startVendureShop(type === 'PostgreSQL' ? await postgres.createDatabase() : undefined);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shopper = await startBrowserVisit(browser);
    page = shopper.page;
  });
  afterEach(async () => {
    await shopper.context.close();
    shop.endFaults();
    shop.relay.copies = 1;
    shop.relay.hold(false);
    await expectRecordsToMatch(shop);
  });

  const goToCheckout = (product: shopPage.ProductName = 'Morning mug'): Promise<string> =>
    shopPage.goToCheckout(page, shop.storefrontUrl, product);

  async function buyMug(): Promise<ShopOrder> {
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4242424242424242');
    await shopPage.expectThankYouPage(page, code);
    return findOrder(shop, code);
  }

  /** The order's newest payment at the companion, once it has a status. */
  const paymentOf = (code: string, status: string) =>
    untilDefined(async () => {
      const { payments } = await shop.tillgate.payments.list({ order_no: code });
      return payments[0]?.status === status ? payments[0] : undefined;
    }, 60_000);

  const orderIn = (code: string, state: string): Promise<ShopOrder> =>
    untilDefined(async () => {
      const order = await findOrder(shop, code);
      return order.state === state ? order : undefined;
    }, 60_000);

  test('a paid order is placed with one settled payment', async () => {
    const order = await buyMug();
    expect(order).toMatchObject({ state: 'PaymentSettled', totalWithTax: MUG * 100 });
    expect(order.payments).toMatchObject([{ amount: MUG * 100, state: 'Settled' }]);
    expect(order.notes).toEqual([]);
    expect(shopper.pageErrors).toEqual([]);
  });

  test('a declined card leaves the order unpaid, and another card pays it', async () => {
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4000000000000002');
    await page.getByRole('alert').first().waitFor();
    expect(await findOrder(shop, code)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    await shopPage.payByCard(page, '4242424242424242');
    await shopPage.expectThankYouPage(page, code);
    expect((await findOrder(shop, code)).payments).toHaveLength(1);
  });

  test('a passed 3-D Secure challenge places the order', async () => {
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4000000000003220');
    await shopPage.approveChallenge(page);
    await shopPage.expectThankYouPage(page, code);
  });

  test('a pending payment adds nothing to the order until the webhook places it', async () => {
    shop.relay.hold(true);
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4000000000005126');
    await paymentOf(code, 'pending');
    expect(await findOrder(shop, code)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    await page.close();
    await paymentOf(code, 'paid');
    shop.relay.hold(false);
    await orderIn(code, 'PaymentSettled');
  });

  test('a tab that is closed after paying has its order placed', async () => {
    shop.relay.hold(true);
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4242424242424242');
    await paymentOf(code, 'paid');
    await page.close();
    shop.relay.hold(false);
    await orderIn(code, 'PaymentSettled');
  });

  test('a basket that a second tab changes before the payment is paid with its new total only', async () => {
    const code = await goToCheckout();
    await shopPage.fillCard(page, '4242424242424242');
    const second = await shopper.newPage();
    await shopPage.goToCheckout(second, shop.storefrontUrl, 'Morning mug');
    await page.getByRole('button', { name: 'Pay $28.70' }).click();
    await page.getByRole('button', { name: 'Pay $52.50' }).click();
    await shopPage.expectThankYouPage(page, code);
    const order = await findOrder(shop, code);
    expect(order.payments).toMatchObject([{ amount: 5250, state: 'Settled' }]);
  });

  test('a payment for a basket that a second tab changed meanwhile is refunded, and the order paid anew', async () => {
    const before = shop.unplaced.length;
    const code = await goToCheckout();
    await shopPage.payByCard(page, '4000000000003220');
    await page.frameLocator('tillgate-checkout iframe').getByRole('button', { name: 'Approve payment' }).waitFor();
    const second = await shopper.newPage();
    await shopPage.addProduct(second, shop.storefrontUrl, 'Morning mug');
    await shopPage.approveChallenge(page);
    await page.getByText('Your order is not placed yet.').waitFor();
    await page.getByRole('button', { name: 'Pay $52.50' }).waitFor();
    const waiting = await findOrder(shop, code);
    expect(waiting).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    expect(waiting.notes).toEqual([expect.stringMatching(/^Payment pay_\S+ of 28.70 USD was not added.*52.50 USD/)]);
    expect(shop.unplaced.slice(before)).toMatchObject([{ orderCode: code, action: 'refunded' }]);
    await shopPage.payByCard(page, '4242424242424242');
    await shopPage.expectThankYouPage(page, code);
  });

  test('three webhooks at once place the order once', async () => {
    shop.relay.copies = 3;
    const order = await buyMug();
    expect(order.payments).toHaveLength(1);
    await expectRecordsToMatch(shop);
    const transitions = (await findOrder(shop, order.code)).history.items.filter(
      ({ type, data }) => type === 'ORDER_STATE_TRANSITION' && (data as { to?: string }).to === 'PaymentSettled',
    );
    expect(transitions).toHaveLength(1);
  });

  test('a shop that ends while it places the order places it once after its start', async () => {
    const code = await goToCheckout();
    shop.dieAtNextOrder();
    await shopPage.payByCard(page, '4242424242424242');
    await shop.shopEnded();
    await shop.startShop();
    await orderIn(code, 'PaymentSettled');
  });

  test('a shop that is killed between payment and order places it after its start', async () => {
    shop.relay.hold(true);
    const code = await goToCheckout();
    await shopPage.fillCard(page, '4242424242424242');
    await shop.killShop();
    await shopPage.payButton(page).click();
    await paymentOf(code, 'paid');
    await shop.startShop();
    shop.relay.hold(false);
    await orderIn(code, 'PaymentSettled');
  });

  test('a companion that is killed during the payment has the order placed after its start', async () => {
    const code = await goToCheckout();
    shop.loseNextResult('delay');
    await shopPage.payByCard(page, '4242424242424242');
    const { id } = await paymentOf(code, 'submitting');
    await page.close();
    await shop.killCompanion();
    expect(await findOrder(shop, code)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    await shop.startCompanion();
    await untilDefined(
      async () => ((await shop.tillgate.payments.sync(id)).status === 'paid' ? true : undefined),
      60_000,
      500,
    );
    await orderIn(code, 'PaymentSettled');
  });

  test('a payment with an unknown outcome neither places nor loses the order', async () => {
    const code = await goToCheckout();
    shop.loseNextResult('reset');
    await shopPage.payByCard(page, '4242424242424242');
    const { id } = await paymentOf(code, 'unknown');
    expect(await findOrder(shop, code)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    await shop.tillgate.payments.sync(id);
    await orderIn(code, 'PaymentSettled');
  });

  test('an order that goes out of stock while it is paid is not placed, and its payment refunded', async () => {
    const other = await startBrowserVisit(browser);
    const late = await shopPage.goToCheckout(other.page, shop.storefrontUrl, 'Last vase');
    const code = await goToCheckout('Last vase');
    await shopPage.payByCard(page, '4242424242424242');
    await shopPage.expectThankYouPage(page, code);
    await shopPage.payByCard(other.page, '4242424242424242');
    const { id } = await paymentOf(late, 'paid');
    await expect.poll(() => shop.unplaced.filter(({ payment }) => payment === id)).toHaveLength(1);
    expect(await findOrder(shop, late)).toMatchObject({ active: true, payments: [] });
    expect((await findOrder(shop, late)).notes).toHaveLength(1);
    await other.context.close();
  });
});
