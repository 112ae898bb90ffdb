import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CreateSession } from '../../shared/contract/index.ts';
import { countAlerts } from '../support/gateway-messages.ts';
import {
  TEST_SESSION_FIELDS,
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';

/** Orders that were paid twice, and of which the shop has one payment undone. */

let system: TestSystem;

beforeEach(async () => {
  system = await startTestSystem({ companion: { ordersOnce: true } });
});
afterEach(() => system.close());

const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);

test('an order paid twice stays paid after one cancellation and takes no third payment', async () => {
  const order_no = nextOrderNo();
  const { id, token } = await system.openSession({ order_no });
  const challenged = await system.pay(token, createCardSubmit('4000000000003220'));
  await system.browser(token, 'POST', '/checkout/abandon');
  const second = await system.pay(token);
  const { state: world } = system.sandbox.sandbox;
  applyTransactionResult(
    world,
    world.ledger.all().find((entry) => entry.state === 'waiting' && entry.order_no === order_no)!,
    { state: 'paid', result_code: '0000' },
  );
  const first = String(challenged.payment_id);
  await system.post(`/v1/payments/${first}/sync`);
  expect(await payment(first)).toMatchObject({ status: 'paid', duplicate: true });

  const undone = await system.post(`/v1/payments/${String(second.payment_id)}/cancel`);
  expect(undone).toMatchObject({ payment: { status: 'cancelled' } });
  expect(await payment(first)).toMatchObject({ status: 'paid', duplicate: false });
  const session = await system.get(`/v1/sessions/${id}`);
  expect(session).toMatchObject({ status: 'paid', payment_id: first, outcome: { status: 'paid', payment_id: first } });
  const again = await system.merchant('POST', '/v1/sessions', { ...TEST_SESSION_FIELDS, order_no });
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'reference_taken' }]);
  type Told = { type: string; data: TestPaymentDetails };
  const { events } = await system.get<{ events: Told[] }>('/v1/events?limit=2');
  expect(events.map(({ type, data }) => [type, data.id, data.duplicate]).sort()).toEqual(
    [
      ['payment.cancelled', String(second.payment_id), false],
      ['payment.paid', first, false],
    ].sort(),
  );

  await system.post(`/v1/payments/${first}/cancel`);
  expect((await system.merchant('POST', '/v1/sessions', { ...TEST_SESSION_FIELDS, order_no })).status).toBe(201);
});

test('the duplicate of a cancelled payment is promoted and needs no refund', async () => {
  const order_no = nextOrderNo();
  await system.close();
  system = await startTestSystem();
  const [one, two] = [await system.paid({ order_no }), await system.paid({ order_no })];
  expect([one.duplicate, two.duplicate]).toEqual([false, true]);
  await system.post(`/v1/payments/${one.id}/cancel`);
  expect(await payment(two.id)).toMatchObject({ status: 'paid', duplicate: false });
  expect((await payment(two.id)).timeline.at(-1)).toMatchObject({ kind: 'promoted' });
});

/** Two sessions of an order that are both paid: a challenge in the first is passed once the second is paid. */
async function payBoth(
  second: Partial<CreateSession> = {},
): Promise<[late: TestPaymentDetails, soon: TestPaymentDetails]> {
  const order_no = nextOrderNo();
  const challenged = await system.pay(
    (await system.openSession({ order_no })).token,
    createCardSubmit('4000000000003220'),
  );
  const soon = await system.paid({ order_no, ...second });
  const { state: world } = system.sandbox.sandbox;
  applyTransactionResult(
    world,
    world.ledger.all().find((entry) => entry.state === 'waiting' && entry.order_no === order_no)!,
    { state: 'paid', result_code: '0000' },
  );
  await system.post(`/v1/payments/${String(challenged.payment_id)}/sync`);
  return [await payment(String(challenged.payment_id)), soon];
}

const DEARER = {
  amount: '36.00',
  items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 3 }],
};

test.each([true, false])(
  'a second payment of an order with another amount is a duplicate if orders are paid once (%s)',
  async (ordersOnce) => {
    await system.close();
    system = await startTestSystem({ companion: { ordersOnce } });
    const [late, soon] = await payBoth(DEARER);
    expect([late.status, soon.status, soon.duplicate]).toEqual(['paid', 'paid', false]);
    // Where they are not, a shop may take parts of an order.
    expect(late.duplicate).toBe(ordersOnce);
    expect(await countAlerts(system, 'order_paid_twice')).toBe(ordersOnce ? 1 : 0);
  },
);

describe('duplicate payment', () => {
  type Listed = { payments: TestPaymentDetails[] };
  const waiting = async (): Promise<string[]> =>
    (await system.get<Listed>('/v1/payments?attention=true')).payments.map(({ id }) => id);
  const refund = (id: string, refund_amount: string) =>
    system.post('/v1/refunds', { refunds: [{ payment_id: id, refund_amount, refund_reason: 'paid twice' }] });

  test('a duplicate payment keeps its alert until it is fully refunded', async () => {
    const [late] = await payBoth();
    expect(late).toMatchObject({ duplicate: true, alerts: [{ code: 'order_paid_twice', detail: {} }] });
    expect(await system.get('/v1/reports/attention')).toMatchObject({ payments: { alerted: 1 } });
    await refund(late.id, '10.00');
    expect(await waiting()).toEqual([late.id]);
    await refund(late.id, '14.00');
    expect(await waiting()).toEqual([]);
    expect(await payment(late.id)).toMatchObject({ duplicate: true, alerts: [], refunded_amount: '24.00' });
  });

  test('a duplicate payment loses its alert once the other payment is cancelled', async () => {
    const [late, soon] = await payBoth();
    expect(await waiting()).toEqual([late.id]);
    await system.post(`/v1/payments/${soon.id}/cancel`);
    expect(await payment(late.id)).toMatchObject({ duplicate: false, alerts: [] });
    expect(await waiting()).toEqual([]);
  });

  test('a duplicate payment loses its alert once it is resolved', async () => {
    const [late] = await payBoth();
    expect(await waiting()).toEqual([late.id]);
    await system.post(`/v1/payments/${late.id}/resolve`, { status: 'paid', reason: 'two mugs, two orders' });
    expect(await waiting()).toEqual([]);
  });

  test('a payment that is resolved as paid and is a duplicate raises an alert', async () => {
    await system.close();
    let ahead = 0;
    system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
    const order_no = nextOrderNo();
    system.sandbox.sandbox.state.scenarios.arm({
      operation: 'authorise',
      fault: 'reset',
      times: 1,
      after_charge: true,
    });
    const lost = await system.paid({ order_no });
    await system.paid({ order_no });
    ahead += 70_000;
    const said = await system.post<TestPaymentDetails>(`/v1/payments/${lost.id}/resolve`, {
      status: 'paid',
      reason: 'seen',
    });
    expect(said).toMatchObject({ status: 'paid', duplicate: true });
    expect(await waiting()).toEqual([lost.id]);
  });
});
