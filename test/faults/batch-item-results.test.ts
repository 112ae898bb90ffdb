import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { countAlerts, setNextResponse } from '../support/gateway-messages.ts';
import { startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Results of items of a batch that contradict the result of the whole. */

let system: TestSystem;

beforeEach(async () => {
  system = await startTestSystem();
});
afterEach(() => system.close());

async function refund(...payments: TestPaymentDetails[]): Promise<RefundEntryResult[]> {
  const refunds = payments.map(({ id }) => ({ payment_id: id, refund_amount: '20.00', refund_reason: 'x' }));
  return (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds })).refunds;
}

const statusesOf = (outcomes: RefundEntryResult[]): (string | undefined)[] =>
  outcomes.map(({ refund }) => refund?.status);

function item(paid: TestPaymentDetails, refund_status: string): object {
  const { transaction_id, order_no } = paid;
  const reference = refund_status === '1' ? { refund_reference_id: `${String(transaction_id)}-01` } : {};
  return { transaction_id, order_no, currency: 'EUR', amount: '24.00', refund_status, ...reference };
}

describe('promise 10: results of items in a batch', () => {
  const CASES: [string, { return_status: string; return_message: string }, number][] = [
    ['rejected with HTTP 400', { return_status: '0', return_message: 'E1:partly' }, 400],
    ['rejected with HTTP 404', { return_status: '0', return_message: 'E1:partly' }, 404],
    ['a credentials error with HTTP 200', { return_status: '1', return_message: 'I0014:one sub-account' }, 200],
    ['a credentials error with HTTP 400', { return_status: '0', return_message: 'I0013:one digest' }, 400],
  ];

  test.each(CASES)(
    'each refund of a batch takes the result of its item: the whole is %s',
    async (_name, whole, status) => {
      const [taken, refused, other, unnamed] = await Promise.all(Array.from({ length: 4 }, () => system.paid()));
      const paid = [taken!, refused!, other!, unnamed!];
      const refund_orders = [item(taken!, '1'), item(refused!, '0'), item(other!, 'odd')];
      setNextResponse(system, 'refund', { ...whole, refund_orders }, status);
      expect(statusesOf(await refund(...paid))).toEqual(['accepted', 'refused', 'unknown', 'unknown']);
      // Only the refused refund can be requested again.
      const again = await refund(...paid);
      expect(again.map(({ error }) => error?.code ?? null)).toEqual([
        'refund_exceeds_paid',
        null,
        'refund_exceeds_paid',
        'refund_exceeds_paid',
      ]);
    },
  );

  test('a response that rejects our credentials raises an alert even if its items have results', async () => {
    const paid = await system.paid();
    const before = await countAlerts(system, 'credentials_refused');
    setNextResponse(
      system,
      'refund',
      { return_status: '0', return_message: 'I0013:no', refund_orders: [item(paid, '0')] },
      400,
    );
    expect(statusesOf(await refund(paid))).toEqual(['refused']);
    setNextResponse(system, 'cancel', {
      return_message: 'I0013:no',
      cancel_orders: [{ ...item(paid, ''), cancel_status: '0' }],
    });
    await system.merchant('POST', `/v1/payments/${paid.id}/cancel`);
    expect(await countAlerts(system, 'credentials_refused')).toBe(before + 2);
  });

  test.each(CASES)('a cancellation takes the result of its item: the whole is %s', async (_name, whole, status) => {
    const paid = await system.paid();
    setNextResponse(system, 'cancel', { ...whole, cancel_orders: [{ ...item(paid, ''), cancel_status: '1' }] }, status);
    expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({ payment: { status: 'cancelled' } });
    expect((await refund(paid))[0]).toMatchObject({ refund: null, error: { code: 'wrong_state' } });
  });

  test('a cancellation that an HTTP 400 response does not list is unknown', async () => {
    const [paid, other] = [await system.paid(), await system.paid()];
    const cancel_orders = [{ ...item(other, ''), cancel_status: '0' }];
    setNextResponse(system, 'cancel', { return_status: '0', return_message: 'E1:no', cancel_orders }, 400);
    expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({ status: 'unknown' });
    expect((await refund(paid))[0]?.error?.code).toBe('wrong_state');
  });

  test('a refund in a rejected batch without items is refused', async () => {
    const paid = await system.paid();
    setNextResponse(system, 'refund', { return_status: '0', return_message: 'E1:no', refund_orders: [] }, 400);
    expect(statusesOf(await refund(paid))).toEqual(['refused']);
  });

  test.each([
    ['refused then accepted', ['0', '1'], 'unknown'],
    ['accepted then refused', ['1', '0'], 'unknown'],
    ['accepted then invalid', ['1', 'odd'], 'unknown'],
    ['refused twice', ['0', '0'], 'refused'],
    ['accepted twice', ['1', '1'], 'accepted'],
  ])('the items of one refund listed twice, %s, are not trusted if they differ', async (_name, said, expected) => {
    const paid = await system.paid();
    setNextResponse(system, 'refund', { return_status: '1', refund_orders: said.map((status) => item(paid, status)) });
    const [outcome] = await refund(paid);
    expect(outcome?.refund).toMatchObject({ status: expected });
    expect(outcome?.refund?.alerts).toMatchObject(
      expected === 'unknown' ? [{ code: 'outcome_unknown', detail: { reason: 'refund_status differs' } }] : [],
    );
  });

  test('a second item with another amount makes the refund unknown', async () => {
    const paid = await system.paid();
    const refund_orders = [item(paid, '0'), { ...item(paid, '0'), refund_amount: '5.00' }];
    setNextResponse(system, 'refund', { return_status: '1', refund_orders });
    expect((await refund(paid))[0]?.refund).toMatchObject({
      status: 'unknown',
      alerts: [{ code: 'outcome_unknown', detail: { reason: 'refund_amount differs' } }],
    });
  });

  test.each(CASES)('a payout is unknown if its item contradicts the whole: %s', async (_name, whole, status) => {
    for (const payout_status of ['1', '2']) {
      setNextResponse(system, 'payout', { ...whole, payout_status }, status);
      const body = { payment_currency: 'EUR', payment_amount: '5.00' };
      const answer = await system.merchant('POST', '/v1/payouts', body);
      expect(answer.status).toBe(202);
      expect(await answer.json()).toMatchObject({ operation: { status: 'unknown' } });
    }
  });
});
