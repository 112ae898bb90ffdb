import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAcquiringClient } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { ProfileOverrides } from '../../server/gateway/profile/index.ts';
import { TEST_SESSION_FIELDS, nextOrderNo, startTestSystem, type TestSystem } from '../support/system.ts';

const HELD = '4000000000009235';
let system: TestSystem;

async function start(profile: ProfileOverrides = {}): Promise<void> {
  system = await startTestSystem({
    companion: { profile },
    sandbox: { profile: { partial_capture: profile.partial_capture ?? false } },
  });
}
beforeEach(() => start());
afterEach(() => system.close());

interface Outcome {
  payment_id: string | null;
  transaction_id: string;
  status: string;
  error: { code: string; detail: string } | null;
  payment: { status: string; captured_amount: string | null } | null;
}

/** A transaction of our account that another system made, under an order number with a space and other letters. */
async function elsewhere(number: string, order_no = `Bestellung ä ${nextOrderNo()}`) {
  const { transaction_id, ...rest } = transactionOf(await authorise(number, nextOrderNo()));
  const transaction = system.sandbox.sandbox.state.ledger.find(transaction_id)!;
  // The gateway numbers it by the order number that the other system gave.
  transaction.order_no = order_no;
  return { ...rest, transaction_id, order_no };
}

async function authorise(number: string, order_no: string) {
  const client = createAcquiringClient({
    baseUrl: system.sandbox.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKeys: [SANDBOX_CREDENTIALS.sign_key],
  });
  await client.authorise({
    order_no,
    currency: 'EUR',
    amount: '24.00',
    website: 'https://other.example',
    items: 'Mug#,#M#,#24.00#,#1',
    shopper_id: 'c',
    shopper_email: 'ana@example.com',
    shopper_ip: '203.0.113.7',
    first_name: 'Ana',
    last_name: 'Souza',
    card: number,
    expiration_month: '12',
    expiration_year: '2031',
    security_code: '123',
  });
  await client.close();
  return system.sandbox.sandbox.state.ledger.all().at(-1)!;
}

function transactionOf({
  transaction_id,
  order_no,
  currency,
  amount,
}: Record<'transaction_id' | 'order_no' | 'currency' | 'amount', string>) {
  return { transaction_id, order_no, currency, amount };
}

const stateOf = (id: string): string | undefined => system.sandbox.sandbox.state.ledger.find(id)?.state;

describe('external transaction', () => {
  test('an external transaction is reviewed by its own fields', async () => {
    const [approved, rejected] = [await elsewhere(HELD), await elsewhere(HELD)];
    const { reviews } = await system.post<{ reviews: Outcome[] }>('/v1/reviews', {
      reviews: [
        { ...approved, decision: 'approve' },
        { ...rejected, decision: 'reject' },
      ],
    });
    expect(reviews).toEqual([
      { payment_id: null, transaction_id: approved.transaction_id, status: 'accepted', error: null, payment: null },
      { payment_id: null, transaction_id: rejected.transaction_id, status: 'accepted', error: null, payment: null },
    ]);
    expect([approved, rejected].map((one) => stateOf(one.transaction_id))).toEqual(['paid', 'declined']);
  });

  test('an external transaction is captured and cancelled by its own fields', async () => {
    const [captured, cancelled] = [await elsewhere(HELD), await elsewhere('4242424242424242')];
    const first = await system.post<{ captures: Outcome[] }>('/v1/captures', { captures: [captured] });
    expect(first.captures).toMatchObject([{ status: 'accepted', payment: null }]);
    const second = await system.post<{ cancellations: Outcome[] }>('/v1/cancellations', { cancellations: [cancelled] });
    expect(second.cancellations).toMatchObject([{ status: 'accepted', payment: null }]);
    expect([captured, cancelled].map((one) => stateOf(one.transaction_id))).toEqual(['paid', 'cancelled']);
  });

  test('an external transaction is refunded with an order number with spaces and non-ASCII letters', async () => {
    const paid = await elsewhere('4242424242424242');
    const { refunds } = await system.post<{ refunds: object[] }>('/v1/refunds', {
      refunds: [{ ...paid, refund_amount: '4.00', refund_reason: 'late' }],
    });
    expect(refunds).toMatchObject([{ refund: { status: 'accepted', order_no: paid.order_no }, error: null }]);
  });

  test('an external transaction is queried by such an order number, and the result has every field', async () => {
    const paid = await elsewhere('4242424242424242');
    const body = await system.post<Record<string, object[]>>('/v1/transactions/query', { orders: [paid.order_no] });
    expect(body).toEqual({
      transactions: [
        {
          ...paid,
          meaning: 'paid',
          payment_status: '3000',
          query_result: '1',
          reference_no: expect.any(String) as string,
          transaction_date: expect.stringMatching(/^\d{14}$/) as string,
          website: 'https://other.example',
        },
      ],
      answers: [
        {
          return_status: '1',
          return_message: 'OK',
          antifraud_provider: 'sandbox',
          fraud_check_result: [{ check_items: 'velocity', status: '1' }],
          is3ds: '0',
        },
      ],
    });
  });

  test('a request for an external transaction without a required field or profile support is refused', async () => {
    const { amount: _amount, ...part } = await elsewhere(HELD);
    const { captures } = await system.post<{ captures: Outcome[] }>('/v1/captures', { captures: [part] });
    expect(captures).toMatchObject([{ status: 'refused', error: { code: 'not_found' } }]);
    await system.close();
    await start({ transactions_elsewhere: false });
    const whole = await elsewhere(HELD);
    const { reviews } = await system.post<{ reviews: Outcome[] }>('/v1/reviews', {
      reviews: [{ ...whole, decision: 'approve' }],
    });
    expect(reviews).toMatchObject([{ status: 'refused', error: { code: 'not_found' } }]);
    expect(stateOf(whole.transaction_id)).toBe('held');
  });

  test('a request for an external transaction that is a stored payment must match its fields', async () => {
    const payment = await system.paid({}, HELD);
    const { cancellations } = await system.post<{ cancellations: Outcome[] }>('/v1/cancellations', {
      cancellations: [
        { transaction_id: payment.transaction_id, order_no: 'another', currency: 'EUR', amount: '24.00' },
      ],
    });
    expect(cancellations).toMatchObject([
      { payment_id: payment.id, status: 'refused', error: { code: 'invalid_request' } },
    ]);
  });
});

describe('partial capture', () => {
  test('a partial capture is rejected if the profile does not allow it', async () => {
    const payment = await system.paid({}, HELD);
    const response = await system.merchant('POST', `/v1/payments/${payment.id}/capture`, { amount: '10.00' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', fields: [{ path: 'amount' }] });
    expect(await system.get(`/v1/payments/${payment.id}`)).toMatchObject({ status: 'held', captured_amount: null });
  });

  test('a partial capture captures its amount, and refunds are limited to it', async () => {
    await system.close();
    await start({ partial_capture: true });
    const payment = await system.paid({}, HELD);
    const captured = await system.post<Outcome>(`/v1/payments/${payment.id}/capture`, { amount: '10.00' });
    expect(captured).toMatchObject({ status: 'accepted', payment: { status: 'paid', captured_amount: '10.00' } });
    expect(system.sandbox.sandbox.state.ledger.find(payment.transaction_id!)?.captured_amount).toBe('10.00');
    const refund = async (refund_amount: string) =>
      system.post<{ refunds: { refund: { status: string } | null; error: { code: string } | null }[] }>('/v1/refunds', {
        refunds: [{ payment_id: payment.id, refund_amount, refund_reason: 'late' }],
      });
    expect((await refund('10.01')).refunds).toMatchObject([{ refund: null, error: { code: 'refund_exceeds_paid' } }]);
    expect((await refund('10.00')).refunds).toMatchObject([{ refund: { status: 'accepted' } }]);
    expect((await refund('0.01')).refunds).toMatchObject([{ error: { code: 'refund_exceeds_paid' } }]);
  });

  test('a capture of more than the authorised amount is rejected, and one of the same amount is a full capture', async () => {
    await system.close();
    await start({ partial_capture: true });
    const payment = await system.paid({}, HELD);
    const more = await system.merchant('POST', `/v1/payments/${payment.id}/capture`, { amount: '24.01' });
    expect(more.status).toBe(400);
    const whole = await system.post<Outcome>(`/v1/payments/${payment.id}/capture`, { amount: '24.00' });
    expect(whole).toMatchObject({ status: 'accepted', payment: { status: 'paid', captured_amount: null } });
  });

  test('a partial capture that the gateway refuses leaves the payment held', async () => {
    await system.close();
    system = await startTestSystem({ companion: { profile: { partial_capture: true } } });
    const payment = await system.paid({}, HELD);
    const refused = await system.post<Outcome>(`/v1/payments/${payment.id}/capture`, { amount: '10.00' });
    expect(refused).toMatchObject({ status: 'refused', payment: { status: 'held', captured_amount: null } });
  });
});

test('500 refunds with reasons of 1,000 characters fit into one request', async () => {
  const payment = await system.paid();
  const refunds = Array.from({ length: 500 }, () => ({
    payment_id: payment.id,
    refund_amount: '0.01',
    refund_reason: 'because '.repeat(125),
  }));
  const response = await system.merchant('POST', '/v1/refunds', { refunds });
  expect(response.status).toBe(200);
  expect(((await response.json()) as { refunds: unknown[] }).refunds).toHaveLength(500);
}, 60_000);

test('a recharge of 0 is rejected with the rule “more than 0”', async () => {
  const response = await system.merchant('POST', '/v1/issuing/groups/1/recharge', { recharge_amount: 0 });
  expect(await response.json()).toMatchObject({ fields: [{ path: 'recharge_amount', rule: 'more than 0' }] });
});

test('an order number with a space or a comma is rejected', async () => {
  for (const order_no of ['A 1', 'A,1']) {
    expect((await system.merchant('POST', '/v1/sessions', { ...TEST_SESSION_FIELDS, order_no })).status).toBe(400);
  }
  await system.close();
  await start({ list_separator: ';' });
  const response = await system.merchant('POST', '/v1/sessions', { ...TEST_SESSION_FIELDS, order_no: 'A;1' });
  expect(await response.json()).toMatchObject({ fields: [{ path: 'order_no', code: 'format' }] });
});
