import { afterEach, beforeEach, expect, test } from 'vitest';
import { ORDER, nextOrder, startSystem, submitOf, type PaidPayment, type TestSystem } from '../support/system.ts';

/** Orders that were paid twice, and of which the shop has one payment undone. */

let system: TestSystem;

beforeEach(async () => {
  system = await startSystem({ companion: { ordersOnce: true } });
});
afterEach(() => system.close());

const payment = (id: string): Promise<PaidPayment> => system.get<PaidPayment>(`/v1/payments/${id}`);

test('an order that was paid twice is paid as long as one of the two is, and nobody pays it a third time', async () => {
  const order_no = nextOrder();
  const { id, token } = await system.openSession({ order_no });
  const challenged = await system.pay(token, submitOf('4000000000003220'));
  await system.browser(token, 'POST', '/checkout/abandon');
  const second = await system.pay(token);
  const { world } = system.sandbox.sandbox;
  world.settle(
    world.ledger.all().find((entry) => entry.state === 'waiting' && entry.order_no === order_no)!,
    'paid',
    '0000',
  );
  const first = String(challenged.payment_id);
  await system.post(`/v1/payments/${first}/sync`);
  expect(await payment(first)).toMatchObject({ status: 'paid', duplicate: true });

  const undone = await system.post(`/v1/payments/${String(second.payment_id)}/cancel`);
  expect(undone).toMatchObject({ payment: { status: 'cancelled' } });
  expect(await payment(first)).toMatchObject({ status: 'paid', duplicate: false });
  const session = await system.get(`/v1/sessions/${id}`);
  expect(session).toMatchObject({ status: 'paid', payment_id: first, outcome: { status: 'paid', payment_id: first } });
  const again = await system.merchant('POST', '/v1/sessions', { ...ORDER, order_no });
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'reference_taken' }]);
  type Told = { type: string; data: PaidPayment };
  const { events } = await system.get<{ events: Told[] }>('/v1/events?limit=2');
  expect(events.map(({ type, data }) => [type, data.id, data.duplicate]).sort()).toEqual(
    [
      ['payment.cancelled', String(second.payment_id), false],
      ['payment.paid', first, false],
    ].sort(),
  );

  await system.post(`/v1/payments/${first}/cancel`);
  expect((await system.merchant('POST', '/v1/sessions', { ...ORDER, order_no })).status).toBe(201);
});

test('the refund that the second payment called for is not called for once the first is undone', async () => {
  const order_no = nextOrder();
  await system.close();
  system = await startSystem();
  const [one, two] = [await system.paid({ order_no }), await system.paid({ order_no })];
  expect([one.duplicate, two.duplicate]).toEqual([false, true]);
  await system.post(`/v1/payments/${one.id}/cancel`);
  expect(await payment(two.id)).toMatchObject({ status: 'paid', duplicate: false });
  expect((await payment(two.id)).timeline.at(-1)).toMatchObject({ kind: 'stands_in' });
});
