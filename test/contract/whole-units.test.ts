import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAcquiringClient } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { nextOrderNo, TEST_SESSION_FIELDS, startTestSystem, type TestSystem } from '../support/system.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    companion: { profile: { partial_capture: true } },
    sandbox: { profile: { partial_capture: true } },
  });
});
afterAll(() => system.close());

const YEN = {
  ...TEST_SESSION_FIELDS,
  currency: 'JPY',
  amount: '1000.00',
  items: [{ name: 'Mug', sku: 'M', unit_price: '500.00', quantity: 2 }],
};

async function refusal(path: string, body: object): Promise<string[]> {
  const response = await system.merchant('POST', path, body);
  const problem = (await response.json()) as Problem;
  expect(response.status, JSON.stringify(problem)).toBe(400);
  expect(problem.code).toBe('invalid_request');
  expect(problem.fields?.every(({ rule }) => /no decimals|exactly two decimals/.test(rule))).toBe(true);
  return problem.fields?.map(({ path: field }) => field) ?? [];
}

describe('session in a currency without decimals', () => {
  test.each(['JPY', 'KRW', 'CLP', 'VND'])('a session in %s takes whole units only', async (currency) => {
    const order = { ...YEN, currency, order_no: nextOrderNo() };
    expect(await refusal('/v1/sessions', { ...order, amount: '1000.50' })).toEqual(['amount']);
    expect((await system.merchant('POST', '/v1/sessions', order)).status).toBe(201);
  });

  test.each([
    ['item_total', { item_total: '999.50' }],
    ['shipping', { shipping: '0.01' }],
    ['handling', { handling: '0.10' }],
    ['tax_total', { tax_total: '90.91' }],
    ['insurance', { insurance: '1.10' }],
    ['shipping_discount', { shipping_discount: '1.10' }],
    ['discount', { discount: '1.10' }],
    ['items.0.unit_price', { items: [{ ...YEN.items[0], unit_price: '500.25' }] }],
    ['installments.0.amount', { installments: [{ id: '3', count: 3, amount: '333.34' }] }],
    ['installments.0.total', { installments: [{ id: '3', count: 3, total: '1000.02' }] }],
    [
      'subscription.contract_amount',
      { methods: ['card'], subscription: { interval: 'month', interval_count: '1', contract_amount: '99.90' } },
    ],
  ])('a session in a currency without decimals is rejected with decimals in %s', async (path, changes) => {
    expect(await refusal('/v1/sessions', { ...YEN, order_no: nextOrderNo(), ...changes })).toEqual([path]);
    const euro = { ...YEN, ...changes, currency: 'EUR', order_no: nextOrderNo() };
    expect((await system.merchant('POST', '/v1/sessions', euro)).status).toBe(201);
  });

  test('a redirect payment in a currency without decimals is rejected with decimals', async () => {
    const order = { ...YEN, order_no: nextOrderNo(), shopper_ip: '203.0.113.7' };
    expect(await refusal('/v1/redirect-payments', { ...order, amount: '1000.50' })).toEqual(['amount']);
    expect((await system.merchant('POST', '/v1/redirect-payments', order)).status).toBe(201);
  });
});

test.each(['KWD', 'BHD', 'EUR', 'JPY'])('an amount in %s with a third decimal is rejected', async (currency) => {
  const order = { ...YEN, currency, order_no: nextOrderNo() };
  expect(await refusal('/v1/sessions', { ...order, amount: '1.500' })).toEqual(['amount']);
  const items = [{ ...YEN.items[0], unit_price: '1.000' }];
  expect(await refusal('/v1/sessions', { ...order, items })).toEqual(['items.0.unit_price']);
});

describe('refund in a currency without decimals', () => {
  test('a refund takes whole units only, whether it names its currency or takes the payment’s', async () => {
    const { id } = await system.paid(YEN);
    const item = { payment_id: id, refund_reason: 'broken' };
    for (const named of [{}, { currency: 'JPY' }]) {
      const refunds = [
        { ...item, ...named, refund_amount: '100.00' },
        { ...item, ...named, refund_amount: '100.50' },
      ];
      expect(await refusal('/v1/refunds', { refunds })).toEqual(['refunds.1.refund_amount']);
    }
    expect(await system.get('/v1/refunds')).toMatchObject({ refunds: [] });
    const taken = await system.post<{ refunds: { error: unknown }[] }>('/v1/refunds', {
      refunds: [{ ...item, refund_amount: '100.00' }],
    });
    expect(taken.refunds[0]?.error).toBeNull();
  });

  test('a refund of an external transaction takes only the decimals of that transaction’s amount', async () => {
    const item = { transaction_id: 'E-1-00001', order_no: 'E-1', currency: 'JPY', refund_reason: 'broken' };
    const whole = { ...item, amount: '1000.00', refund_amount: '0.50' };
    expect(await refusal('/v1/refunds', { refunds: [whole] })).toEqual(['refunds.0.refund_amount']);
    const odd = { ...item, amount: '1000.50', refund_amount: '1000.50' };
    expect((await system.merchant('POST', '/v1/refunds', { refunds: [odd] })).status).toBe(200);
  });
});

test('a partial capture in a currency without decimals takes whole units only', async () => {
  const held = await system.paid(YEN, '4000000000009235');
  expect(await refusal(`/v1/payments/${held.id}/capture`, { amount: '500.50' })).toEqual(['amount']);
  const named = { transaction_id: 'E-2-00001', order_no: 'E-2', currency: 'JPY', amount: '500.50' };
  expect(await refusal('/v1/captures', { captures: [named] })).toEqual(['captures.0.amount']);
  expect((await system.merchant('POST', `/v1/payments/${held.id}/capture`, { amount: '500.00' })).status).toBe(200);
});

test('payouts and payment method queries in a currency without decimals take whole units only', async () => {
  const payout = { payment_currency: 'JPY', payment_amount: '1000.50' };
  expect(await refusal('/v1/payouts', payout)).toEqual(['payment_amount']);
  // Past the check, the sandbox has no yen to pay out.
  const whole = await system.merchant('POST', '/v1/payouts', { ...payout, payment_amount: '1000.00' });
  expect(((await whole.json()) as Problem).code).toBe('gateway_refused');
  const choice = { currency: 'KRW', amount: '0.99', shopper_email: 'ana@example.com' };
  expect(await refusal('/v1/payment-methods/optimise', choice)).toEqual(['amount']);
});

test('the typed client rejects decimals in a currency without decimals', async () => {
  const client = createAcquiringClient({
    baseUrl: system.sandbox.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKeys: [SANDBOX_CREDENTIALS.sign_key],
  });
  const refused = expect.objectContaining({ code: 'gateway_invalid_request' }) as Error;
  const payment = {
    order_no: 'W-1',
    currency: 'JPY',
    amount: '1000.00',
    website: 'https://shop.example',
    items: 'Mug#,#M#,#500.00#,#2',
    shopper_id: 'c',
    shopper_email: 'ana@example.com',
    shopper_ip: '203.0.113.7',
    first_name: 'Ana',
    last_name: 'Souza',
    card: '4242424242424242',
    expiration_month: '12',
    expiration_year: '2031',
    security_code: '123',
  };
  expect(() => client.prepareAuthorise(payment)).not.toThrow();
  for (const odd of [{ amount: '1000.50' }, { shipping: '0.10' }, { items: 'Mug#,#M#,#500.50#,#2' }]) {
    expect(() => client.prepareAuthorise({ ...payment, ...odd })).toThrow(refused);
  }
  const refund = {
    transaction_id: 'W-1-00001',
    order_no: 'W-1',
    currency: 'JPY',
    amount: '1000.00',
    refund_reason: '',
  };
  await expect(client.refund([{ ...refund, refund_amount: '0.50', refund_reference: 'r' }])).rejects.toEqual(refused);
  await client.close();
});
