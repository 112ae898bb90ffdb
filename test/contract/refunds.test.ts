import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { parseAmount } from '../../shared/money.ts';
import { receivedNotifyUrlOf } from '../support/gateway-messages.ts';
import { startTestSystem, untilDefined, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ sandbox: { delays: { refundResult: 3_600_000 } } });
});
afterAll(() => system.close());

const refund = (refunds: object[], headers?: Record<string, string>): Promise<RefundEntryResult[]> =>
  system
    .merchant('POST', '/v1/refunds', { refunds }, headers)
    .then(async (response) => ((await response.json()) as { refunds: RefundEntryResult[] }).refunds);

const requestsOf = (operation: string): { fields: Record<string, unknown> }[] =>
  system.sandbox.sandbox.state.requests.filter((request) => request.operation === operation);

const booked = (payment: TestPaymentDetails): bigint =>
  system.sandbox.sandbox.state.records.refunds
    .filter((entry) => entry.transaction_id === payment.transaction_id && entry.refund_status !== '0')
    .reduce((sum, entry) => sum + parseAmount(entry.refund_amount), 0n);

describe('refunds', () => {
  test('51 refunds of one request are sent in two batches and return 51 results in order', async () => {
    const payments = await Promise.all(Array.from({ length: 51 }, () => system.paid()));
    const before = requestsOf('refund').length;
    const outcomes = await refund(
      payments.map((payment, index) => ({
        payment_id: payment.id,
        refund_amount: `1.${String(index).padStart(2, '0')}`,
        refund_reason: 'late',
      })),
    );
    expect(outcomes).toHaveLength(51);
    outcomes.forEach((outcome, index) => {
      expect(outcome).toMatchObject({
        error: null,
        refund: {
          payment_id: payments[index]!.id,
          refund_amount: `1.${String(index).padStart(2, '0')}`,
          status: 'accepted',
          refund_reference_id: `${String(payments[index]!.transaction_id)}-01`,
          code: '0000',
        },
      });
    });
    const sent = requestsOf('refund').slice(before);
    expect(sent.map((request) => (request.fields['refund_orders'] as unknown[]).length)).toEqual([50, 1]);
  });

  test('200 concurrent refunds never exceed the paid amount', async () => {
    const payment = await system.paid({ amount: '24.00' });
    const outcomes = (
      await Promise.all(
        Array.from({ length: 200 }, () =>
          refund([{ payment_id: payment.id, refund_amount: '1.00', refund_reason: 'part' }]),
        ),
      )
    ).flat();
    expect(outcomes.filter((outcome) => outcome.refund?.status === 'accepted')).toHaveLength(24);
    const refused = outcomes.filter((outcome) => outcome.error !== null);
    expect(refused).toHaveLength(176);
    expect(new Set(refused.map((outcome) => outcome.error?.code))).toEqual(new Set(['refund_exceeds_paid']));
    expect(booked(payment)).toBe(2400n);
    expect((await system.get<TestPaymentDetails>(`/v1/payments/${payment.id}`)).refunded_amount).toBe('24.00');
  });

  test('several refunds of one payment in one request are sent separately and matched to their entries', async () => {
    const payment = await system.paid({ amount: '24.00' });
    const before = requestsOf('refund').length;
    const parts = ['10.00', '8.00', '6.00', '0.01'];
    const outcomes = await refund(
      parts.map((refund_amount) => ({ transaction_id: payment.transaction_id, refund_amount, refund_reason: 'x' })),
    );
    expect(outcomes.map((outcome) => outcome.refund?.refund_amount ?? outcome.error?.code)).toEqual([
      '10.00',
      '8.00',
      '6.00',
      'refund_exceeds_paid',
    ]);
    expect(requestsOf('refund').length - before).toBe(3);
  });

  test('a repeated idempotency key returns the same refund, also after a lost response', async () => {
    const payment = await system.paid();
    const body = [{ payment_id: payment.id, refund_amount: '2.00', refund_reason: 'x' }];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first] = await refund(body, headers);
    const [again] = await refund(body, headers);
    expect(again).toEqual(first);
    expect(booked(payment)).toBe(200n);
    const other = await system.merchant(
      'POST',
      '/v1/refunds',
      { refunds: [{ ...body[0], refund_amount: '3.00' }] },
      headers,
    );
    expect(other.status).toBe(422);
  });

  test.each([
    ['an unknown payment', { payment_id: 'pay_none', refund_amount: '1.00', refund_reason: '' }, 'not_found'],
    [
      'an external transaction without its order',
      { transaction_id: 'X-1', refund_amount: '1.00', refund_reason: '' },
      'not_found',
    ],
  ])('a refund with %s is refused and does not block the others of its request', async (_name, wrong, code) => {
    const payment = await system.paid();
    const good = { payment_id: payment.id, refund_amount: '1.00', refund_reason: '' };
    const outcomes = await refund([wrong, good]);
    expect(outcomes[0]).toMatchObject({ refund: null, error: { code } });
    expect(outcomes[1]).toMatchObject({ refund: { status: 'accepted' }, error: null });
  });

  test('a refund of a declined payment, of another amount or with a used reference is refused before it is sent', async () => {
    const declined = await system.paid({}, '4000000000000002');
    const payment = await system.paid();
    const before = requestsOf('refund').length;
    const base = { payment_id: payment.id, refund_amount: '1.00', refund_reason: '' };
    const outcomes = await refund([
      { ...base, payment_id: declined.id },
      { ...base, amount: '25.00' },
    ]);
    expect(outcomes.map((outcome) => outcome.error?.code)).toEqual(['wrong_state', 'invalid_request']);
    expect(requestsOf('refund')).toHaveLength(before);
    await refund([{ ...base, refund_reference: 'MINE-1' }]);
    expect(await refund([{ ...base, refund_reference: 'MINE-1' }])).toMatchObject([
      { error: { code: 'reference_taken' } },
    ]);
    expect(booked(payment)).toBe(100n);
  });

  test('an external transaction is refunded by its own fields, and the gateway’s refusal is returned', async () => {
    const item = { transaction_id: 'OLD-1-00001', order_no: 'OLD-1', currency: 'EUR', amount: '5.00' };
    const [outcome] = await refund([{ ...item, refund_amount: '1.00', refund_reason: '' }]);
    expect(outcome?.refund).toMatchObject({ payment_id: null, status: 'refused', code: 'R0001' });
    // What was refused binds nothing.
    const again = await refund([{ ...item, refund_amount: '5.00', refund_reason: '' }]);
    expect(again[0]?.refund).toMatchObject({ status: 'refused' });
  });
});

describe('refund results', () => {
  test('a refund result notification is applied only after a query confirms it', async () => {
    const payment = await system.paid();
    const [outcome] = await refund([{ payment_id: payment.id, refund_amount: '3.00', refund_reason: 'x' }]);
    const { state: world } = system.sandbox.sandbox;
    const pairs = world.notifier.deliveries().filter((entry) => entry.transaction_id === payment.transaction_id);
    expect(pairs.map((entry) => entry.fields['webhooks_type'])).toEqual(['PAYMENT', 'REFUND RECIEVED']);
    world.clock.advance(3_600_000);
    const result = world.notifier.deliveries().at(-1)!;
    expect(result.fields).toMatchObject({ webhooks_type: 'REFUND RESULT', refund_status: '1' });
    const notify = (fields: Record<string, string>): Promise<Response> =>
      Promise.resolve(
        system.companion.fetch(
          new Request(receivedNotifyUrlOf(system, payment.id), {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(fields).toString(),
          }),
        ),
      );
    // Forged: reports a failed refund. The digest does not cover that field, and the query contradicts it.
    await notify({ ...result.fields, refund_status: '0' });
    const settled = await untilDefined(async () => {
      const now = await system.get<{ status: string }>(`/v1/refunds/${String(outcome?.refund?.id)}`);
      return now.status === 'refunded' ? now : undefined;
    });
    expect(settled).toMatchObject({ status: 'refunded' });
  });

  test('a refund that fails later releases its amount', async () => {
    const payment = await system.paid({ amount: '24.00' });
    const [outcome] = await refund([
      { payment_id: payment.id, refund_amount: '24.00', refund_reason: 'sandbox: fail later' },
    ]);
    expect(outcome?.refund?.status).toBe('accepted');
    system.sandbox.sandbox.state.clock.advance(3_600_000);
    await system.post('/v1/refunds/search', { orders: [payment.order_no] });
    expect(await system.get(`/v1/refunds/${String(outcome?.refund?.id)}`)).toMatchObject({ status: 'refused' });
    const after = await system.get<TestPaymentDetails>(`/v1/payments/${payment.id}`);
    expect(after.refunded_amount).toBe('0.00');
    expect(after.timeline.map((entry) => entry.kind)).toEqual(['submitted', 'answered', 'refunded', 'refund_failed']);
    const [again] = await refund([{ payment_id: payment.id, refund_amount: '24.00', refund_reason: 'x' }]);
    expect(again?.refund?.status).toBe('accepted');
  });

  test.each([
    ['the connection breaks after the gateway took it', { fault: 'reset' }, 'in_progress'],
    ['the connection breaks before the gateway saw it', { fault: 'reset', after_charge: false }, 'unknown'],
    ['the response is cut', { fault: 'cut' }, 'in_progress'],
    ['the response is an HTML page', { fault: 'status', status: 502 }, 'in_progress'],
  ])('a refund is unknown, reserved, queried and never sent twice if %s', async (_name, scenario, end) => {
    const payment = await system.paid({ amount: '24.00' });
    const { state: world } = system.sandbox.sandbox;
    const before = requestsOf('refund').length;
    world.scenarios.arm({ operation: 'refund', times: 1, after_charge: true, ...scenario } as never);
    const [outcome] = await refund([{ payment_id: payment.id, refund_amount: '20.00', refund_reason: 'x' }]);
    expect(outcome?.refund?.status).toBe('unknown');
    const more = await refund([{ payment_id: payment.id, refund_amount: '20.00', refund_reason: 'x' }]);
    expect(more[0]?.error?.code).toBe('refund_exceeds_paid');
    await system.post('/v1/refunds/search', { orders: [payment.order_no] });
    expect(await system.get(`/v1/refunds/${String(outcome?.refund?.id)}`)).toMatchObject({ status: end });
    expect(requestsOf('refund').length - before).toBe(1);
    if (end !== 'unknown') return;
    const path = `/v1/refunds/${String(outcome?.refund?.id)}/resolve`;
    expect(await system.post(path, { status: 'refused', reason: 'not in the portal' })).toMatchObject({
      status: 'refused',
    });
    const [last] = await refund([{ payment_id: payment.id, refund_amount: '24.00', refund_reason: 'x' }]);
    expect(last?.refund?.status).toBe('accepted');
  });
});

test('a request with more than 500 refunds, an invalid amount or no idempotency key is rejected as a whole', async () => {
  const before = requestsOf('refund').length;
  const item = { payment_id: 'pay_1', refund_amount: '1.00', refund_reason: '' };
  const tooMany = await system.merchant('POST', '/v1/refunds', {
    refunds: Array.from({ length: 501 }, () => ({ payment_id: 'p', refund_amount: '1.00', refund_reason: '' })),
  });
  expect([400, 413]).toContain(tooMany.status);
  const wrong = await system.merchant('POST', '/v1/refunds', { refunds: [{ ...item, refund_amount: '1.0' }] });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ fields: [{ path: 'refunds.0.refund_amount', code: 'format' }] });
  const both = await system.merchant('POST', '/v1/refunds', { refunds: [{ ...item, transaction_id: 'T-1' }] });
  expect(await both.json()).toMatchObject({ fields: [{ path: 'refunds.0.payment_id' }] });
  const keyless = await system.merchant('POST', '/v1/refunds', { refunds: [item] }, { 'idempotency-key': '' });
  expect(keyless.status).toBe(400);
  expect(requestsOf('refund')).toHaveLength(before);
});
