import { afterEach, beforeEach, expect, test } from 'vitest';
import { receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import {
  nextOrderNo,
  startTestSystem,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** Abandoned payments that the gateway then reports as held. */

let stub: StubGateway;
let system: TestSystem;
let order_no: string;
let token: string;

const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const reviewed = (id: string, decision: string) =>
  system.post<{ reviews: { status: string; error: { code: string } | null }[] }>('/v1/reviews', {
    reviews: [{ payment_id: id, decision }],
  });

beforeEach(async () => {
  stub = await startStubGateway();
  system = await startTestSystem({ companion: { gatewayUrl: stub.url, issuerHosts: ['acs.example'] } });
  order_no = nextOrderNo();
  ({ token } = await system.openSession({ order_no, methods: ['card', 'gateway_page'] }));
});
afterEach(async () => {
  await system.close();
  await stub.close();
});

/** The gateway's response to every query and operation on the transaction. */
function setTransaction(changes: Record<string, string>): void {
  const entry = { transaction_id: `${order_no}-00001`, order_no, currency: 'EUR', amount: '24.00', ...changes };
  const lists = { orders_list: [entry], cancel_orders: [entry], review_orders: [entry] };
  stub.respondToQuery = () => ({ return_status: '1', ...lists });
}

/** Sends the gateway's signed notification that the payment is held. */
async function notifyHeld(id: string, note = ''): Promise<void> {
  const held = { order_status: '-2', result_info: 'H0001:To be confirmed', note };
  const body = new URLSearchParams(signedPaidResult(order_no, `${order_no}-00001`, held));
  await system.companion.fetch(new Request(receivedNotifyUrlOf(system, id), { method: 'POST', body }));
}

const HELD = {
  code: 'contradicting_result',
  detail: { source: 'notification', reported: 'held', status: 'abandoned' },
};

/** A payment that the shopper abandons and the gateway then reports as held. */
async function abandonThenHold(method: 'card' | 'gateway_page'): Promise<TestPaymentDetails> {
  stub.respond = (fields, response) => {
    const issuer_url = 'https://acs.example/challenge';
    sendXml(response, authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url }));
  };
  const { payment_id } = await system.pay(token, method === 'card' ? {} : { method, card: undefined });
  const id = String(payment_id);
  setTransaction({ payment_status: '2000', query_result: '1', transaction_date: '20300101000000' });
  if (method === 'gateway_page') stub.respondToQuery = () => ({ return_status: '1', orders_list: [] });
  await system.browser(token, 'POST', '/checkout/abandon');
  expect(await payment(id)).toMatchObject({ status: 'abandoned', alerts: [] });
  await notifyHeld(id);
  return untilDefined(async () => {
    const found = await payment(id);
    return found.alerts.length === 0 ? undefined : found;
  });
}

test.each(['card', 'gateway_page'] as const)(
  'an abandoned payment by %s that is held raises an alert, and can be cancelled beside a later payment',
  async (method) => {
    const left = await abandonThenHold(method);
    expect(left).toMatchObject({ status: 'abandoned', alerts: [HELD] });
    expect(left.transaction_id).toBe(`${order_no}-00001`);
    expect(await system.get('/v1/reports/attention')).toMatchObject({ payments: { held: 0, alerted: 1 } });
    expect(await system.get('/v1/payments?attention=true')).toMatchObject({ payments: [{ id: left.id }] });

    stub.respond = (fields, response) =>
      sendXml(response, authoriseResponse(fields, { transaction_id: `${order_no}-00002` }));
    const second = await system.pay(token);
    expect(second.status).toBe('paid');
    setTransaction({ cancel_status: '1', error_message: '' });
    const undone = await system.post(`/v1/payments/${left.id}/cancel`);
    expect(undone).toMatchObject({ status: 'accepted', payment: { status: 'cancelled', alerts: [] } });
    // The later payment is unchanged.
    expect(await payment(String(second.payment_id))).toMatchObject({ status: 'paid', duplicate: false });
    expect(await system.get('/v1/sessions?status=paid')).toMatchObject({
      sessions: [{ order_no, payment_id: second.payment_id }],
    });
  },
);

test('an abandoned payment that is held can be rejected in a review, but neither approved nor captured', async () => {
  const { id } = await abandonThenHold('card');
  expect((await system.merchant('POST', `/v1/payments/${id}/capture`)).status).toBe(409);
  expect(await reviewed(id, 'approve')).toMatchObject({ reviews: [{ error: { code: 'wrong_state' } }] });
  setTransaction({ review_status: '1', error_message: '' });
  expect(await reviewed(id, 'reject')).toMatchObject({ reviews: [{ status: 'accepted', error: null }] });
  expect(await payment(id)).toMatchObject({ status: 'declined', alerts: [], review_status: 'rejected' });
});

test('a repeated notification that an abandoned payment is held raises no second alert and keeps the session open', async () => {
  const { id } = await abandonThenHold('card');
  const conflicts = async (): Promise<number> =>
    (await payment(id)).timeline.filter(({ kind }) => kind === 'contradicted').length;
  expect(await conflicts()).toBe(1);
  await notifyHeld(id, 'again');
  await system.companion.reconcile();
  expect(await payment(id)).toMatchObject({ status: 'abandoned', alerts: [HELD] });
  expect(await conflicts()).toBe(1);
  const outcome = await system.browser(token, 'GET', '/checkout/outcome');
  expect(await outcome.json()).toMatchObject({ status: 'open' });
});
