import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { countAlerts, setNextResponse } from '../support/gateway-messages.ts';
import { startTestSystem, createCardSubmit, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Payments that are refunded before their result is known. */

const ALERT = 'refunded_elsewhere';

let system: TestSystem;
let ahead = 0;
let lost: TestPaymentDetails;
let transaction_id: string;

const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const state = () => system.sandbox.sandbox.state;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  const { token } = await system.openSession();
  state().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const { payment_id } = await system.pay(token, createCardSubmit());
  lost = await payment(payment_id!);
  transaction_id = state().ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, lost.order_no)[0]!.transaction_id;
});
afterEach(() => system.close());

/** The next query lists the payment as refunded. */
function listAsRefunded(): void {
  const { order_no, amount, currency } = lost;
  const row = { order_no, amount, currency, transaction_id, payment_status: '4100', query_result: '1' };
  setNextResponse(system, 'retrievalTrans', { return_status: '1', orders_list: [row] });
}

async function reconcileLater(): Promise<void> {
  ahead += 15_000;
  await system.companion.reconcile();
}

/** Refunds by the transaction ID from the gateway's portal. */
async function refund(refund_amount: string): Promise<RefundEntryResult> {
  const { order_no, amount, currency } = lost;
  const item = { transaction_id, order_no, currency, amount, refund_amount, refund_reason: 'x' };
  return (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds: [item] })).refunds[0]!;
}

type Told = { type: string; data: TestPaymentDetails };
const paidEvents = async (): Promise<Told[]> =>
  (await system.get<{ events: Told[] }>('/v1/events?limit=20')).events.filter(({ type }) => type === 'payment.paid');

describe('payment refunded in the portal', () => {
  test('an unknown payment that a query lists as refunded becomes paid and keeps an alert until it is resolved', async () => {
    listAsRefunded();
    await reconcileLater();
    expect(await payment(lost.id)).toMatchObject({
      status: 'paid',
      refunded_amount: '0.00',
      alerts: [{ code: 'refunded_elsewhere', detail: {} }],
    });
    expect((await paidEvents())[0]!.data.alerts).toMatchObject([{ code: 'refunded_elsewhere' }]);
    listAsRefunded();
    await system.post(`/v1/payments/${lost.id}/sync`);
    expect(await countAlerts(system, ALERT)).toBe(1);
    const word = { status: 'paid', reason: 'given back in the portal, booked by hand' };
    expect(await system.post(`/v1/payments/${lost.id}/resolve`, word)).toMatchObject({ alerts: [] });
  });

  test('a paid payment that a query lists as refunded raises an alert', async () => {
    await reconcileLater();
    listAsRefunded();
    expect(await system.post(`/v1/payments/${lost.id}/sync`)).toMatchObject({
      status: 'paid',
      alerts: [{ code: 'refunded_elsewhere' }],
    });
    expect(await countAlerts(system, ALERT)).toBe(1);
  });
});

describe('refund by transaction ID', () => {
  test('a refund by transaction ID counts for its payment once the payment has that transaction ID', async () => {
    const { refund: made } = await refund('24.00');
    expect(made).toMatchObject({ payment_id: null });
    listAsRefunded();
    await reconcileLater();
    expect(await payment(lost.id)).toMatchObject({ status: 'paid', refunded_amount: '24.00', alerts: [] });
    expect((await paidEvents()).map(({ data }) => data.refunded_amount)).toEqual(['24.00']);
    const { refunds } = await system.get<{ refunds: unknown[] }>(`/v1/refunds?payment_id=${lost.id}`);
    expect(refunds).toMatchObject([{ id: made!.id, payment_id: lost.id }]);
    expect(await countAlerts(system, ALERT)).toBe(0);
  });

  test('a refund by transaction ID and a refund by payment ID add up', async () => {
    await refund('4.00');
    await reconcileLater();
    expect(await payment(lost.id)).toMatchObject({ refunded_amount: '4.00' });
    const refunds = [{ payment_id: lost.id, refund_amount: '20.00', refund_reason: 'x' }];
    await system.post('/v1/refunds', { refunds });
    expect(await payment(lost.id)).toMatchObject({ refunded_amount: '24.00' });
  });

  test('an unknown refund by transaction ID counts for its payment once it is accepted', async () => {
    state().scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
    await refund('4.00');
    listAsRefunded();
    await system.post(`/v1/payments/${lost.id}/sync`);
    expect(await payment(lost.id)).toMatchObject({ status: 'paid', refunded_amount: '0.00', alerts: [] });
    await system.post('/v1/refunds/search', { orders: [lost.order_no] });
    expect(await payment(lost.id)).toMatchObject({ refunded_amount: '4.00' });
  });
});
