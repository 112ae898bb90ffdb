import { expect, test } from 'vitest';
import { createAcquiringClient } from '../acquiring-client.ts';
import type { ProfileOverrides } from '../profile/index.ts';
import type { DirectPaymentInput } from './authorise.ts';

const PAYMENT: DirectPaymentInput = {
  order_no: 'A-1',
  currency: 'EUR',
  amount: '12.00',
  website: 'https://shop.example',
  items: 'Mug#,#MUG-1#,#12.00#,#1',
  shopper_id: 'c-1',
  shopper_email: 'ana@example.com',
  shopper_ip: '192.0.2.7',
  first_name: 'Ana',
  last_name: 'Souza',
  card: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
};

/** Sends a payment; returns the body that would leave. */
async function send(payment: DirectPaymentInput, profile: ProfileOverrides = {}): Promise<object> {
  let body = '';
  const client = createAcquiringClient({
    baseUrl: 'http://gateway.example',
    merchantId: '70519',
    accountId: '984747105',
    signKeys: ['sign'],
    profile,
    transport: {
      send: async (request) => {
        body = request.body;
        return { kind: 'not_sent', reason: 'test' };
      },
      close: async () => undefined,
    },
  });
  await client.authorise(payment);
  return JSON.parse(body) as object;
}

test('a payment is sent with merchant, account and digest', async () => {
  const frozen = Object.freeze({ ...PAYMENT });
  const identity = { merchant_id: '70519', account_id: '984747105' };
  const encryption_data: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await send(frozen)).toEqual({ ...PAYMENT, ...identity, encryption_data });
});

test('token and brand are sent under the names of the profile only', async () => {
  const payment = { ...PAYMENT, vendor_token: 'abc', card_brand: 'visa' };
  const named = { acme_token_cookie: 'abc', scheme: 'visa' };
  const profile = { vendor_token_field: 'acme_token_cookie', card_brand_field: 'scheme' };
  const sent = await send(payment, profile);
  expect(sent).toMatchObject(named);
  expect(sent).not.toHaveProperty('vendor_token');
  expect(sent).not.toHaveProperty('card_brand');
  expect(await send({ ...payment, vendor_token_field: 'own_token_cookie' }, profile)).toMatchObject({
    own_token_cookie: 'abc',
  });
});

test('a field may have the name of one that is absent', async () => {
  const payment = { ...PAYMENT, order_type: 'moto', card_brand: undefined };
  expect(await send(payment, { field_names: { authorise: { order_type: 'card_brand' } } })).toMatchObject({
    card_brand: 'moto',
  });
});

test('what the client adds is not taken from its caller', async () => {
  await expect(send({ ...PAYMENT, merchant_id: '1' } as DirectPaymentInput)).rejects.toMatchObject({
    code: 'gateway_invalid_request',
    fields: [{ path: 'merchant_id', code: 'unknown_field' }],
  });
});
