import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { createMedusaShopper, type MedusaShopper } from './support/medusa-shopper.ts';
import { startMedusaShop, type MedusaShop } from './support/medusa-shop.ts';
import { expectRecordsToMatch, findOrder, type ShopOrder } from './support/shop-records.ts';

/** What the shop's staff does with payments in Medusa's admin. */

const HELD = '4000000000009235';
let postgres: TestPostgres;
let shop: MedusaShop;

beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startMedusaShop(await postgres.createDatabase());
}, 420_000);
afterAll(async () => {
  await shop.close();
  await postgres.stop();
});

const orderIn = (code: string, state: string): Promise<ShopOrder> =>
  untilDefined(async () => {
    const order = (await shop.readOrders()).find((one) => one.code === code);
    return order?.state === state ? order : undefined;
  }, 90_000);

async function buyMug(number?: string, currency = 'usd'): Promise<ShopOrder> {
  const shopper: MedusaShopper = await createMedusaShopper(shop, currency);
  await shopper.add('MUG-1');
  const opened = await shopper.checkout();
  await shopper.pay(opened, number);
  return orderIn(opened.cartId, number === HELD ? 'PaymentAuthorized' : 'PaymentSettled');
}

const refund = ({ payments }: ShopOrder, amount: number): Promise<unknown> =>
  shop.admin('POST', `/payments/${payments[0]!.id}/refund`, { amount });

/** The amounts of the companion's refunds of an order's payment. */
async function refundsAtCompanion({ payments }: ShopOrder): Promise<string[]> {
  const { refunds } = await shop.tillgate.refunds.list({ payment_id: payments[0]!.transactionId });
  return refunds.map(({ refund_amount: amount }) => amount).sort();
}

describe('with every record in agreement afterwards', () => {
  afterEach(() => expectRecordsToMatch(shop));

  test('a held payment authorises the order, and the staff captures it', async () => {
    const order = await buyMug(HELD);
    expect(order.payments).toMatchObject([{ amount: 2870, state: 'Authorized' }]);
    await shop.admin('POST', `/payments/${order.payments[0]!.id}/capture`, {});
    expect(await orderIn(order.code, 'PaymentSettled')).toMatchObject({ payments: [{ state: 'Settled' }] });
    expect(await shop.tillgate.payments.get(order.payments[0]!.transactionId)).toMatchObject({ status: 'paid' });
  });

  test('the cancellation of an order voids its held payment', async () => {
    const order = await buyMug(HELD);
    await shop.admin('POST', `/orders/${order.id}/cancel`);
    await orderIn(order.code, 'Cancelled');
    expect(await shop.tillgate.payments.get(order.payments[0]!.transactionId)).toMatchObject({ status: 'cancelled' });
  });

  test('refunds in part and of the rest are made once each, and never more than was paid', async () => {
    const order = await buyMug();
    await refund(order, 4);
    await refund(order, 4);
    await refund(order, 20.7);
    await expect(refund(order, 0.01)).rejects.toThrow();
    const after = await findOrder(shop, order.code);
    expect(after.payments[0]!.refunds.map(({ total }) => total).sort()).toEqual([2070, 400, 400]);
    expect(await refundsAtCompanion(order)).toEqual(['20.70', '4.00', '4.00']);
  });

  test('a refund whose response is lost is made once when it is repeated', async () => {
    const order = await buyMug();
    shop.sandbox.state.scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
    await refund(order, 6).catch(() => refund(order, 6));
    await untilDefined(async () => ((await refundsAtCompanion(order)).length > 0 ? true : undefined));
    expect(await refundsAtCompanion(order)).toEqual(['6.00']);
  });

  test('an order in yen is paid and refunded in whole yen', async () => {
    const order = await buyMug(undefined, 'jpy');
    expect(order).toMatchObject({ totalWithTax: 200_000, payments: [{ amount: 200_000 }] });
    expect(await shop.tillgate.payments.get(order.payments[0]!.transactionId)).toMatchObject({
      amount: '2000.00',
      currency: 'JPY',
    });
    await refund(order, 700);
    expect(await refundsAtCompanion(order)).toEqual(['700.00']);
  });
});

test('a refund that the shop does not survive stands in the shop and is made once', async () => {
  const order = await buyMug();
  shop.sandbox.state.scenarios.arm({ operation: 'refund', fault: 'delay', ms: 3_000, times: 1, after_charge: true });
  const lost = refund(order, 5).catch(() => undefined);
  await expect.poll(() => shop.sandbox.state.records.refunds.at(-1)?.refund_amount).toBe('5.00');
  await shop.killShop();
  expect(await lost).toBe(undefined);
  await shop.startShop();
  // Medusa's workflow does not go on: its order lacks the transaction, but the payment has the refund.
  expect((await findOrder(shop, order.code)).payments[0]!.refunds).toMatchObject([{ total: 500 }]);
  await untilDefined(async () => ((await refundsAtCompanion(order)).length > 0 ? true : undefined));
  expect(await refundsAtCompanion(order)).toEqual(['5.00']);
});
