import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/contract/index.ts';
import { createAcquiringClient } from '../../server/gateway/index.ts';
import {
  TEST_SESSION_FIELDS,
  SHOP_ORIGIN,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(async () => {
  // No refused request above reached the gateway or is in a row.
  expect(system.sandbox.sandbox.state.requests).toEqual([]);
  const { payments } = await (await system.merchant('GET', '/v1/payments')).json();
  expect(payments).toEqual([]);
  await system.close();
});

async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({
    type: `urn:tillgate:error:${problem.code}`,
    status: response.status,
    request_id: expect.stringMatching(/^req_/),
    title: expect.any(String),
    detail: expect.any(String),
  });
  return problem;
}

const order = { order_no: 'BAD-1', ...TEST_SESSION_FIELDS };
const long = (length: number): string => 'x'.repeat(length);

describe('invalid session request', () => {
  const cases: [string, unknown, string, string][] = [
    ['an amount with one decimal', { ...order, amount: '10.5' }, 'amount', 'format'],
    ['an amount without decimals', { ...order, amount: '10' }, 'amount', 'format'],
    ['a negative amount', { ...order, amount: '-1.00' }, 'amount', 'format'],
    ['a zero amount', { ...order, amount: '0.00' }, 'amount', 'format'],
    ['an amount of 16 characters', { ...order, amount: '1234567890123.00' }, 'amount', 'format'],
    ['an amount that is a number', { ...order, amount: 10.5 }, 'amount', 'type'],
    ['a currency in small letters', { ...order, currency: 'eur' }, 'currency', 'format'],
    ['an order number of 51 characters', { ...order, order_no: long(51) }, 'order_no', 'too_long'],
    ['an order number with a space', { ...order, order_no: 'A 1' }, 'order_no', 'format'],
    ['a missing order number', { ...order, order_no: undefined }, 'order_no', 'required'],
    ['an empty list of items', { ...order, items: [] }, 'items', 'too_few'],
    [
      'a separator inside an item name',
      { ...order, items: [{ ...TEST_SESSION_FIELDS.items[0]!, name: 'Mug #,# red' }] },
      'items.0.name',
      'format',
    ],
    [
      'a separator formed at a join',
      { ...order, items: [{ ...TEST_SESSION_FIELDS.items[0]!, name: 'Mug#,' }] },
      'items.0.name',
      'format',
    ],
    [
      'a quantity of zero',
      { ...order, items: [{ ...TEST_SESSION_FIELDS.items[0]!, quantity: 0 }] },
      'items.0.quantity',
      'too_short',
    ],
    [
      'an item price with one decimal',
      { ...order, items: [{ ...TEST_SESSION_FIELDS.items[0]!, unit_price: '1.5' }] },
      'items.0.unit_price',
      'format',
    ],
    [
      'items too long once joined',
      { ...order, items: Array.from({ length: 12 }, () => ({ ...TEST_SESSION_FIELDS.items[0]!, name: long(480) })) },
      'items',
      'too_long',
    ],
    ['an unknown field', { ...order, ammount: '1.00' }, 'ammount', 'unknown_field'],
    ['an unknown field inside', { ...order, shopper: { mail: 'a@b' } }, 'shopper.mail', 'unknown_field'],
    ['a return_url that is a script', { ...order, return_url: 'javascript:alert(1)' }, 'return_url', 'format'],
    [
      'a subscription that a bank transfer cannot carry',
      { ...order, methods: ['card', 'bank_transfer'], subscription: { contract_name: 'Gold', interval: 'month' } },
      'methods.1',
      'not_allowed',
    ],
    ['a note of 1,001 characters', { ...order, note: long(1001) }, 'note', 'too_long'],
    ['a custom of 2,501 characters', { ...order, custom: long(2501) }, 'custom', 'too_long'],
    ['a website of 2,001 characters', { ...order, website: long(2001) }, 'website', 'too_long'],
    ['a shopper id of 65 characters', { ...order, shopper: { id: long(65) } }, 'shopper.id', 'too_long'],
    ['an e-mail of 101 characters', { ...order, shopper: { email: `${long(96)}@b.ex` } }, 'shopper.email', 'too_long'],
    ['a phone of 51 characters', { ...order, shopper: { phone: long(51) } }, 'shopper.phone', 'too_long'],
    [
      'a birth date in another order',
      { ...order, shopper: { birth_date: '1990-12-31' } },
      'shopper.birth_date',
      'format',
    ],
    [
      'a birth date that is no day',
      { ...order, shopper: { birth_date: '31-02-1990' } },
      'shopper.birth_date',
      'format',
    ],
    ['a country of three letters', { ...order, billing: { country: 'BRA' } }, 'billing.country', 'format'],
    ['an unknown open3d', { ...order, open3d: 'maybe' }, 'open3d', 'not_allowed'],
    ['an unknown required field', { ...order, fields: ['billing.city', 'delivery.adress'] }, 'fields.1', 'format'],
    ['an unknown optional field', { ...order, fields: ['shopper.phonee?'] }, 'fields.0', 'format'],
    ['a group as a required field', { ...order, fields: ['person.documents'] }, 'fields.0', 'format'],
    ['a field of another group', { ...order, fields: ['card.number'] }, 'fields.0', 'format'],
    ['constructor as a required field', { ...order, fields: ['billing.constructor'] }, 'fields.0', 'format'],
    [
      'a described field that no submit has',
      { ...order, fields: [{ path: 'billing.addres' }] },
      'fields.0.path',
      'format',
    ],
    [
      'a field of a method that no submit has',
      { ...order, methods: [{ method: 'loan', fields: ['person.favourite_colour'] }] },
      'methods.0.fields.0',
      'format',
    ],
    ['an unknown method', { ...order, methods: ['card', 'cards'] }, 'methods.1', 'not_allowed'],
    ['a method that is a number', { ...order, methods: [7] }, 'methods.0', 'type'],
    ['a subscription without an interval', { ...order, subscription: {} }, 'subscription.interval', 'required'],
    ['an empty interval', { ...order, subscription: { interval: '' } }, 'subscription.interval', 'required'],
    [
      'an interval of a fortnight',
      { ...order, subscription: { interval: 'fortnight' } },
      'subscription.interval',
      'not_allowed',
    ],
    ['a number as its interval', { ...order, subscription: { interval: '2' } }, 'subscription.interval', 'not_allowed'],
    [
      'every half month',
      { ...order, subscription: { interval: 'month', interval_count: '0.5' } },
      'subscription.interval_count',
      'format',
    ],
    ['a repeated method', { ...order, methods: ['card', 'card'] }, 'methods.1', 'not_allowed'],
    ['an expiry of 59 seconds', { ...order, expires_in: 59 }, 'expires_in', 'too_short'],
    ['a direction mark in a name', { ...order, shopper: { first_name: 'Ana\u202e' } }, 'shopper.first_name', 'format'],
    ['a control character', { ...order, note: 'a\u0007' }, 'note', 'format'],
    ['a list instead of text', { ...order, note: ['a'] }, 'note', 'type'],
  ];
  test.each(cases)('a session with %s is rejected with the field and the rule', async (_name, body, path, code) => {
    const problem = await problemOf(await system.merchant('POST', '/v1/sessions', body));
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(problem.fields).toContainEqual({ path, code, rule: expect.stringMatching(/\w/) });
    expect(problem.detail).toContain(problem.fields![0]!.path);
  });
});

describe('invalid request body', () => {
  const text = JSON.stringify(order);
  const cases: [string, string, Record<string, string>, number, string][] = [
    ['with a repeated key', text.replace('{', '{"amount":"1.00",'), {}, 400, 'duplicate_key'],
    ['with a repeated key in another spelling', text.replace('{', '{"\\u0061mount":"1.00",'), {}, 400, 'duplicate_key'],
    ['with __proto__', text.replace('{', '{"__proto__":{"amount":"1.00"},'), {}, 400, 'invalid_request'],
    ['of 33 KB', JSON.stringify({ ...order, note: long(33 * 1024) }), {}, 413, 'body_too_large'],
    ['that is not JSON', '{"amount":', {}, 400, 'malformed_body'],
    [
      'that is a form',
      'amount=1.00',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['without a content type', text, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['nested too deeply', `{"custom":${'['.repeat(40)}${']'.repeat(40)}}`, {}, 400, 'malformed_body'],
  ];
  test.each(cases)('a request %s is rejected', async (_name, body, headers, status, code) => {
    const problem = await problemOf(await system.merchant('POST', '/v1/sessions', body, headers));
    expect(problem).toMatchObject({ status, code });
  });
});

describe('invalid submit', () => {
  const card = createCardSubmit().card!;
  const cases: [string, object, string, string][] = [
    ['a card number of 7 digits', { card: { ...card, number: '4242424' } }, 'card.number', 'format'],
    ['a card number with letters', { card: { ...card, number: '4242a42424242424' } }, 'card.number', 'format'],
    ['a month of 13', { card: { ...card, expiry_month: '13' } }, 'card.expiry_month', 'format'],
    ['a year of two digits', { card: { ...card, expiry_year: '31' } }, 'card.expiry_year', 'format'],
    ['a code of five digits', { card: { ...card, security_code: '12345' } }, 'card.security_code', 'format'],
    [
      'a card number as the name',
      { card: { ...card, holder_name: '4242 4242 4242 4242' } },
      'card.holder_name',
      'format',
    ],
    [
      'a card number behind the name',
      { card: { ...card, holder_name: 'Ana 4242-4242-4242-4242' } },
      'card.holder_name',
      'format',
    ],
    ['a card number as a key, which the response does not repeat', { '4242424242424242': 1 }, '…', 'unknown_field'],
    ['a missing card', { card: undefined }, 'card', 'required'],
    ['its own amount', { amount: '0.01' }, 'amount', 'unknown_field'],
    ['its own merchant ID', { merchant_id: '1' }, 'merchant_id', 'unknown_field'],
    ['a short attempt id', { attempt_id: 'short' }, 'attempt_id', 'format'],
    ['a method that is not offered', { method: 'cash' }, 'method', 'not_allowed'],
    ['a resolution with a comma', { device: { resolution: '1280,720' } }, 'device.resolution', 'format'],
    ['a window size of 06', { device: { challenge_window_size: '06' } }, 'device.challenge_window_size', 'not_allowed'],
    ['a bank for a card', { bank_code: 'B' }, 'bank_code', 'not_allowed'],
  ];
  test.each(cases)('a submit with %s is rejected with the field and the rule', async (_name, changes, path, code) => {
    const { token } = await system.openSession();
    const response = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), ...changes });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(problem.fields).toContainEqual({ path, code, rule: expect.stringMatching(/\w/) });
    expect(JSON.stringify(problem)).not.toMatch(/4242424242424242|12345/);
  });
});

test('a resolve request with a transaction ID of 65 characters is rejected', async () => {
  const word = { status: 'paid', reason: 'seen in the portal', transaction_id: long(65) };
  const problem = await problemOf(await system.merchant('POST', '/v1/payments/pay_1/resolve', word));
  expect(problem.fields).toEqual([{ path: 'transaction_id', code: 'too_long', rule: 'at most 64 characters' }]);
});

describe('API keys and session tokens', () => {
  test('a wrong token, a wrong key and a missing credential get the same response', async () => {
    for (const path of ['/checkout/session', '/checkout/outcome', '/v1/payments']) {
      for (const key of ['tgs_wrong', '']) {
        const response = await system.companion.fetch(
          new Request(`http://x${path}`, { headers: key === '' ? {} : { authorization: `Bearer ${key}` } }),
        );
        expect(await problemOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
      }
    }
  });

  test('a key without the required scope is rejected', async () => {
    const own = await startTestSystem({ companion: { apiKeys: `${testApiKey('reader')}:read` } });
    const response = await own.companion.fetch(
      new Request('http://x/v1/sessions', {
        method: 'POST',
        headers: { authorization: `Bearer ${testApiKey('reader')}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    );
    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'forbidden' });
    await own.close();
  });

  test('only allowed origins can read the checkout API', async () => {
    const ask = (origin: string): Promise<Response> =>
      Promise.resolve(
        system.companion.fetch(new Request('http://x/checkout/session', { method: 'OPTIONS', headers: { origin } })),
      );
    expect((await ask(SHOP_ORIGIN)).headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN);
    for (const origin of [
      'http://shop.localhost:40000',
      'https://shop.localhost:4000',
      'null',
      'http://evil.example',
    ]) {
      expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('gateway client validation', () => {
  const client = createAcquiringClient({
    baseUrl: 'http://127.0.0.1:1',
    merchantId: '70519',
    accountId: '984747105',
    signKeys: ['k'],
  });

  test('the client rejects a transaction ID of 65 characters, 101 IDs, no ID, and an ID with a comma', async () => {
    const fieldsOf = async (input: Parameters<typeof client.queryTransactions>[0]) =>
      client.queryTransactions(input).catch((error: unknown) => error);
    expect(await fieldsOf({ trades: [long(65)] })).toMatchObject({
      code: 'gateway_invalid_request',
      fields: [{ path: 'trades.0', code: 'too_long', rule: 'at most 64 characters' }],
    });
    expect(await fieldsOf({ orders: Array.from({ length: 101 }, () => 'a') })).toMatchObject({
      fields: [{ code: 'too_many' }],
    });
    expect(await fieldsOf({})).toMatchObject({ fields: [{ code: 'too_few' }] });
    expect(await fieldsOf({ orders: ['a,b'] })).toMatchObject({ fields: [{ path: 'orders.0', code: 'format' }] });
  });

  test('the client rejects a merchant_id of 8 and an account_id of 11 characters', () => {
    const make = (merchantId: string, accountId: string) => () =>
      createAcquiringClient({ baseUrl: 'http://127.0.0.1:1', merchantId, accountId, signKeys: ['k'] });
    expect(make('12345678', '1')).toThrow(/^merchantId: at most 7/);
    expect(make('1', '12345678901')).toThrow(/^accountId: at most 10/);
  });
});
