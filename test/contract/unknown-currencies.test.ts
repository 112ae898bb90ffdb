import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKnownCurrency } from '../../server/context/currencies.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { TEST_SESSION_FIELDS, nextOrderNo, startTestSystem, type TestSystem } from '../support/system.ts';

let system: TestSystem;
let listed: TestSystem;

beforeAll(async () => {
  [system, listed] = await Promise.all([
    startTestSystem(),
    startTestSystem({ companion: { profile: { currencies: ['EUD'] } } }),
  ]);
});
afterAll(() => Promise.all([system.close(), listed.close()]));

const CALLS: [string, string, (code: string) => unknown][] = [
  ['/v1/sessions', 'currency', (code) => ({ ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), currency: code })],
  [
    '/v1/redirect-payments',
    'currency',
    (code) => ({ ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), currency: code, shopper_ip: '203.0.113.7' }),
  ],
  [
    '/v1/payouts',
    'payment_currency',
    (code) => ({
      request_id: crypto.randomUUID(),
      payment_currency: code,
      payment_amount: '10.00',
      beneficiary: { name: 'Ana' },
    }),
  ],
  [
    '/v1/payment-methods/optimise',
    'currency',
    (code) => ({ currency: code, amount: '10.00', shopper_email: 'a@b.example' }),
  ],
];

describe.each(CALLS)('currency of POST %s', (path, field, bodyOf) => {
  test.each(['EUD', 'XXX', 'XTS', 'DEM', 'XAU'])(
    'the unknown currency %s is rejected with 400 and the field',
    async (code) => {
      const response = await system.merchant('POST', path, bodyOf(code));
      expect(response.status).toBe(400);
      const problem = (await response.json()) as Problem;
      expect(problem.fields).toEqual([{ path: field, code: 'not_allowed', rule: expect.stringContaining('ISO 4217') }]);
      expect(problem.detail).toContain('currencies');
    },
  );

  test('an ISO 4217 currency and a currency of the profile are accepted', async () => {
    // Payouts go on to the gateway, which has no balance in either.
    const taken = path === '/v1/payouts' ? [409] : [200, 201];
    expect(taken).toContain((await system.merchant('POST', path, bodyOf('CHF'))).status);
    expect(taken).toContain((await listed.merchant('POST', path, bodyOf('EUD'))).status);
  });
});

test('a price list in an unknown currency stops the start', async () => {
  const priceList = {
    currency: 'EUD',
    return_url: 'https://shop.example/thanks',
    tax: 'included' as const,
    products: [{ sku: 'MUG-1', name: 'Mug', unit_price: '24.00' }],
  };
  await expect(startTestSystem({ companion: { priceList } })).rejects.toThrow(/TILLGATE_PRICE_LIST.*currency/);
});

test('every currency in use that the runtime knows is accepted', () => {
  const known = (code: string): boolean => isKnownCurrency(code, { currencies: [] });
  const inUse =
    'EUR USD GBP JPY KRW CHF BRL MXN INR CNY AUD CAD SEK NOK DKK PLN CZK HUF RON TRY ILS AED SAR ZAR THB IDR VND';
  expect(inUse.split(' ').filter((code) => !known(code))).toEqual([]);
  const runtime = new Set(Intl.supportedValuesOf('currency'));
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c))).filter(known);
  expect(all.length).toBeGreaterThan(155);
  // Younger than some runtimes.
  expect(all.filter((code) => !runtime.has(code) && !['XCG', 'ZWG', 'SLE', 'VED'].includes(code))).toEqual([]);
});
