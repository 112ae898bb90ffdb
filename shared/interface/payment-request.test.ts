import { describe, expect, test } from 'vitest';
import { toFieldErrors } from '../field-errors.ts';
import { ApmPaymentRequest, DirectPaymentRequest } from './payment-request.ts';

const common = {
  merchant_id: '70519',
  account_id: '984747105',
  order_no: 'A-1',
  currency: 'EUR',
  amount: '24.00',
  website: 'https://shop.example',
  items: 'Mug#,#M#,#24.00#,#1',
  shopper_id: 'c-1',
  shopper_email: 'ana@example.com',
  shopper_ip: '203.0.113.7',
  first_name: 'Ana',
  last_name: 'Souza',
  encryption_data: 'a'.repeat(64),
};
const direct = {
  ...common,
  card: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
};
const apm = { ...common, payment_method: 'pix' };

/** Every string field that the interface names for both kinds (2.2). */
const SHARED =
  'merchant_id account_id order_no currency amount item_total shipping handling tax_total insurance shipping_discount discount website items note shopper_id shopper_email shopper_ip shopper_phone shopper_level first_name last_name document birth_date billing_country billing_state billing_city billing_address billing_postal_code os browser browser_lang time_zone resolution cookie_new cookie_old delivery_firstname delivery_lastname delivery_country delivery_state delivery_city delivery_address delivery_postal_code return_url notify_url custom device_fingerprint encryption_data platform_source device_type color_depth accept price_id quote_id quote_price storefront_domains secure_payment'.split(
    ' ',
  );
const DIRECT =
  'open3d token_flag token_id card challenge_window_size session_id installments installments_id order_type user_agent checkout_time cart_items account_owner total_discount additional_information subscription'.split(
    ' ',
  );
const APM = 'payment_method delivery_district_name delivery_street_name bank_code person'.split(' ');

test('every field of the interface is known, to its own kind only', () => {
  const names = (schema: { def: { shape: object } }): string[] => Object.keys(schema.def.shape);
  const ofDirect = names(DirectPaymentRequest);
  const ofApm = names(ApmPaymentRequest);
  for (const name of SHARED) {
    expect(ofDirect).toContain(name);
    expect(ofApm).toContain(name);
  }
  for (const name of DIRECT) {
    expect(ofDirect).toContain(name);
    expect(ofApm).not.toContain(name);
  }
  for (const name of APM) {
    expect(ofApm).toContain(name);
    expect(ofDirect).not.toContain(name);
  }
});

test('the person is known down to its bank', () => {
  const person = {
    document_number: '1',
    document_type: 'CPF',
    social_name: 'A',
    email: 'a@b.ex',
    phone_country_code: '55',
    phone_area_code: '11',
    phone_number: '1',
    birth_date: '31-12-1990',
    net_monthly_average_income: '1',
    address_street: 's',
    address_number: '1',
    address_complement: 'c',
    address_postal_code: 'p',
    address_city: 'c',
    address_state: 's',
    address_country: 'BR',
    fiscal_country: 'BR',
    documents: {
      file_type: 'pdf',
      file_data: 'AA==',
      file_url: 'https://x.example',
      labels: {
        person_bank_account_id: '1',
        bank_account: {
          account_type: 'c',
          account_number: '1',
          branch_number: '1',
          owner_document_number: '1',
          owner_name: 'A',
          branch_country: 'BR',
          currency: 'BRL',
          bank: { code: '1', name: 'B' },
        },
      },
    },
  };
  expect(ApmPaymentRequest.parse({ ...apm, person }).person).toEqual(person);
});

test('what may be left out may be sent empty, as the samples of the interface do', () => {
  const empty = { open3d: '', token_flag: '', challenge_window_size: '', subscription: { contract_amount: '' } };
  expect(DirectPaymentRequest.parse({ ...direct, ...empty })).toMatchObject(empty);
  const person = { birth_date: '', address_country: '', fiscal_country: '' };
  expect(ApmPaymentRequest.parse({ ...apm, person }).person).toEqual(person);
});

describe('one step past a limit', () => {
  const cases: [string, object, string][] = [
    ['merchant_id', { merchant_id: '12345678' }, 'too_long'],
    ['account_id', { account_id: '12345678901' }, 'too_long'],
    ['amount', { amount: '24.0' }, 'format'],
    ['items', { items: 'Mug#,#M#,#24.00' }, 'format'],
    ['encryption_data', { encryption_data: 'a'.repeat(63) }, 'format'],
    ['resolution', { resolution: '1280' }, 'format'],
    ['birth_date', { birth_date: '1990-12-31' }, 'format'],
    ['checkout_time', { checkout_time: '12' }, 'type'],
    ['card', { card: '4'.repeat(21) }, 'format'],
    ['challenge_window_size', { challenge_window_size: '6' }, 'not_allowed'],
    ['token_flag', { token_flag: 'yes' }, 'not_allowed'],
    ['open3d', { open3d: 'do3ds' }, 'not_allowed'],
    ['subscription.contract_amount', { subscription: { contract_amount: '24.0' } }, 'format'],
    [
      'cart_items.0.basic_item_data.price.amount_usd',
      { cart_items: [{ basic_item_data: { price: { amount_usd: '1' } } }] },
      'type',
    ],
    ['subscription.billing_cycle', { subscription: { billing_cycle: 1.5 } }, 'type'],
    ['surprise', { surprise: 1 }, 'unknown_field'],
  ];
  test.each(cases)('%s', (path, changes, code) => {
    const input = { ...direct, ...changes };
    const parsed = DirectPaymentRequest.safeParse(input);
    expect(parsed.success).toBe(false);
    if (!parsed.success)
      expect(toFieldErrors(parsed.error, input)).toContainEqual({ path, code, rule: expect.any(String) });
  });
});

test('a direct payment needs a card or a token', () => {
  expect(DirectPaymentRequest.safeParse(direct).success).toBe(true);
  expect(DirectPaymentRequest.safeParse({ ...common, card: '', token_id: 'tok_1' }).success).toBe(true);
  expect(DirectPaymentRequest.safeParse(common).success).toBe(false);
});
