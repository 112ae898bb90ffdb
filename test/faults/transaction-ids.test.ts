import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { nextOrderNo, startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Paid responses with a transaction ID that does not fit the payment. */

let gateway: StubGateway;
let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  gateway = await startStubGateway();
  system = await startTestSystem({ companion: { gatewayUrl: gateway.url, now: () => Date.now() + ahead } });
});
afterEach(async () => {
  await system.close();
  await gateway.close();
});

const answerWith = (transaction_id: string | undefined): void => {
  gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields, { transaction_id }));
};

/** The gateway's records list one paid transaction of an order. */
function listPaid(order_no: string, transaction_id = `${order_no}-00001`): void {
  const row = { order_no, currency: 'EUR', amount: '24.00', transaction_id, payment_status: '3000', query_result: '1' };
  gateway.respondToQuery = () => ({ return_status: '1', orders_list: [row] });
}

const payment = (id: string) => system.get<TestPaymentDetails>(`/v1/payments/${id}`);

describe.each([
  ['of 65 characters', (order: string) => `${order}-${'1'.repeat(64 - order.length)}`],
  ['of 3,000 characters', (order: string) => `${order}-${'1'.repeat(3_000)}`],
  ['of another order', () => 'OTHER-00001'],
  ['with letters for digits', (order: string) => `${order}-ABCDE`],
])('paid response with a transaction ID %s', (_what, idOf) => {
  test('a paid response with an invalid transaction ID is unknown until a query confirms it with its ID', async () => {
    const order_no = nextOrderNo();
    answerWith(idOf(order_no));
    const first = await system.paid({ order_no });
    expect(first).toMatchObject({ status: 'unknown', transaction_id: null });
    expect(gateway.queries).toHaveLength(1);
    listPaid(order_no);
    ahead += 11_000;
    await system.companion.reconcile();
    expect(await payment(first.id)).toMatchObject({ status: 'paid', transaction_id: `${order_no}-00001` });
    expect(gateway.charges).toHaveLength(1);
  });

  test('a paid response with an invalid transaction ID is paid at once if the query confirms it at once', async () => {
    const order_no = nextOrderNo();
    answerWith(idOf(order_no));
    listPaid(order_no);
    expect(await system.paid({ order_no })).toMatchObject({ status: 'paid', transaction_id: `${order_no}-00001` });
  });
});

test('a paid response with another payment’s transaction ID takes nothing over and raises an alert that names the owner', async () => {
  const order_no = nextOrderNo();
  const owner = await system.paid({ order_no });
  answerWith(owner.transaction_id!);
  gateway.respondToQuery = () => ({ return_status: '1', orders_list: [] });
  const second = await system.paid({ order_no });
  expect(second).toMatchObject({ status: 'unknown', transaction_id: null });
  expect(second.alerts).toMatchObject([
    { code: 'outcome_unknown', detail: { reason: `the transaction_id belongs to the payment ${owner.id}` } },
    { code: 'transaction_id_taken', detail: { payment_id: owner.id } },
  ]);
  const refunds = [{ payment_id: second.id, refund_amount: '1.00', refund_reason: 'x' }];
  const outcome = await system.post<{ refunds: { error: unknown; refund: unknown }[] }>('/v1/refunds', { refunds });
  expect(outcome.refunds).toMatchObject([{ refund: null }]);
  expect(await payment(owner.id)).toMatchObject({ status: 'paid', transaction_id: owner.transaction_id, alerts: [] });
});

describe('paid response without a transaction ID', () => {
  test.each([undefined, ''])(
    'a paid response without a transaction ID is paid, and a query adds the ID (%j)',
    async (id) => {
      const order_no = nextOrderNo();
      answerWith(id);
      const paid = await system.paid({ order_no });
      expect(paid).toMatchObject({ status: 'paid', transaction_id: null, alerts: [] });
      listPaid(order_no);
      ahead += 11_000;
      await system.companion.reconcile();
      expect(await payment(paid.id)).toMatchObject({ status: 'paid', transaction_id: `${order_no}-00001`, alerts: [] });
      ahead += 86_400_000;
      const asked = gateway.queries.length;
      await system.companion.reconcile();
      expect(gateway.queries).toHaveLength(asked);
    },
  );

  test('a payment without a transaction ID raises an alert if no query adds one within half an hour', async () => {
    answerWith(undefined);
    const paid = await system.paid();
    for (let minutes = 0; minutes < 40; minutes += 1) {
      ahead += 60_000;
      await system.companion.reconcile();
    }
    expect(await payment(paid.id)).toMatchObject({
      status: 'paid',
      alerts: [{ code: 'transaction_id_missing', detail: {} }],
    });
    expect(gateway.queries.length).toBeLessThan(12);
  });
});

test('a response with another payment’s subscription ID starts no subscription and raises an alert that names the owner', async () => {
  const terms = { contract_name: 'Gold', contract_amount: '24.00', interval: 'month' } as const;
  gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields, { recurring_id: 'R-1' }));
  const owner = await system.paid({ subscription: terms });
  const second = await system.paid({ subscription: terms });
  expect(second).toMatchObject({ status: 'paid', recurring_id: null });
  expect(second.alerts).toMatchObject([{ code: 'recurring_id_taken', detail: { payment_id: owner.id } }]);
  const { subscriptions } = await system.get<{ subscriptions: unknown[] }>('/v1/subscriptions');
  expect(subscriptions).toMatchObject([{ recurring_id: 'R-1', payment_id: owner.id }]);
});
