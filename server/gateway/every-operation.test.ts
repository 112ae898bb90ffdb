import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAcquiringClient, type AcquiringClient } from './acquiring-client.ts';
import { createIssuingClient, type IssuingClient } from './issuing-client.ts';
import { signIssuingRequest } from './issuing-sign.ts';
import type { ProfileOverrides, DigestRecipeName } from './profile/index.ts';
import type { OutgoingRequest, TransportResult, Transport } from './transport.ts';

const KEY = 'test sign key';
const ID = { merchant_id: '70519', account_id: '984747105' };
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const ORDER = { order_no: 'O-1', currency: 'EUR', amount: '10.00' };

/** A transport that remembers what left and answers what a test says. */
function recorder(answer: unknown, status = 200): { sent: OutgoingRequest[]; transport: Transport } {
  const sent: OutgoingRequest[] = [];
  const reply: TransportResult = {
    kind: 'received',
    status,
    contentType: json,
    body: Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  };
  const transport: Transport = {
    send: (request) => {
      sent.push(request);
      return Promise.resolve(reply);
    },
    close: () => Promise.resolve(),
  };
  return { sent, transport };
}

function acquiring(answer: unknown, status?: number): { client: AcquiringClient; sent: OutgoingRequest[] } {
  const { sent, transport } = recorder(answer, status);
  const client = createAcquiringClient({
    baseUrl: 'http://gateway.test',
    merchantId: ID.merchant_id,
    accountId: ID.account_id,
    signKeys: [KEY],
    transport,
  });
  return { client, sent };
}

function issuing(answer: unknown, status?: number): { client: IssuingClient; sent: OutgoingRequest[] } {
  const { sent, transport } = recorder(answer, status);
  const client = createIssuingClient({ baseUrl: 'http://issuing.test', companyId: 'C1', signKeys: [KEY], transport });
  return { client, sent };
}

/** Written out by hand, so that the test does not repeat the code. */
function digest(...parts: string[]): string {
  return createHash('sha256')
    .update([...parts, KEY].join('').replaceAll(' ', ''))
    .digest('hex');
}

function bodyOf(request: OutgoingRequest): unknown {
  return request.contentType === form && !request.body.startsWith('{')
    ? Object.fromEntries(new URLSearchParams(request.body))
    : JSON.parse(request.body);
}

const REFUND_RESULT = {
  amount: '10.00',
  currency: 'EUR',
  order_no: 'O-1',
  refund_amount: '4.00',
  refund_message: '0000:Success',
  refund_reason: 'too late',
  refund_reference: 'R-1',
  refund_reference_id: 'O-1-00001-01',
  refund_status: '1',
  transaction_id: 'O-1-00001',
};
const SEARCH_RESULT = {
  transaction_id: 'O-1-00001',
  order_no: 'O-1',
  amount: '10.00',
  refund_status: '1',
  payment_status: '3000',
  refund_amount: '4.00',
  refund_reference: 'R-1',
  currency: 'EUR',
  refund_reason: 'too late',
  refund_reference_id: 'O-1-00001-01',
  refund_date: '20300101120000',
  refund_processing_date: '20300102120000',
};
const HEAD = { ...ID, return_status: '1', return_message: 'OK' };
const batchDigest = digest('70519', '984747105', 'O-1-00001');
const identityDigest = digest('70519', '984747105');

interface Row {
  name: string;
  section: string;
  call: (client: AcquiringClient) => Promise<unknown>;
  path: string;
  contentType: string;
  fields: Record<string, unknown>;
  answer: Record<string, unknown>;
}

const ROWS: Row[] = [
  {
    name: 'updateOrders',
    section: '4.3',
    call: (client) => client.updateOrders([{ transaction_id: 'O-1-00001', status: '1', ispass3d: '0' }]),
    path: '/v1/updateOrders',
    contentType: form,
    fields: {
      ...ID,
      encryption_data: batchDigest,
      update_orders: [{ transaction_id: 'O-1-00001', status: '1', ispass3d: '0' }],
    },
    answer: { ...HEAD, encryption_data: batchDigest },
  },
  {
    name: 'refund',
    section: '4.4',
    call: (client) =>
      client.refund([
        {
          ...ORDER,
          transaction_id: 'O-1-00001',
          refund_amount: '4.00',
          refund_reason: 'too late',
          refund_reference: 'R-1',
        },
      ]),
    path: '/v1/refund',
    contentType: form,
    fields: {
      ...ID,
      encryption_data: batchDigest,
      refund_orders: [
        {
          ...ORDER,
          transaction_id: 'O-1-00001',
          refund_amount: '4.00',
          refund_reason: 'too late',
          refund_reference: 'R-1',
        },
      ],
    },
    answer: { ...HEAD, encryption_data: batchDigest, refund_orders: [REFUND_RESULT] },
  },
  {
    name: 'review',
    section: '4.5',
    call: (client) => client.review([{ ...ORDER, transaction_id: 'O-1-00001', review_flag: '1' }]),
    path: '/v1/review',
    contentType: form,
    fields: {
      ...ID,
      encryption_data: batchDigest,
      review_orders: [{ ...ORDER, transaction_id: 'O-1-00001', review_flag: '1' }],
    },
    answer: {
      ...HEAD,
      encryption_data: batchDigest,
      review_orders: [
        { ...ORDER, error_message: '', review_flag: '1', review_status: '1', transaction_id: 'O-1-00001' },
      ],
    },
  },
  {
    name: 'searchRefunds',
    section: '4.6',
    call: (client) => client.searchRefunds({ orders: ['O-1', 'O-2'], merchantReferences: ['R-1'] }),
    path: '/v1/retrievalRefund',
    contentType: form,
    fields: {
      ...ID,
      refund_orders: 'O-1,O-2',
      refund_references: '',
      merchant_refunds: 'R-1',
      encryption_data: identityDigest,
    },
    answer: { ...HEAD, encryption_data: identityDigest, refund_orders: [SEARCH_RESULT] },
  },
  {
    name: 'cancelSubscription',
    section: '4.7',
    call: (client) => client.cancelSubscription({ recurring_id: 'Recurring_1', contract_name: 'Gold plan' }),
    path: '/v1/cancelsubscription',
    contentType: json,
    fields: {
      ...ID,
      recurring_id: 'Recurring_1',
      contract_name: 'Gold plan',
      encryption_data: digest('70519', '984747105', 'Recurring_1', 'Gold plan'),
    },
    answer: {
      ...ID,
      recurring_id: 'Recurring_1',
      contract_name: 'Gold plan',
      cancel_status: '1',
      error_message: '',
      encryption_data: digest('70519', '984747105', 'Recurring_1', 'Gold plan'),
    },
  },
  {
    name: 'capture',
    section: '4.10',
    call: (client) => client.capture([{ ...ORDER, transaction_id: 'O-1-00001' }]),
    path: '/v1/capture',
    contentType: form,
    fields: { ...ID, encryption_data: batchDigest, capture_orders: [{ ...ORDER, transaction_id: 'O-1-00001' }] },
    answer: {
      ...HEAD,
      encryption_data: batchDigest,
      capture_orders: [{ ...ORDER, transaction_id: 'O-1-00001', capture_status: '1', error_message: '' }],
    },
  },
  {
    name: 'cancel',
    section: '4.10',
    call: (client) => client.cancel([{ ...ORDER, transaction_id: 'O-1-00001' }]),
    path: '/v1/cancel',
    contentType: form,
    fields: { ...ID, encryption_data: batchDigest, cancel_orders: [{ ...ORDER, transaction_id: 'O-1-00001' }] },
    answer: {
      ...HEAD,
      encryption_data: batchDigest,
      cancel_orders: [{ ...ORDER, transaction_id: 'O-1-00001', cancel_status: '1', error_message: '' }],
    },
  },
  {
    name: 'queryTransactions',
    section: '4.10',
    call: (client) => client.queryTransactions({ orders: ['O-1'], trades: ['O-1-00001', 'O-1-00002'] }),
    path: '/v1/retrievalTrans',
    contentType: form,
    fields: { ...ID, orders: 'O-1', trades: 'O-1-00001,O-1-00002', encryption_data: identityDigest },
    answer: {
      ...HEAD,
      encryption_data: identityDigest,
      orders_list: [
        {
          ...ORDER,
          payment_status: '3000',
          query_result: '1',
          reference_no: '000000000001',
          transaction_date: '20300101120000',
          transaction_id: 'O-1-00001',
          website: 'https://shop.example',
        },
      ],
      antifraud_provider: 'vendor',
      fraud_check_result: [{ check_items: 'velocity', status: '1' }],
      is3ds: '0',
    },
  },
  {
    name: 'payout',
    section: '4.10',
    call: (client) =>
      client.payout({
        request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
        payment_currency: 'EUR',
        payment_amount: '70.00',
        beneficiary: { name: 'Ana Souza', account_number: 'PT50' },
      }),
    path: '/v1/payout',
    contentType: json,
    fields: {
      ...ID,
      request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
      payment_currency: 'EUR',
      payment_amount: '70.00',
      beneficiary: { name: 'Ana Souza', account_number: 'PT50' },
      encryption_data: digest('70519', '984747105', '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60', 'EUR', '70.00'),
    },
    answer: { ...HEAD, payout_status: '2', payout_id: 'P-1' },
  },
  {
    name: 'optimisePaymentMethods',
    section: '4.10',
    call: (client) =>
      client.optimisePaymentMethods({
        request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
        currency: 'EUR',
        amount: '10.00',
        shopper_email: 'ana@example.com',
      }),
    path: '/v1/optimise',
    contentType: json,
    fields: {
      ...ID,
      request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
      currency: 'EUR',
      amount: '10.00',
      shopper_email: 'ana@example.com',
      encryption_data: digest(
        '70519',
        '984747105',
        '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
        'EUR',
        '10.00',
        'ana@example.com',
      ),
    },
    answer: { ...HEAD, methods: ['card', 'pix'] },
  },
  ...(
    [
      ['uploadLogistics', '/v1/uploadLogistics'],
      ['queryPayouts', '/v1/payoutQuery'],
      ['queryPayoutBalance', '/v1/payoutBalance'],
      ['queryUnsettledAmount', '/v1/unsettledAmount'],
    ] as const
  ).map(([name, path]): Row => ({
    name,
    section: '4.10',
    call: (client) => client[name]({ anything: ['goes', { as: 1 }] }),
    path,
    contentType: json,
    fields: { ...ID, anything: ['goes', { as: 1 }], encryption_data: identityDigest },
    answer: { ...HEAD, whatever: { comes: [1, 'back'] } },
  })),
];

describe('the acquiring client', () => {
  test.each(ROWS.map((row) => [row.name, row.section, row] as const))(
    'sends and reads %s (interface %s)',
    async (_n, _s, row) => {
      const { client, sent } = acquiring(row.answer);
      const answer = (await row.call(client)) as { kind: string; response: unknown };
      expect(sent).toHaveLength(1);
      expect({ path: sent[0]!.path, contentType: sent[0]!.contentType }).toEqual({
        path: row.path,
        contentType: row.contentType,
      });
      expect(bodyOf(sent[0]!)).toEqual(row.fields);
      expect(answer).toMatchObject({ kind: 'completed', response: row.answer });
      // Read whole: nothing of what came is missing.
      expect(JSON.parse(JSON.stringify(answer.response))).toEqual(row.answer);
    },
  );

  /** A redirect payment's required fields but the address to come back to. */
  const REDIRECT = {
    ...ORDER,
    website: 'https://shop.example',
    items: 'Mug#,#M#,#10.00#,#1',
    shopper_id: 'c-1',
    shopper_email: 'ana@example.com',
    shopper_ip: '192.0.2.1',
    first_name: 'Ana',
    last_name: 'Souza',
  };

  test('prepares a redirect payment with the longest return_url of the interface', () => {
    const { client } = acquiring({});
    const return_url = `https://pay.example/${'x'.repeat(1_980)}`;
    const prepared = client.prepareRedirectPayment({ ...REDIRECT, return_url });
    expect(prepared.fields['encryption_data']).toBe(digest('70519', '984747105', 'O-1', 'EUR', '10.00', return_url));
  });

  test('returns a redirect payment as a form for the shopper’s browser, and sends nothing', () => {
    const { client, sent } = acquiring({});
    const prepared = client.prepareRedirectPayment({
      ...REDIRECT,
      return_url: 'https://pay.example/back',
      card_type: '1',
      checkout_time: 12,
    });
    expect(sent).toEqual([]);
    expect(prepared).toMatchObject({
      url: 'http://gateway.test/v1/checkout',
      method: 'POST',
      contentType: form,
      fields: {
        ...ID,
        card_type: '1',
        checkout_time: '12',
        encryption_data: digest('70519', '984747105', 'O-1', 'EUR', '10.00', 'https://pay.example/back'),
      },
    });
    expect(prepared.fields).not.toHaveProperty('card');
  });
});

const SIGNED = { company_id: 'C1' };
const CARD = {
  status: '1',
  order_id: '901',
  card_id: '77',
  group_id: '55',
  cardholder_id: '33',
  card_number: '4000001234567899',
  cvv: '123',
  expire_year: '2031',
  expire_month: '05',
  card_limit: 500.5,
  currency: 'USD',
  card_alias: 'Ads',
  card_type: 'virtual',
  multi_use: true,
  card_status: '1',
  created_time: '2030-01-01T12:00:00.123+08:00',
  valid_start_date: '2030-01-01',
  valid_end_date: '2031-01-01',
  recharge_amount: 100,
  fee: 0.5,
};
const ISSUING: [
  name: string,
  call: (client: IssuingClient) => Promise<unknown>,
  path: string,
  fields: object,
  result: object,
][] = [
  [
    'createCard',
    (client) =>
      client.createCard({
        card_bin_id: 806,
        cardholder_id: '33',
        recharge_amount: 100,
        card_alias: 'Ads',
        start_date: '2030-01-01',
        end_date: '2031-01-01',
        enable_multi_use: true,
        card_type: 'virtual',
        group_id: '55',
        request_id: 'r-1',
      }),
    '/api/card/create',
    {
      card_bin_id: 806,
      cardholder_id: '33',
      recharge_amount: 100,
      card_alias: 'Ads',
      start_date: '2030-01-01',
      end_date: '2031-01-01',
      enable_multi_use: true,
      card_type: 'virtual',
      group_id: '55',
      request_id: 'r-1',
    },
    { create_result_list: [CARD] },
  ],
  [
    'createGroup',
    (client) =>
      client.createGroup({
        group_name: 'Marketing',
        currency: 'USD',
        recharge_amount: 1000.25,
        country_code: 'US',
        rule_id: '4',
        bin_channel_code: 'A',
        bin_list: ['12', '7'],
        request_id: 'r-2',
      }),
    '/api/group/create',
    {
      group_name: 'Marketing',
      currency: 'USD',
      recharge_amount: 1000.25,
      country_code: 'US',
      rule_id: '4',
      bin_channel_code: 'A',
      bin_list: ['12', '7'],
      request_id: 'r-2',
    },
    {
      status: '1',
      order_id: '902',
      group_id: '55',
      group_status: '1',
      group_name: 'Marketing',
      recharge_amount: 1000.25,
      created_time: '2030-01-01T12:00:00.123-03:00',
      bin_list: [{ bin: '400000', bin_id: '12' }],
      fee: 1.5,
    },
  ],
  [
    'rechargeGroup',
    (client) => client.rechargeGroup({ group_id: '55', recharge_amount: 20.1, request_id: 'r-3' }),
    '/api/group/recharge',
    { group_id: '55', recharge_amount: 20.1, request_id: 'r-3' },
    { status: '1', order_id: '903', recharge_time: '2030-01-01T12:00:00.123+00:00', recharge_amount: 20.1, fee: 0.2 },
  ],
  [
    'updateGroupStatus',
    (client) => client.updateGroupStatus({ group_id: '55', status: '0', request_id: 'r-4' }),
    '/api/group/status',
    { group_id: '55', status: '0', request_id: 'r-4' },
    { status: '1', group_status: '3' },
  ],
  [
    'queryCardholder',
    (client) => client.queryCardholder({ cardholder_id: '', email: 'ana@example.com' }),
    '/api/cardholder/query',
    { cardholder_id: '', email: 'ana@example.com' },
    {
      remark: '',
      cardholder_id: '33',
      first_name: 'Ana',
      last_name: 'Souza',
      email: 'ana@example.com',
      mobile_prefix: '351',
      mobile: '910000000',
      birth_date: '1990-05-17',
      billing_country_code: 'PT',
      billing_state: 'Lisboa',
      billing_city: 'Lisboa',
      billing_address: 'Rua 1',
      billing_postal: '1000-001',
      cardholder_status: '1',
    },
  ],
  [
    'deleteCardholder',
    (client) => client.deleteCardholder({ cardholder_id: '33', request_id: 'r-5' }),
    '/api/cardholder/delete',
    { cardholder_id: '33', request_id: 'r-5' },
    { status: '1', deleted_time: '2030-01-01T12:00:00.123+08:00' },
  ],
  [
    'queryCardOperation',
    (client) => client.queryCardOperation({ order_id: '901', request_id: 'r-6' }),
    '/api/card/query_operate_result',
    { order_id: '901', request_id: 'r-6' },
    {
      status: '1',
      currency: 'USD',
      amount: 100,
      type: 'create',
      order_id: '901',
      card_id: '77',
      fee: 0.5,
      created_time: '2030-01-01T12:00:00.123+08:00',
    },
  ],
  [
    'queryAccountBalance',
    (client) => client.queryAccountBalance({}),
    '/api/account/balance',
    {},
    {
      total_amount_usd: 1234.56,
      exchange_rate_time: '2030-01-01T12:00:00.123+08:00',
      currency_details: [{ currency: 'EUR', amount: 100.5, exchange_rate: 1.0823 }],
    },
  ],
  ...(
    [
      ['createCardholder', '/api/cardholder/create'],
      ['updateCardholder', '/api/cardholder/update'],
      ['queryCardBin', '/api/card/bin_query'],
      ['queryCard', '/api/card/query'],
      ['queryCardTransactions', '/api/card/transaction'],
      ['rechargeCard', '/api/card/charge'],
      ['withdrawFromCard', '/api/card/withdraw'],
      ['cancelCard', '/api/card/close'],
      ['updateCardStatus', '/api/card/status'],
      ['updateSharedCardLimit', '/api/card/update'],
      ['queryGroup', '/api/group/query'],
      ['deleteGroup', '/api/group/delete'],
      ['withdrawFromGroup', '/api/group/withdraw'],
      ['queryRule', '/api/rule/query'],
    ] as const
  ).map(([name, path]): (typeof ISSUING)[number] => [
    name,
    (client) => client[name]({ request_id: 'r-9', whatever: { is: ['given', 1.5] } }),
    path,
    { request_id: 'r-9', whatever: { is: ['given', 1.5] } },
    { status: '1', order_id: '904', list: [{ a: 1 }], total: 12345678901 },
  ]),
];

describe('the issuing client', () => {
  test.each(ISSUING)('sends and reads %s', async (_name, act, path, fields, result) => {
    const { client, sent } = issuing({ code: '0000', message: 'Success', result });
    const answer = (await act(client)) as { kind: string; result: unknown };
    expect({ path: sent[0]!.path, contentType: sent[0]!.contentType }).toEqual({ path, contentType: json });
    const expected = { ...fields, ...SIGNED };
    expect(bodyOf(sent[0]!)).toEqual({ ...expected, sign: signIssuingRequest(expected, KEY) });
    expect(answer).toEqual({ kind: 'completed', result, message: 'Success' });
  });

  test('signs by the merchant’s own signer if one is given', async () => {
    const { sent, transport } = recorder({ code: '0000', message: '', result: {} });
    const sign = (fields: object, key: string): string => `${key}/${Object.keys(fields).join('+')}`;
    const options = { baseUrl: 'http://issuing.test', companyId: 'C1', signKeys: [KEY], transport, sign };
    await createIssuingClient(options).queryRule({ rule_id: '1' });
    expect(bodyOf(sent[0]!)).toMatchObject({ sign: `${KEY}/company_id+rule_id` });
  });

  test('signs the fields as they are sent, with a nested field named sign', async () => {
    const { client, sent } = issuing({ code: '0000', message: '', result: {} });
    await client.updateCardholder({
      cardholder_id: '1',
      request_id: 'r',
      at: new Date(0),
      meta: { sign: 'Leo', d: 1 },
    });
    const fields = '"cardholder_id":"1","company_id":"C1","meta":{"d":1,"sign":"Leo"},"request_id":"r"';
    const signed = createHash('sha256').update(`{"at":"1970-01-01T00:00:00.000Z",${fields}}${KEY}`).digest('hex');
    expect(bodyOf(sent[0]!)).toMatchObject({ at: '1970-01-01T00:00:00.000Z', meta: { sign: 'Leo' }, sign: signed });
  });

  test.each([
    ['a refusal', { code: '2001', message: 'No such group', result: null }, { kind: 'refused', code: '2001' }],
    ['an unlisted code', { code: '9998', message: 'Busy' }, { kind: 'unknown', code: '9998', message: 'Busy' }],
    ['no envelope', { status: '1' }, { kind: 'unknown' }],
    ['an id as a number', { code: '0000', result: { status: 1, order_id: 12 } }, { result: { order_id: '12' } }],
    ['an id as a list', { code: '0000', message: '', result: { status: '1', order_id: ['1'] } }, { kind: 'unknown' }],
    ['no JSON', '<html></html>', { kind: 'unknown' }],
  ])('classifies a response to a recharge: %s', async (_name, answer, expected) => {
    const { client } = issuing(answer);
    expect(await client.rechargeGroup({ group_id: '1', recharge_amount: 1, request_id: 'r' })).toMatchObject(expected);
  });

  test.each([
    ['an amount with three decimals', { group_id: '1', recharge_amount: 1.005, request_id: 'r' }, 'recharge_amount'],
    ['an amount as text', { group_id: '1', recharge_amount: '1.00', request_id: 'r' }, 'recharge_amount'],
    ['an id that is no digit string', { group_id: 'g1', recharge_amount: 1, request_id: 'r' }, 'group_id'],
    ['an unknown field', { group_id: '1', recharge_amount: 1, request_id: 'r', currency: 'USD' }, 'currency'],
    ['no request_id', { group_id: '1', recharge_amount: 1 }, 'request_id'],
  ])('refuses %s before sending', async (_name, fields, path) => {
    const { client, sent } = issuing({});
    await expect(client.rechargeGroup(fields as never)).rejects.toMatchObject({
      code: 'gateway_invalid_request',
      fields: [{ path }],
    });
    expect(sent).toEqual([]);
  });
});

describe('a request beyond a limit of the interface', () => {
  const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const item = (index: number): typeof ORDER & { transaction_id: string } => ({
    ...ORDER,
    transaction_id: `O-${String(index)}-00001`,
  });

  test.each<[string, (client: AcquiringClient) => Promise<unknown>, string, string]>([
    [
      '51 order updates',
      (client) =>
        client.updateOrders(many(51, (i) => ({ transaction_id: item(i).transaction_id, status: '1', ispass3d: '0' }))),
      'update_orders',
      'too_many',
    ],
    [
      '51 refunds',
      (client) => client.refund(many(51, (i) => ({ ...item(i), refund_amount: '1.00', refund_reason: '' }))),
      'refund_orders',
      'too_many',
    ],
    ['no refund', (client) => client.refund([]), 'refund_orders', 'too_few'],
    [
      '101 reviews',
      (client) => client.review(many(101, (i) => ({ ...item(i), review_flag: '1' as const }))),
      'review_orders',
      'too_many',
    ],
    [
      '101 refund lookups',
      (client) => client.searchRefunds({ orders: many(101, (i) => `O-${String(i)}`) }),
      'refund_orders',
      'too_many',
    ],
    ['an empty refund lookup', (client) => client.searchRefunds({}), 'refund_orders', 'too_few'],
    [
      'a comma in a reference',
      (client) => client.searchRefunds({ merchantReferences: ['a,b'] }),
      'merchant_refunds.0',
      'format',
    ],
    ['51 captures', (client) => client.capture(many(51, item)), 'capture_orders', 'too_many'],
    ['51 cancels', (client) => client.cancel(many(51, item)), 'cancel_orders', 'too_many'],
    [
      'a transaction_id of 65 characters',
      (client) => client.capture([{ ...ORDER, transaction_id: 'x'.repeat(65) }]),
      'capture_orders.0.transaction_id',
      'too_long',
    ],
    [
      'a status of two characters',
      (client) => client.updateOrders([{ transaction_id: 'a', status: '11' as never, ispass3d: '0' }]),
      'update_orders.0.status',
      'not_allowed',
    ],
    [
      'a refund of nothing',
      (client) => client.refund([{ ...item(1), refund_amount: '0.00', refund_reason: '' }]),
      'refund_orders.0.refund_amount',
      'format',
    ],
    [
      'a payout without a UUID',
      (client) => client.payout({ request_id: '1', payment_currency: 'EUR', payment_amount: '1.00' }),
      'request_id',
      'format',
    ],
  ])('is refused before sending: %s', async (_name, act, path, code) => {
    const { client, sent } = acquiring({});
    // Some refuse at once, some by a rejected promise; a caller who awaits sees no difference.
    await expect((async () => act(client))()).rejects.toMatchObject({
      code: 'gateway_invalid_request',
      fields: [{ path, code }],
    });
    expect(sent).toEqual([]);
  });
});

describe('a transaction query', () => {
  test.each([
    ['1', 'paid'],
    [1, 'paid'],
    ['', 'paid'],
    [undefined, 'paid'],
    ['0', 'not_found'],
    ['9', 'unknown'],
    ['2', 'unknown'],
  ])('whose query_result is %j reports the transaction as %s', async (query_result, status) => {
    const { client } = acquiring({
      return_status: '1',
      orders_list: [{ ...ORDER, payment_status: '3000', query_result }],
    });
    expect(await client.queryTransactions({ orders: ['O-1'] })).toMatchObject({ transactions: [{ status }] });
  });
});

describe('the response to a batch of refunds', () => {
  const items = ['A', 'B', 'A'].map((name, index) => ({
    ...ORDER,
    transaction_id: `${name}-00001`,
    refund_amount: `${String(index + 1)}.00`,
    refund_reason: '',
  }));
  const result = (name: string, amount: string, status = '1'): object => ({
    transaction_id: `${name}-00001`,
    refund_amount: amount,
    refund_status: status,
  });

  test('is matched to the items by transaction_id in any order; an item without a result is unknown', async () => {
    const { client } = acquiring({ ...HEAD, refund_orders: [result('A', '1.00', '0'), result('A', '3', '2')] });
    const answer = await client.refund(items);
    expect(answer.kind === 'completed' && answer.items.map((entry) => entry.status)).toEqual([
      'refused',
      'unknown',
      'in_progress',
    ]);
  });

  test('leaves an item unknown if its refund_amount differs', async () => {
    const { client } = acquiring({ ...HEAD, refund_orders: [result('A', '2.00')] });
    const answer = await client.refund(items.slice(0, 1));
    expect(answer).toMatchObject({ kind: 'completed', items: [{ status: 'unknown', mismatch: 'refund_amount' }] });
  });

  test.each([
    ['another merchant', { ...HEAD, merchant_id: '1' }, 200, { kind: 'unknown', mismatch: true }],
    [
      'a refusal by 400 in a code alone',
      { ...ID, return_message: 'I0001:bad' },
      400,
      { kind: 'refused', code: 'I0001' },
    ],
    ['a refusal by 400 without an account', { return_message: 'I0001:bad' }, 400, { kind: 'refused' }],
    [
      'a refusal by 400 with an empty identity',
      { merchant_id: '', account_id: '', return_status: '', return_message: 'I0001:bad', encryption_data: '' },
      400,
      { kind: 'refused' },
    ],
    ['400 without a code', { ...ID, return_message: 'bad' }, 400, { kind: 'unknown', mismatch: false }],
    ['400 with success', { ...ID, return_message: '0000:Success' }, 400, { kind: 'unknown', mismatch: false }],
    ['400 with a status of success', HEAD, 400, { kind: 'unknown', mismatch: false }],
    ['a refusal by 400 to another merchant', { ...HEAD, merchant_id: '1' }, 400, { kind: 'unknown', mismatch: true }],
    ['404 with words', { return_message: 'Record not found' }, 404, { kind: 'refused' }],
    ['404 with our account', ID, 404, { kind: 'refused' }],
    ['404 of something between', { message: 'no route matched' }, 404, { kind: 'unknown', mismatch: false }],
    ['404 with a page', '<html></html>', 404, { kind: 'unknown', mismatch: false }],
    [
      'a refusal of all',
      { ...HEAD, return_status: '0', return_message: 'I0001:bad' },
      200,
      { kind: 'refused', code: 'I0001' },
    ],
    [
      'refused credentials',
      { ...HEAD, return_status: '0', return_message: 'I0013:bad' },
      200,
      { kind: 'misconfigured' },
    ],
    ['a strange status', { ...HEAD, return_status: '9' }, 200, { kind: 'unknown' }],
    ['a broken body', '{"return_status":"1"', 200, { kind: 'unknown' }],
    ['a page', '<html>', 200, { kind: 'unknown' }],
    ['a server error', HEAD, 502, { kind: 'unknown' }],
    ['a redirect', HEAD, 302, { kind: 'unknown' }],
    ['403', {}, 403, { kind: 'misconfigured' }],
  ])('is classified: %s', async (_name, body, status, expected) => {
    const { client } = acquiring(body, status);
    expect(await client.refund(items.slice(0, 1))).toMatchObject(expected);
  });
});

/** A client that notes the recipes by which an answer's digest differs. */
function watching(answer: unknown, profile: ProfileOverrides = {}): { client: AcquiringClient; differing: string[] } {
  const differing: string[] = [];
  const client = createAcquiringClient({
    baseUrl: 'http://gateway.test',
    merchantId: ID.merchant_id,
    accountId: ID.account_id,
    signKeys: [KEY],
    transport: recorder(answer).transport,
    profile,
    onDigestMismatch: ({ recipe, merchantId, accountId }) => differing.push(`${merchantId} ${accountId} ${recipe}`),
  });
  return { client, differing };
}

/** The recipe of each operation's answer, by the method of the client. */
const RECIPE_OF: Readonly<Record<string, DigestRecipeName>> = {
  searchRefunds: 'retrievalRefund',
  queryTransactions: 'retrievalTrans',
  cancelSubscription: 'cancelsubscription',
  optimisePaymentMethods: 'optimise',
  queryPayouts: 'payoutQuery',
  queryPayoutBalance: 'payoutBalance',
  queryUnsettledAmount: 'unsettledAmount',
};

describe('the digest of a response', () => {
  const rows = ROWS.map((row) => [row.name, row, RECIPE_OF[row.name] ?? (row.name as DigestRecipeName)] as const);
  const wrong = (row: Row): object => ({ ...row.answer, encryption_data: 'f'.repeat(64) });
  const kindOf = async (row: Row, client: AcquiringClient): Promise<string> =>
    ((await row.call(client)) as { kind: string }).kind;

  test.each(rows)(
    '%s: a wrong one is accepted and reported under an unconfirmed recipe',
    async (_name, row, recipe) => {
      const { client, differing } = watching(wrong(row));
      expect(await kindOf(row, client)).toBe('completed');
      expect(differing).toEqual([`70519 984747105 ${recipe}`]);
    },
  );

  test.each(rows)('%s: a wrong one is refused under a confirmed recipe', async (_name, row, recipe) => {
    const { client, differing } = watching(wrong(row), { recipes: { [recipe]: { confirmed: true } } });
    expect(['unknown', 'failed']).toContain(await kindOf(row, client));
    expect(differing).toEqual([]);
  });

  test.each(rows)('%s: a wrong one is refused if verification is required', async (_name, row) => {
    const { client, differing } = watching(wrong(row), { verification: 'required' });
    expect(['unknown', 'failed']).toContain(await kindOf(row, client));
    expect(differing).toEqual([]);
  });

  test.each(rows)('%s: a wrong one is not checked if verification is off', async (_name, row, recipe) => {
    const profile = { verification: 'off', recipes: { [recipe]: { confirmed: true } } } as const;
    const { client, differing } = watching(wrong(row), profile);
    expect(await kindOf(row, client)).toBe('completed');
    expect(differing).toEqual([]);
  });

  test.each(rows)('%s: a wrong one of another merchant is refused and not reported', async (_name, row) => {
    const { client, differing } = watching({ ...wrong(row), merchant_id: '1' });
    expect(['unknown', 'failed']).toContain(await kindOf(row, client));
    expect(differing).toEqual([]);
  });

  test('of a query for payouts that lists null is checked by the response recipe of the profile', async () => {
    const body = { ...HEAD, payouts: [null], encryption_data: digest('1') };
    const profile: ProfileOverrides = {
      response_recipes: { payoutQuery: ['return_status'] },
      verification: 'required',
    };
    const { client } = watching(body, profile);
    expect(await client.queryPayouts({ request_id: 'r-1' })).toMatchObject({ kind: 'completed' });
  });

  test.each(rows)('%s: a correct one is accepted and not reported', async (_name, row, recipe) => {
    const { client, differing } = watching(row.answer, { recipes: { [recipe]: { confirmed: true } } });
    expect(await kindOf(row, client)).toBe('completed');
    expect(differing).toEqual([]);
  });
});

/** Values that no field of the interface has. */
const ODD: readonly unknown[] = [{}, { a: 1 }, [], ['x'], true, null, 7, 'Jos\ufffd'];

/** The fields that decide an operation: its account, its subject and its status. */
const DECISIVE = new Set([
  ...['merchant_id', 'account_id', 'encryption_data', 'return_status', 'recurring_id', 'transaction_id', 'order_no'],
  ...['currency', 'amount', 'refund_amount', 'refund_status', 'review_status', 'capture_status', 'cancel_status'],
  ...['payment_status', 'query_result', 'payout_status', 'refund_reference', 'refund_reference_id'],
  'refund_processing_date',
]);

describe('an informational field of a response', () => {
  const LISTS = ['refund_orders', 'review_orders', 'capture_orders', 'cancel_orders', 'orders_list'];
  const cases = ROWS.flatMap((row) => {
    const list = LISTS.find((name) => name in row.answer);
    const entry = list === undefined ? {} : ((row.answer[list] as object[])[0] as Record<string, unknown>);
    const names = [
      ...Object.keys(row.answer).filter((name) => !LISTS.includes(name)),
      ...Object.keys(entry).map((name) => `${list ?? ''}.${name}`),
    ];
    return names
      .filter((name) =>
        row.name === 'searchRefunds' && name.endsWith('.payment_status')
          ? true
          : !DECISIVE.has(name.split('.').at(-1) ?? ''),
      )
      .map((name) => [row.name, name, row, list] as const);
  });

  test.each(cases)(
    '%s: %s may have any value without changing the statuses of the response',
    async (_row, path, row, list) => {
      const usual = await row.call(acquiring(row.answer).client);
      for (const odd of ODD) {
        const name = path.split('.').at(-1) ?? '';
        const answer =
          list !== undefined && path.includes('.')
            ? { ...row.answer, [list]: (row.answer[list] as object[]).map((entry) => ({ ...entry, [name]: odd })) }
            : { ...row.answer, [name]: odd };
        const read = await row.call(acquiring(answer).client);
        expect(statusesOf(read), JSON.stringify(odd)).toEqual(statusesOf(usual));
        expect(JSON.stringify(read)).not.toContain('\ufffd');
      }
    },
  );

  /** What a caller acts on. */
  function statusesOf(answer: unknown): unknown {
    const { kind, items, refunds, transactions } = answer as Record<string, { status?: string }[]>;
    return { kind, statuses: (items ?? refunds ?? transactions)?.map((entry) => entry.status) };
  }
});

describe('a decisive field with an invalid value', () => {
  const refunds = ['A', 'B', 'C'].map((name) => ({
    ...ORDER,
    transaction_id: `${name}-00001`,
    refund_amount: '1.00',
    refund_reason: '',
  }));
  const whole = refunds.map(({ transaction_id, ...rest }) => ({ ...rest, transaction_id, refund_status: '1' }));

  test.each([
    ['currency', {}],
    ['amount', true],
    ['refund_amount', ['1.00']],
    ['order_no', { is: 'O-1' }],
    ['refund_status', true],
    ['refund_status', '1\ufffd'],
    ['transaction_id', {}],
  ])('leaves its own item unknown and no other: %s %j', async (name, odd) => {
    const refund_orders = whole.map((entry, index) => (index === 1 ? { ...entry, [name]: odd } : entry));
    const answer = await acquiring({ ...HEAD, refund_orders }).client.refund(refunds);
    expect(answer).toMatchObject({ kind: 'completed' });
    expect(answer.kind === 'completed' && answer.items.map(({ status }) => status)).toEqual([
      'accepted',
      'unknown',
      'accepted',
    ]);
  });

  test('leaves its own item unknown if the entry is no object', async () => {
    const answer = await acquiring({ ...HEAD, refund_orders: [whole[0], null, 'B-00001', 7] }).client.refund(refunds);
    expect(answer.kind === 'completed' && answer.items.map(({ status }) => status)).toEqual([
      'accepted',
      'unknown',
      'unknown',
    ]);
  });

  test('contradicts another result for the same transaction', async () => {
    const refund_orders = [whole[0], { ...whole[0], refund_status: {} }];
    const answer = await acquiring({ ...HEAD, refund_orders }).client.refund(refunds.slice(0, 1));
    expect(answer).toMatchObject({ kind: 'completed', items: [{ status: 'unknown', mismatch: 'refund_status' }] });
  });

  test.each(['merchant_id', 'account_id', 'return_status', 'encryption_data'])(
    'makes the whole response unknown if it is %s',
    async (name) => {
      const { client } = acquiring({ ...HEAD, refund_orders: whole, [name]: {} });
      expect(await client.refund(refunds)).toMatchObject({ kind: 'unknown', mismatch: false });
    },
  );

  test.each(['request_id', 'payment_currency', 'payment_amount', 'payout_status'])(
    'leaves a payout unknown if it is a damaged %s',
    async (name) => {
      const { client } = acquiring({ ...HEAD, payout_status: '1', [name]: 'x\ufffd' });
      const fields = {
        request_id: '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
        payment_currency: 'EUR',
        payment_amount: '7.00',
      };
      expect(await client.payout(fields)).toMatchObject({ kind: 'unknown' });
    },
  );
});

describe('the response to a created card', () => {
  const create = async (card: object): Promise<unknown> => {
    const { client } = issuing({ code: '0000', message: 'Success', result: { create_result_list: [card] } });
    return client.createCard({ card_bin_id: 806, request_id: 'r-1' });
  };
  const secret = { card_number: CARD.card_number, cvv: CARD.cvv };
  const names = Object.keys(CARD).filter((name) => !Object.hasOwn(secret, name));

  test.each(names)('is read with its number and code if %s is invalid', async (name) => {
    for (const odd of ODD) {
      const answer = await create({ ...CARD, [name]: odd });
      expect(answer, JSON.stringify(odd)).toMatchObject({
        kind: 'completed',
        result: { create_result_list: [secret] },
      });
    }
  });

  test.each<[string, unknown]>([
    ['a message that is no text', { code: '0000', message: { en: 'Success' }, result: { create_result_list: [CARD] } }],
    ['one card without a list', { code: '0000', message: '', result: { create_result_list: CARD } }],
    ['something else in the list', { code: '0000', message: '', result: { create_result_list: [null, CARD, 7] } }],
    ['a damaged message', { code: '0000', message: 'Jos\ufffd', result: { create_result_list: [CARD] } }],
  ])('is read with its number and code beside %s', async (_name, body) => {
    const answer = await issuing(body).client.createCard({ card_bin_id: 806, request_id: 'r-1' });
    expect(answer.kind).toBe('completed');
    expect(JSON.stringify(answer)).toContain(`"card_number":"${CARD.card_number}","cvv":"${CARD.cvv}"`);
    expect(JSON.stringify(answer)).not.toContain('\ufffd');
  });

  test('is unknown if it lists no card', async () => {
    const { client } = issuing({ code: '0000', message: '', result: {} });
    expect(await client.createCard({ card_bin_id: 806, request_id: 'r-1' })).toMatchObject({ kind: 'unknown' });
  });
});

describe('an issuing response with invalid informational fields', () => {
  const DECIDING = ['status', 'order_id', 'card_id', 'group_id', 'cardholder_id', 'currency', 'amount', 'type'];
  const rows = ISSUING.filter(([name]) => name !== 'createCard').map(
    ([name, call, , , result]) => [name, call, result] as const,
  );

  test.each(rows)('is read for %s', async (_name, call, result) => {
    const usual = result as Record<string, unknown>;
    for (const name of Object.keys(usual).filter((each) => each !== 'recharge_amount' && !DECIDING.includes(each))) {
      for (const odd of ODD) {
        const { client } = issuing({ code: '0000', message: 'Success', result: { ...usual, [name]: odd } });
        const answer = (await call(client)) as { kind: string; result: Record<string, unknown> };
        expect(answer.kind, `${name} ${JSON.stringify(odd)}`).toBe('completed');
        for (const other of Object.keys(usual).filter((each) => each !== name)) {
          expect(answer.result[other]).toEqual(usual[other]);
        }
      }
    }
  });
});
