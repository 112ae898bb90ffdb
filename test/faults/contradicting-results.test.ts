import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { countAlerts, setNextResponse, receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import { startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Signed notifications that contradict a stored result. */

let system: TestSystem;

let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

async function notify(of: TestPaymentDetails, changes: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(signedPaidResult(of.order_no, of.transaction_id ?? '', changes)).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = receivedNotifyUrlOf(system, of.id);
  await system.companion.fetch(new Request(url, { method: 'POST', headers, body }));
  await system.settle();
}

async function refund({ id: payment_id }: TestPaymentDetails): Promise<string> {
  const refunds = [{ payment_id, refund_amount: '10.00', refund_reason: 'x' }];
  const [outcome] = (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds })).refunds;
  return outcome!.refund!.id;
}

test('a refund resolved as refused that the gateway reports as made raises one alert', async () => {
  const paid = await system.paid();
  system.sandbox.sandbox.state.scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
  const id = await refund(paid);
  await system.post(`/v1/refunds/${id}/resolve`, { status: 'refused', reason: 'nothing in the portal yet' });
  await notify(paid, { webhooks_type: 'REFUND RESULT' });
  await expect.poll(() => countAlerts(system, 'contradicting_result')).toBe(1);
  expect(await system.get(`/v1/refunds/${id}`)).toMatchObject({
    status: 'refused',
    alerts: [{ code: 'contradicting_result', detail: { source: 'query', reported: 'in_progress', status: 'refused' } }],
  });
  const known = { status: 'refunded', reason: 'it is in the portal by now' };
  expect(await system.post(`/v1/refunds/${id}/resolve`, known)).toMatchObject({ status: 'refunded', alerts: [] });
});

test('a refund that the gateway first refuses and then reports as accepted raises one alert', async () => {
  const paid = await system.paid();
  const { transaction_id, order_no } = paid;
  const row = { transaction_id, order_no, currency: 'EUR', amount: '24.00' };
  setNextResponse(system, 'refund', { return_status: '1', refund_orders: [{ ...row, refund_status: '0' }] });
  const id = await refund(paid);
  const { refund_reference } = await system.get(`/v1/refunds/${id}`);
  const made = { ...row, refund_status: '1', refund_amount: '10.00', refund_reference };
  for (const webhooks_type of ['REFUND ACCEPTED', 'REFUND RESULT']) {
    setNextResponse(system, 'retrievalRefund', { return_status: '1', refund_orders: [made] });
    await notify(paid, { webhooks_type });
  }
  expect(await countAlerts(system, 'contradicting_result')).toBe(1);
  const looked = { status: 'refused', reason: 'the gateway took its word back' };
  expect(await system.post(`/v1/refunds/${id}/resolve`, looked)).toMatchObject({ status: 'refused', alerts: [] });
});

test.each([
  ['won', 'lost', '1', '0'],
  ['lost', 'won', '0', '1'],
])(
  'a dispute that was %s and is then reported as %s keeps its first result and raises an alert',
  async (first, second, ended, endedAgain) => {
    const paid = await system.paid();
    const end = (order_status: string) => notify(paid, { webhooks_type: 'DISPUTE RESULT', order_status });
    await notify(paid, { webhooks_type: 'DISPUTE RECIEVED' });
    await end(ended);
    expect(await system.get(`/v1/payments/${paid.id}`)).toMatchObject({ dispute_status: first, alerts: [] });
    await end(endedAgain);
    const after = { code: 'dispute_after_end', detail: { reported: second, status: first } };
    expect(await system.get(`/v1/payments/${paid.id}`)).toMatchObject({ dispute_status: first, alerts: [after] });
  },
);

test.each([
  ['won', '1'],
  ['lost', '0'],
])(
  'a dispute reported as %s before it is received raises an alert, and its result applies once it is received',
  async (end, status) => {
    const paid = await system.paid();
    await notify(paid, { webhooks_type: 'DISPUTE RESULT', order_status: status });
    const early = { code: 'dispute_end_first', detail: {} };
    expect(await system.get(`/v1/payments/${paid.id}`)).toMatchObject({ dispute_status: null, alerts: [early] });
    await notify(paid, { webhooks_type: 'DISPUTE RECIEVED', chargeback_reason: 'Not received' });
    const { alerts, dispute_status, disputes } = await system.get(`/v1/payments/${paid.id}`);
    expect({ alerts, dispute_status }).toEqual({ alerts: [], dispute_status: end });
    expect(disputes).toMatchObject([{ status: end, reason: 'Not received' }]);
    const { events } = await system.get<{ events: { type: string }[] }>(`/v1/events?ref=dsp_${paid.id.slice(4)}`);
    expect(events.map(({ type }) => type).sort()).toEqual(['dispute.received', 'dispute.result']);
  },
);

test('a dispute that begins again after its end changes nothing and raises an alert', async () => {
  const paid = await system.paid();
  await notify(paid, { webhooks_type: 'DISPUTE RECIEVED' });
  await notify(paid, { webhooks_type: 'DISPUTE RESULT', order_status: '0' });
  await notify(paid, { webhooks_type: 'DISPUTE RECIEVED', note: 'once more' });
  expect(await system.get(`/v1/payments/${paid.id}`)).toMatchObject({
    dispute_status: 'lost',
    alerts: [{ code: 'dispute_after_end', detail: { reported: 'received', status: 'lost' } }],
  });
});

test.each([
  ['with', (recurring_id: string) => ({ recurring_id })],
  ['without', () => ({})],
])('a dispute that arrives before its renewal charge waits for it, %s the subscription’s ID', async (_with, beside) => {
  const first = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
  const renewal = { ...first, transaction_id: `${first.order_no}-77777` };
  const recurring_id = first.recurring_id!;
  await notify(renewal, { webhooks_type: 'DISPUTE RECIEVED', ...beside(recurring_id) });
  await notify(renewal, { webhooks_type: 'PAYMENT', recurring_id });
  ahead += 3_600_000;
  await system.companion.reconcile();
  const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(
    `/v1/payments?transaction_id=${renewal.transaction_id}`,
  );
  expect(payments).toMatchObject([{ status: 'paid', dispute_status: 'received' }]);
  expect((await system.get<TestPaymentDetails>(`/v1/payments/${first.id}`)).dispute_status).toBe(null);
  expect(await countAlerts(system, 'notification_mismatch')).toBe(0);
});

test('a dispute of a transaction that belongs to no subscription is a mismatch', async () => {
  const paid = await system.paid();
  await notify({ ...paid, transaction_id: `${paid.order_no}-77777` }, { webhooks_type: 'DISPUTE RECIEVED' });
  expect(await countAlerts(system, 'notification_mismatch')).toBe(1);
});

test('a renewal charge refunded before its notification is recorded with its refunded amount', async () => {
  const first = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
  system.sandbox.sandbox.state.clock.advance(31 * 86_400_000);
  ahead += 31 * 86_400_000;
  const { transaction_id } = system.sandbox.sandbox.state.ledger.all().at(-1)!;
  const { order_no } = first;
  const item = { transaction_id, order_no, currency: 'EUR', amount: '24.00' };
  await system.post('/v1/refunds', { refunds: [{ ...item, refund_amount: '4.00', refund_reason: 'x' }] });
  await notify({ ...first, transaction_id }, { webhooks_type: 'PAYMENT', recurring_id: first.recurring_id! });
  const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(
    `/v1/payments?transaction_id=${transaction_id}`,
  );
  expect(payments).toMatchObject([{ status: 'paid', refunded_amount: '4.00' }]);
});
