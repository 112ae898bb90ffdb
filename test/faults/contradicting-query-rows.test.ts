import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { countAlerts, setNextResponse, receivedNotifyUrlOf } from '../support/gateway-messages.ts';
import {
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** Query responses that list one transaction several times; they count only if all rows agree. */

const ALERT = 'query_contradicts_itself';

let system: TestSystem;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

const state = () => system.sandbox.sandbox.state;
const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);

async function reconcileLater(): Promise<void> {
  ahead += 70_000;
  await system.companion.reconcile();
}

/** The next query lists a transaction once for each status. */
function listAs(of: { order_no: string }, transaction_id: string, ...statuses: string[]): void {
  const row = { amount: '24.00', currency: 'EUR', order_no: of.order_no, query_result: '1', transaction_id };
  const orders_list = statuses.map((payment_status) => ({ ...row, payment_status }));
  setNextResponse(system, 'retrievalTrans', { return_status: '1', orders_list });
}

/** A payment whose answer was lost; the gateway took the money. */
async function payAndLose(order_no: string): Promise<{ id: string; transactions: string[] }> {
  const { token } = await system.openSession({ order_no });
  state().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const { payment_id } = await system.pay(token, createCardSubmit());
  const transactions = state().ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order_no);
  return { id: payment_id!, transactions: transactions.map(({ transaction_id }) => transaction_id) };
}

describe('payment listed several times in a query response', () => {
  test('a payment listed as declined and as paid stays pending, and the order cannot be paid again', async () => {
    const session = await system.openSession();
    const { payment_id } = await system.pay(session.token, createCardSubmit('4000000000005126'));
    const pending = await payment(payment_id!);
    for (const statuses of [
      ['4000', '3000'],
      ['3000', '4000'],
    ]) {
      listAs(pending, pending.transaction_id!, ...statuses);
      await system.post(`/v1/payments/${pending.id}/sync`);
      expect((await payment(pending.id)).status).toBe('pending');
    }
    expect(await countAlerts(system, ALERT)).toBe(2);
    await system.pay(session.token, createCardSubmit());
    expect(state().ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, pending.order_no)).toHaveLength(1);
  });

  test('a payment without a transaction ID takes no result from rows that contradict each other', async () => {
    const order_no = nextOrderNo();
    const { id, transactions } = await payAndLose(order_no);
    listAs({ order_no }, transactions[0]!, '4000', '3000');
    await reconcileLater();
    expect(await payment(id)).toMatchObject({ status: 'unknown', transaction_id: null });
    expect(await countAlerts(system, ALERT)).toBe(1);
  });

  test('a payment without a transaction ID is paid by a transaction that is listed twice with the same result', async () => {
    const order_no = nextOrderNo();
    const { id, transactions } = await payAndLose(order_no);
    listAs({ order_no }, transactions[0]!, '3000', '3000');
    await reconcileLater();
    expect(await payment(id)).toMatchObject({ status: 'paid', transaction_id: transactions[0] });
    expect(await countAlerts(system, ALERT)).toBe(0);
  });

  test('two payments of one order do not share a transaction that is listed twice', async () => {
    const order_no = nextOrderNo();
    const one = await payAndLose(order_no);
    const two = await payAndLose(order_no);
    for (const _payment of [one, two]) listAs({ order_no }, one.transactions[0]!, '3000', '3000');
    await reconcileLater();
    expect((await payment(one.id)).status).toBe('unknown');
    expect((await payment(two.id)).status).toBe('unknown');
  });
});

test('a refund listed as refused and as accepted stays reserved, so that it cannot be refunded twice', async () => {
  const { id, order_no, transaction_id } = await system.paid();
  const refund = async (): Promise<RefundEntryResult> => {
    const refunds = [{ payment_id: id, refund_amount: '20.00', refund_reason: 'x' }];
    return (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds })).refunds[0]!;
  };
  state().scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
  const { refund_reference } = (await refund()).refund!;
  const row = { order_no, transaction_id, currency: 'EUR', amount: '24.00', refund_amount: '20.00', refund_reference };
  const refund_orders = ['0', '1'].map((refund_status) => ({ ...row, refund_status }));
  setNextResponse(system, 'retrievalRefund', { return_status: '1', refund_orders });
  await system.post('/v1/refunds/search', { orders: [order_no] });
  expect(await refund()).toMatchObject({ refund: null, error: { code: 'refund_exceeds_paid' } });
  expect(await countAlerts(system, ALERT)).toBe(1);
});

test('an unverified renewal charge is recorded once its rows agree', async () => {
  const first = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
  state().clock.advance(31 * 86_400_000);
  ahead += 31 * 86_400_000;
  const { transaction_id } = state().ledger.all().at(-1)!;
  const told = state()
    .notifier.deliveries()
    .find((sent) => sent.transaction_id === transaction_id)!;
  const { encryption_data: _digest, ...fields } = told.fields;
  listAs(first, transaction_id, '4000', '3000');
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
  await system.companion.fetch(new Request(receivedNotifyUrlOf(system, first.id), init));
  await system.settle();
  const booked = () => system.get<{ payments: unknown[] }>(`/v1/payments?transaction_id=${transaction_id}`);
  expect((await booked()).payments).toEqual([]);
  expect(await countAlerts(system, ALERT)).toBe(1);
  await reconcileLater();
  expect((await booked()).payments).toMatchObject([{ status: 'paid' }]);
});

test('a payout listed as refused and as completed stays unknown', async () => {
  const asked = { request_id: crypto.randomUUID(), payment_currency: 'USD', payment_amount: '9.00' };
  state().scenarios.arm({ operation: 'payout', fault: 'reset', times: 1, after_charge: true });
  const { operation } = await system.post<{ operation: { id: string } }>('/v1/payouts', asked);
  const payouts = ['0', '1'].map((payout_status) => ({ ...asked, payout_status }));
  setNextResponse(system, 'payoutQuery', { return_status: '1', payouts });
  await reconcileLater();
  expect(await system.get(`/v1/operations/${operation.id}`)).toMatchObject({ status: 'unknown' });
  expect(await countAlerts(system, ALERT)).toBe(1);
});
