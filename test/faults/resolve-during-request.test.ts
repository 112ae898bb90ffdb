import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import {
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** Resolve requests while a gateway request is outstanding. */

let system: TestSystem;
let ahead: number;

const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);

async function resolve(path: string, status: string): Promise<[status: number, code: unknown]> {
  const answer = await system.merchant('POST', `${path}/resolve`, { status, reason: 'nothing in the portal' });
  return [answer.status, ((await answer.json()) as { code?: unknown }).code];
}

describe('payment whose gateway response is outstanding', () => {
  let stub: StubGateway;
  /** Sends the answer that is held back. */
  let answer: () => void;
  let first: Promise<unknown>;
  let paid: { id: string; token: string; order_no: string };

  beforeEach(async () => {
    ahead = 0;
    stub = await startStubGateway();
    system = await startTestSystem({ companion: { gatewayUrl: stub.url, now: () => Date.now() + ahead } });
    stub.respond = (fields, response) => {
      answer = () => {
        if (!response.headersSent) sendXml(response, authoriseResponse(fields));
      };
    };
    const order_no = nextOrderNo();
    const { token } = await system.openSession({ order_no });
    first = system.pay(token);
    await untilDefined(() => stub.charges[0]);
    const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?order_no=${order_no}`);
    paid = { id: payments[0]!.id, token, order_no };
  });

  afterEach(async () => {
    answer();
    await first;
    await system.close();
    await stub.close();
  });

  test('a payment in submission cannot be resolved, keeps its session and is paid once', async () => {
    for (const status of ['declined', 'paid']) {
      expect(await resolve(`/v1/payments/${paid.id}`, status)).toEqual([409, 'wrong_state']);
    }
    const again = await system.browser(paid.token, 'POST', '/checkout/payments', createCardSubmit());
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'payment_in_progress' }]);
    answer();
    expect(await first).toMatchObject({ status: 'paid' });
    expect(stub.charges).toHaveLength(1);
  });

  test('a payment in submission cannot be resolved, also after a pending notification', async () => {
    const pending = { order_status: '-1', result_info: 'P0001:Wait' };
    const body = new URLSearchParams(signedPaidResult(paid.order_no, `${paid.order_no}-00001`, pending));
    await system.companion.fetch(new Request(receivedNotifyUrlOf(system, paid.id), { method: 'POST', body }));
    await untilDefined(async () => ((await payment(paid.id)).status === 'pending' ? true : undefined));
    expect(await resolve(`/v1/payments/${paid.id}`, 'declined')).toEqual([409, 'wrong_state']);
    ahead += 66_000;
    expect(await resolve(`/v1/payments/${paid.id}`, 'declined')).toEqual([200, undefined]);
  });

  test('a payment in submission becomes unknown after its timeout and can then be resolved', async () => {
    ahead += 66_000;
    expect(await resolve(`/v1/payments/${paid.id}`, 'declined')).toEqual([409, 'wrong_state']);
    await system.companion.reconcile();
    expect(await payment(paid.id)).toMatchObject({ status: 'unknown' });
    expect(await resolve(`/v1/payments/${paid.id}`, 'declined')).toEqual([200, undefined]);
    expect(await payment(paid.id)).toMatchObject({ status: 'declined' });
  });
});

describe('merchant request whose gateway response is outstanding', () => {
  const SLOW = { fault: 'delay', ms: 700, times: 1, after_charge: true } as const;
  const state = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
  const requestsOf = (operation: string): number =>
    state().requests.filter((entry) => entry.operation === operation).length;
  const refund = async (id: string): Promise<RefundEntryResult> => {
    const refunds = [{ payment_id: id, refund_amount: '24.00', refund_reason: 'x' }];
    return (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds })).refunds[0]!;
  };

  beforeEach(async () => {
    ahead = 0;
    system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  });
  afterEach(() => system.close());

  test('a refund in submission cannot be resolved, keeps its amount reserved and is sent once', async () => {
    const { id } = await system.paid();
    state().scenarios.arm({ operation: 'refund', ...SLOW });
    const sent = refund(id);
    const { refunds } = await untilDefined(async () => {
      const found = await system.get<{ refunds: { id: string }[] }>(`/v1/refunds?payment_id=${id}`);
      return found.refunds.length === 0 ? undefined : found;
    });
    for (const status of ['refused', 'refunded']) {
      expect(await resolve(`/v1/refunds/${refunds[0]!.id}`, status)).toEqual([409, 'wrong_state']);
    }
    expect((await refund(id)).error?.code).toBe('refund_exceeds_paid');
    expect((await sent).refund).toMatchObject({ status: 'accepted', alerts: [] });
    expect(requestsOf('refund')).toBe(1);
  });

  test('a queued refund that timed out and was resolved is not sent', async () => {
    const { id } = await system.paid();
    state().scenarios.arm({ operation: 'refund', ...SLOW, ms: 1_500 });
    // Two of one transaction never go in one request.
    const refunds = ['5.00', '6.00'].map((sum) => ({ payment_id: id, refund_amount: sum, refund_reason: 'x' }));
    const sent = system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds });
    await untilDefined(() => (requestsOf('refund') === 1 ? true : undefined));
    ahead += 66_000;
    await system.companion.reconcile();
    const listed = await system.get<{ refunds: { id: string; refund_amount: string; status: string }[] }>(
      `/v1/refunds?payment_id=${id}`,
    );
    const waiting = listed.refunds.find(({ refund_amount }) => refund_amount === '6.00')!;
    expect(waiting.status).toBe('unknown');
    expect(await resolve(`/v1/refunds/${waiting.id}`, 'refused')).toEqual([200, null]);
    const outcomes = (await sent).refunds;
    expect(outcomes[1]!.refund).toMatchObject({ status: 'refused', alerts: [] });
    expect(requestsOf('refund')).toBe(1);
  });

  test('a queued refund gets its whole timeout once it is sent', async () => {
    const { id } = await system.paid();
    state().scenarios.arm({ operation: 'refund', ...SLOW });
    state().scenarios.arm({ operation: 'refund', ...SLOW });
    const refunds = ['5.00', '6.00'].map((sum) => ({ payment_id: id, refund_amount: sum, refund_reason: 'x' }));
    const sent = system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds });
    await untilDefined(() => (requestsOf('refund') === 1 ? true : undefined));
    ahead += 60_000;
    await untilDefined(() => (requestsOf('refund') === 2 ? true : undefined));
    ahead += 30_000;
    await system.companion.reconcile();
    const listed = await system.get<{ refunds: { id: string; refund_amount: string; status: string }[] }>(
      `/v1/refunds?payment_id=${id}`,
    );
    const second = listed.refunds.find(({ refund_amount }) => refund_amount === '6.00')!;
    expect(second.status).toBe('submitting');
    expect(await resolve(`/v1/refunds/${second.id}`, 'refused')).toEqual([409, 'wrong_state']);
    expect((await sent).refunds.map(({ refund }) => refund?.status)).toEqual(['accepted', 'accepted']);
  });

  test('a held payment that is being captured cannot be resolved as declined', async () => {
    const held = await system.paid({}, '4000000000009235');
    expect(held.status).toBe('held');
    state().scenarios.arm({ operation: 'capture', ...SLOW });
    const captured = system.post(`/v1/payments/${held.id}/capture`);
    await untilDefined(() => (requestsOf('capture') === 1 ? true : undefined));
    expect(await resolve(`/v1/payments/${held.id}`, 'declined')).toEqual([409, 'wrong_state']);
    expect(await captured).toMatchObject({ payment: { status: 'paid' } });
  });

  test('a paid payment that is being cancelled can be neither resolved as paid nor refunded', async () => {
    const { id } = await system.paid();
    state().scenarios.arm({ operation: 'cancel', ...SLOW });
    const cancelled = system.post(`/v1/payments/${id}/cancel`);
    await untilDefined(() => (requestsOf('cancel') === 1 ? true : undefined));
    expect(await resolve(`/v1/payments/${id}`, 'paid')).toEqual([409, 'wrong_state']);
    expect((await refund(id)).error?.code).toBe('wrong_state');
    expect(await cancelled).toMatchObject({ payment: { status: 'cancelled' } });
  });

  test('the response to one of two cancellations does not end the other', async () => {
    const { id } = await system.paid();
    state().scenarios.arm({ operation: 'cancel', ...SLOW });
    const slow = system.post(`/v1/payments/${id}/cancel`);
    await untilDefined(() => (requestsOf('cancel') === 1 ? true : undefined));
    state().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
    expect(await system.post(`/v1/payments/${id}/cancel`)).toMatchObject({ status: 'unknown' });
    expect(await resolve(`/v1/payments/${id}`, 'paid')).toEqual([409, 'wrong_state']);
    expect(await slow).toMatchObject({ payment: { status: 'cancelled' } });
  });

  test('a payout in submission cannot be resolved', async () => {
    state().scenarios.arm({ operation: 'payout', ...SLOW });
    const paidOut = system.post('/v1/payouts', { payment_currency: 'EUR', payment_amount: '9.00', reason: 'x' });
    const { operations } = await untilDefined(async () => {
      const found = await system.get<{ operations: { id: string }[] }>('/v1/operations');
      return found.operations.length === 0 ? undefined : found;
    });
    expect(await resolve(`/v1/operations/${operations[0]!.id}`, 'refused')).toEqual([409, 'wrong_state']);
    await paidOut;
  });
});
