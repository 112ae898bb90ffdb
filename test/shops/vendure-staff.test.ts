import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { createVendureShopper, type VendureShopper } from './support/api-shopper.ts';
import { expectRecordsToMatch, findOrder, type ShopOrder } from './support/shop-records.ts';
import { startVendureShop, type VendureShop } from './support/vendure-shop.ts';

/** What the shop's staff does with payments in Vendure's admin, and money that no order takes. */

const HELD = '4000000000009235';
const PENDING = '4000000000005126';
let postgres: TestPostgres;
let shop: VendureShop;
let shopper: VendureShopper;

beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startVendureShop(await postgres.createDatabase());
});
afterAll(async () => {
  await shop.close();
  await postgres.stop();
});
beforeEach(() => {
  shopper = createVendureShopper(shop);
});
afterEach(() => expectRecordsToMatch(shop));

async function buyMug(number?: string): Promise<ShopOrder> {
  await shopper.add('MUG-1');
  const opened = await shopper.checkout();
  await shopper.pay(opened, number);
  return orderIn(opened.orderCode, number === HELD ? 'PaymentAuthorized' : 'PaymentSettled');
}

const orderIn = (code: string, state: string): Promise<ShopOrder> => orderWith(code, (order) => order.state === state);

const orderWith = (code: string, isAsked: (order: ShopOrder) => boolean): Promise<ShopOrder> =>
  untilDefined(async () => {
    const order = await findOrder(shop, code);
    return isAsked(order) ? order : undefined;
  }, 60_000);

interface Answer {
  __typename: string;
  state?: string;
  message?: string;
}

/** @param type what has a state in the answer */
async function staff(mutation: string, type: 'Payment' | 'Refund' | 'Order', variables: object): Promise<Answer> {
  const names = Object.keys(variables).map((name) => `$${name}: ${name === 'amount' ? 'Money' : 'ID'}!`);
  const { answer } = await shop.admin<{ answer: Answer }>(
    `mutation (${names.join(', ')}) { answer: ${mutation} { __typename ... on ErrorResult { message } ... on ${type} { state } } }`,
    variables,
  );
  return answer;
}

const refund = (order: ShopOrder, amount: number): Promise<Answer> =>
  staff(
    'refundOrder(input: { paymentId: $payment, amount: $amount, reason: "Broken", lines: [], shipping: 0, adjustment: 0 })',
    'Refund',
    {
      payment: order.payments[0]!.id,
      amount,
    },
  );

const refundsOf = (order: ShopOrder): (string | number)[][] =>
  order.payments[0]!.refunds.map(({ total, state }) => [total, state]).sort();

test('a held payment authorises the order, and its settlement captures it', async () => {
  const order = await buyMug(HELD);
  expect(order.payments).toMatchObject([{ amount: 2870, state: 'Authorized' }]);
  expect(await staff('settlePayment(id: $id)', 'Payment', { id: order.payments[0]!.id })).toMatchObject({
    state: 'Settled',
  });
  expect(await orderIn(order.code, 'PaymentSettled')).toMatchObject({ payments: [{ state: 'Settled' }] });
  expect(await shop.tillgate.payments.get(order.payments[0]!.transactionId)).toMatchObject({ status: 'paid' });
});

test('a capture outside of the shop settles the payment, and settling it again succeeds', async () => {
  const order = await buyMug(HELD);
  await shop.tillgate.payments.capture(order.payments[0]!.transactionId);
  const [answer] = await Promise.all([
    staff('settlePayment(id: $id)', 'Payment', { id: order.payments[0]!.id }),
    orderIn(order.code, 'PaymentSettled'),
  ]);
  expect(['Payment', 'PaymentStateTransitionError']).toContain(answer.__typename);
});

test('the cancellation of a held payment voids it', async () => {
  const order = await buyMug(HELD);
  const [payment] = order.payments;
  expect(await staff('cancelPayment(id: $id)', 'Payment', { id: payment!.id })).toMatchObject({ state: 'Cancelled' });
  await staff('cancelOrder(input: { orderId: $id, cancelShipping: true })', 'Order', { id: order.id });
  expect(await shop.tillgate.payments.get(payment!.transactionId)).toMatchObject({ status: 'cancelled' });
});

test('refunds in part and of the rest are pending, and settled by the webhook', async () => {
  const order = await buyMug();
  expect(await refund(order, 400)).toMatchObject({ __typename: 'Refund', state: 'Pending' });
  expect(await refund(order, 400)).toMatchObject({ __typename: 'Refund', state: 'Pending' });
  expect(await refund(order, 2070)).toMatchObject({ __typename: 'Refund', state: 'Pending' });
  expect(await refund(order, 1)).toMatchObject({ __typename: 'RefundAmountError' });
  const after = await orderWith(order.code, (one) => refundsOf(one).every(([, state]) => state === 'Settled'));
  expect(refundsOf(after)).toEqual([
    [2070, 'Settled'],
    [400, 'Settled'],
    [400, 'Settled'],
  ]);
  expect(after.notes).toEqual([]);
});

test('a refund that the shop does not survive is made once when it is repeated', async () => {
  const order = await buyMug();
  shop.sandbox.state.scenarios.arm({ operation: 'refund', fault: 'delay', ms: 3_000, times: 1, after_charge: true });
  const lost = refund(order, 500).catch(() => undefined);
  await expect.poll(() => shop.sandbox.state.records.refunds.at(-1)?.refund_amount).toBe('5.00');
  await shop.killShop();
  expect(await lost).toBe(undefined);
  await shop.startShop();
  expect((await findOrder(shop, order.code)).payments[0]!.refunds).toEqual([]);
  expect(await refund(order, 500)).toMatchObject({ __typename: 'Refund' });
  const { refunds } = await shop.tillgate.refunds.list({ payment_id: order.payments[0]!.transactionId });
  expect(refunds).toHaveLength(1);
});

test('a refund that the gateway fails is failed in the shop too', async () => {
  const order = await buyMug();
  await shop.admin(
    `mutation ($id: ID!) { refundOrder(input: { paymentId: $id, amount: 300, reason: "sandbox: fail later", lines: [],
      shipping: 0, adjustment: 0 }) { __typename } }`,
    { id: order.payments[0]!.id },
  );
  const after = await orderWith(order.code, (one) => refundsOf(one)[0]?.[1] === 'Failed');
  expect(refundsOf(after)).toEqual([[300, 'Failed']]);
});

test('an order that is cancelled while it is paid has its payment refunded', async () => {
  await shopper.add('MUG-1');
  const opened = await shopper.checkout();
  await shopper.pay(opened, PENDING);
  const { id } = await findOrder(shop, opened.orderCode);
  await staff('cancelOrder(input: { orderId: $id })', 'Order', { id });
  const order = await orderWith(opened.orderCode, (one) => one.notes.length > 0);
  expect(order).toMatchObject({ state: 'Cancelled', payments: [] });
  expect(order.notes[0]).toMatch(/the order is Cancelled\. It is refunded/);
});

test('a browser cannot add a payment by itself', async () => {
  await shopper.add('MUG-1');
  await shopper.checkout();
  const adding = shopper.ask(
    `mutation { addPaymentToOrder(input: { method: "tillgate", metadata: { payment: { id: "pay_1", status: "paid" }, amount: 2870 } })
      { __typename ... on ErrorResult { errorCode message } } }`,
  );
  await expect(adding).rejects.toThrow('The webhook adds this payment');
});

test('a webhook with a wrong signature changes nothing', async () => {
  const { status } = await fetch(shop.webhookUrl, {
    method: 'POST',
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,bm8=' },
    body: '{"type":"payment.paid","data":{"id":"pay_1"}}',
  });
  expect(status).toBe(401);
});

test('with unplacedPayments raise, a payment that no order takes stays for a person', async () => {
  await shop.killShop();
  await shop.startShop({ unplacedPayments: 'raise' });
  await shopper.add('MUG-1');
  const opened = await shopper.checkout();
  const { payment_id: id } = await shopper.pay(opened, PENDING);
  await shopper.add('TOWEL-1');
  const order = await orderWith(opened.orderCode, (one) => one.notes.length > 0);
  expect(order.notes[0]).toMatch(/was not added to this order: it now costs .* Refund or void it/);
  expect(shop.unplaced.at(-1)).toMatchObject({ payment: id, action: 'raised' });
  expect(await shop.tillgate.payments.get(id!)).toMatchObject({ status: 'paid', refunded_amount: '0.00' });
  // A person gives it back.
  await shop.tillgate.refunds.create({
    refunds: [{ payment_id: id!, refund_amount: '28.70', refund_reason: 'The basket changed' }],
  });
});

test('an order in yen is paid in whole yen, and one with a fraction is not opened', async () => {
  await shop.admin(`mutation { updateChannel(input: { id: 1, defaultCurrencyCode: JPY, availableCurrencyCodes: [JPY, USD] })
    { __typename } }`);
  await shop.admin(`mutation { updateProductVariants(input: [{ id: 1, prices: [{ currencyCode: JPY, price: 150000 }] }])
    { __typename } }`);
  await shopper.add('MUG-1');
  // 1,785 yen, and a delivery of 4.90.
  await expect(shopper.checkout()).rejects.toThrow();
  const { shippingMethod } = await shop.admin<{
    shippingMethod: { calculator: { code: string; args: { name: string; value: string }[] } };
  }>('{ shippingMethod(id: 1) { calculator { code args { name value } } } }');
  const { code, args } = shippingMethod.calculator;
  const calculator = { code, arguments: args.map((one) => (one.name === 'rate' ? { ...one, value: '50000' } : one)) };
  await shop.admin(
    `mutation ($calculator: ConfigurableOperationInput!) { updateShippingMethod(input: { id: 1, calculator: $calculator,
      translations: [] }) { __typename } }`,
    { calculator },
  );
  await shopper.ask('mutation { transitionOrderToState(state: "AddingItems") { __typename } }');
  const opened = await shopper.checkout();
  await shopper.pay(opened);
  const order = await orderIn(opened.orderCode, 'PaymentSettled');
  expect(order).toMatchObject({ totalWithTax: 228_500, payments: [{ amount: 228_500 }] });
  const payment = await shop.tillgate.payments.get(order.payments[0]!.transactionId);
  expect(payment).toMatchObject({ amount: '2285.00', currency: 'JPY' });
  await refund(order, 100_000);
});
