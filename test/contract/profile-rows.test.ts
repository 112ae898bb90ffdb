import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProfileOverrides } from '../../server/gateway/index.ts';
import { DEFAULT_PROFILE } from '../../server/gateway/profile/index.ts';
import {
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/**
 * A profile that overrides each row of the interface's gaps at once, with spellings that no gateway uses. Companion and
 * sandbox read it apart, so that a row which only one of them overrides fails a payment here.
 */

const JSON_TYPE = { encoding: 'json', content_type: 'application/json' } as const;
const FORM = { encoding: 'form', content_type: 'application/x-www-form-urlencoded' } as const;
const BATCH = ['transaction_ids', 'merchant_id'];

const PROFILE: ProfileOverrides = {
  operations: {
    authorise: { path: '/v9/pay', ...FORM },
    checkout: { path: '/v9/page' },
    refund: { path: '/v9/back', ...JSON_TYPE },
    retrievalTrans: { path: '/v9/find', ...JSON_TYPE },
    retrievalRefund: { path: '/v9/find-back' },
    cancelsubscription: { path: '/v9/stop', ...FORM },
    payout: { path: '/v9/out', ...FORM },
    payoutBalance: { path: '/v9/balance', method: 'GET' },
  },
  issuing_operations: { queryAccountBalance: { path: '/api/v9/balance' } },
  recipes: {
    card: { fields: ['order_no', 'amount', 'expiration_year', 'expiration_month', 'checkout_time'], confirmed: true },
    result: { fields: ['order_status', 'order_no', 'amount', 'transaction_id', 'merchant_id'], confirmed: true },
    refund: { fields: BATCH, confirmed: true },
    retrievalTrans: { fields: ['account_id'], confirmed: true },
    payout: { fields: ['request_id', 'payment_amount'], confirmed: true },
  },
  response_recipes: {
    refund: ['return_status', 'transaction_ids', 'account_id'],
    retrievalTrans: ['return_message', 'transaction_ids'],
    cancelsubscription: ['cancel_status', 'recurring_id'],
    payout: ['payout_id', 'return_status'],
  },
  field_names: {
    authorise: { card: 'card_number', security_code: 'cvc', website: 'site', checkout_time: 'time_on_page' },
    retrievalTrans: { orders: 'order_list', orders_list: 'found', payment_status: 'state_code', query_result: 'hit' },
    refund: { refund_orders: 'money_back', refund_status: 'state_code' },
    result: { order_status: 'state_code', transaction_id: 'trade_id', issuer_url: 'go_to', threeds_result: 'auth' },
    notification: {
      order_status: 'state_code',
      transaction_id: 'trade_id',
      webhooks_type: 'event',
      chargeback_reason: 'why',
      error_code: 'why_code',
      recurring_id: 'contract_id',
    },
  },
  field_lengths: {
    order_no: 30,
    website: 60,
    note: 20,
    shopper_id: 8,
    shopper_ip: 70,
    custom: 4_000,
    refund_reference: 12,
    items: 90,
  },
  required_fields: ['items', 'shopper_email', 'billing_country'],
  request_id: 'text',
  card_expiry: { month: 'M', year: 'YY' },
  empty_card_fields: false,
  checkout_time: 'milliseconds',
  acknowledgement: 'RECEIVED',
  item_parts: ['quantity', 'unit_price', 'sku', 'name'],
  list_separator: ';',
  batch_limits: { capture: 3, cancel: 3, query: 2 },
  open3d: { do3DS: 'with', no3DS: 'without' },
  token_flag: { YES: 'keep', NO: 'forget' },
  platform_source: 'shop-of-tests',
  card_types: ['visa', 'mastercard'],
  issuer_redirect: { method: 'GET', return_url: 'back', notify_url: 'tell' },
  verification: 'required',
  order_status: { good: 'paid', bad: 'declined', wait: 'pending', hold: 'held' },
  query_result: { yes: 'found', no: 'not_found' },
  payment_status: { done: 'paid', failed: 'declined', open: 'pending', back: 'refunded', void: 'cancelled' },
  item_status: { ok: 'accepted', no: 'refused', soon: 'in_progress' },
  dispute_status: { ours: 'won', theirs: 'lost' },
  dispute_days: 9,
  webhooks_type: {
    'charge.new': 'payment',
    'review.end': 'review_result',
    'dispute.new': 'dispute_received',
    'dispute.end': 'dispute_result',
    'refund.new': 'refund_received',
    'refund.taken': 'refund_accepted',
    'refund.end': 'refund_result',
  },
  review_flag: { approve: 'let', reject: 'stop' },
  group_status: { active: 'on', inactive: 'off' },
  success_codes: ['GOOD1'],
  configuration_codes: ['X0013', 'I0014'],
  threeds_passed: ['passed'],
  time_zone: 'minutes',
  challenge_window_size: '05',
  vendor_token_field: 'acme_token_cookie',
  partial_capture: true,
  card_verification: '1.00',
  merchant_initiated: { open3d: 'no3DS', order_type: 'MIT', secure_payment: 'off' },
  transactions_elsewhere: false,
  operation_type: { made: 'create' },
  intervals: ['month', 'quarter'],
  currencies: ['ZZZ'],
  issuing_refusal_codes: ['9999'],
  decline_codes: { D0051: 'declined' },
  cookies: { cookie_new: ['cart'], vendor_token: 'acme' },
  device_fingerprint: false,
  risk_data: { request: false },
  card_brand_field: 'brand',
  code_elements: { value: 'code', expires_at: 'code_end' },
  methods: { bank_transfer: { label: 'Bank transfer' } },
};

const ORDER = {
  billing: { country: 'PT' },
  shopper: { email: 'ana@example.com' },
  website: 'https://shop.example',
};
const MONTH = 31 * 24 * 3_600_000;

let system: TestSystem;
beforeAll(async () => {
  const sandbox = { profile: PROFILE, delays: { refundResult: 60_000, dispute: 60_000 } };
  system = await startTestSystem({ companion: { profile: PROFILE }, sandbox, notifications: true });
});
afterAll(() => system.close());

const state = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const payment = (id: string): Promise<TestPaymentDetails> => system.get(`/v1/payments/${id}`);

async function pay(changes: object = {}, number?: string): Promise<TestPaymentDetails> {
  const { token } = await system.openSession({ ...ORDER, ...changes });
  const { payment_id: id } = await system.pay(token, createCardSubmit(number));
  return payment(String(id));
}

describe('a profile that overrides each default', () => {
  test('has each key of the default profile', () => {
    expect(Object.keys(PROFILE).sort()).toEqual(Object.keys(DEFAULT_PROFILE).sort());
  });

  test('carries a card payment, whose request has the gateway’s names and values', async () => {
    const paid = await pay({ saved_cards: false });
    expect(paid.status).toBe('paid');
    const request = state().requests.find(({ operation }) => operation === 'authorise');
    expect(request?.fields).toMatchObject({
      expiration_month: '12',
      expiration_year: '31',
      time_on_page: '21000',
      site: 'https://shop.example',
      items: '2#,#12.00#,#MUG-1#,#Mug',
    });
    expect(request?.fields).not.toHaveProperty('card');
    expect(request?.response).toContain('<state_code>good</state_code>');
  });

  test('carries the notification of a payment that was pending, and its acknowledgement', async () => {
    const pending = await pay({}, '4000000000005126');
    expect(pending.status).toBe('pending');
    state().clock.advance(60_000);
    await untilDefined(async () => ((await payment(pending.id)).status === 'paid' ? true : undefined));
    const sent = await untilDefined(() =>
      state()
        .notifier.deliveries()
        .find(({ transaction_id: id, state: at }) => id === pending.transaction_id && at === 'delivered'),
    );
    expect(sent.fields).toMatchObject({ event: 'charge.new', state_code: 'good', trade_id: pending.transaction_id });
  });

  test('carries a challenge to the issuer’s page by GET, with the names of the addresses', async () => {
    const { token } = await system.openSession(ORDER);
    const outcome = await system.pay(token, createCardSubmit('4000000000003220'));
    expect(outcome).toMatchObject({ status: 'action_required', action: { method: 'GET', window_size: '05' } });
    expect(outcome.action?.url).toMatch(/[?&]back=.*[?&]tell=/);
  });

  test('carries a dispute from its start to its end', async () => {
    const paid = await pay();
    const control = (path: string, body: object): Promise<Response> =>
      fetch(`${system.sandbox.url}/control/transactions/${String(paid.transaction_id)}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    await control('dispute', { chargeback_reason: 'Not as described' });
    await untilDefined(async () => ((await payment(paid.id)).dispute_status === 'received' ? true : undefined));
    expect((await payment(paid.id)).disputes).toMatchObject([{ reason: 'Not as described' }]);
    await control('dispute/resolve', { result: 'won' });
    await untilDefined(async () => ((await payment(paid.id)).dispute_status === 'won' ? true : undefined));
  });

  test('carries a refund, its notifications and its search', async () => {
    const paid = await pay();
    const refunds = [{ payment_id: paid.id, refund_amount: '4.00', refund_reason: 'late', refund_reference: 'R-1' }];
    expect(await system.post('/v1/refunds', { refunds })).toMatchObject({
      refunds: [{ refund: { status: 'accepted' } }],
    });
    state().clock.advance(60_000);
    await untilDefined(async () => {
      const { refunds: found } = await system.get<{ refunds: { status: string }[] }>(
        `/v1/refunds?payment_id=${paid.id}`,
      );
      return found[0]?.status === 'refunded' ? true : undefined;
    });
    expect(JSON.stringify(await system.post('/v1/refunds/search', { orders: [paid.order_no] }))).toContain('"4.00"');
  });

  test('carries queries in batches of its own size', async () => {
    const paid = [await pay(), await pay(), await pay()];
    const answer = await system.post('/v1/transactions/query', { orders: paid.map(({ order_no: order }) => order) });
    expect(JSON.stringify(answer).match(/"meaning":"paid"/g)).toHaveLength(3);
    const queries = state().requests.filter(({ operation }) => operation === 'retrievalTrans');
    expect(queries.slice(-2).map(({ fields }) => String(fields['order_list']).split(';').length)).toEqual([2, 1]);
  });

  test('carries a subscription: its renewal and its end', async () => {
    const first = await pay({ subscription: { contract_name: 'Gold', interval: 'month', interval_count: '1' } });
    const id = String(first.recurring_id);
    state().clock.advance(MONTH);
    await untilDefined(async () => {
      const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?recurring_id=${id}`);
      return payments.length === 2 ? true : undefined;
    });
    expect(await system.post(`/v1/subscriptions/${id}/cancel`)).toMatchObject({ status: 'cancelled' });
  });

  test('carries a review of a held payment', async () => {
    const held = await pay({}, '4000000000009235');
    const reviews = [{ payment_id: held.id, decision: 'approve' }];
    expect(JSON.stringify(await system.post('/v1/reviews', { reviews }))).toContain('"accepted"');
    await untilDefined(async () => ((await payment(held.id)).status === 'paid' ? true : undefined));
  });

  test('carries a payout whose request_id is no UUID, and operations at other paths', async () => {
    const payout = { request_id: 'PO-1', payment_currency: 'EUR', payment_amount: '5.00' };
    expect(await system.post('/v1/payouts', payout)).toMatchObject({ operation: { request_id: 'PO-1' } });
    expect(await system.post('/v1/balance/payout')).toMatchObject({ return_status: 'ok' });
    expect(JSON.stringify(await system.post('/v1/issuing/balance'))).toContain('total_amount_usd');
  });

  test.each([
    ['order_no', { order_no: 'x'.repeat(31) }],
    ['website', { website: `https://shop.example/${'x'.repeat(60)}` }],
    ['note', { note: 'x'.repeat(21) }],
    ['shopper.id', { shopper: { ...ORDER.shopper, id: 'x'.repeat(9) } }],
    ['items', { items: [{ name: 'x'.repeat(80), sku: 'MUG-1', unit_price: '24.00', quantity: 1 }] }],
  ])('refuses a session whose %s is longer than it allows', async (path, changes) => {
    const order = {
      ...ORDER,
      order_no: 'T-long',
      currency: 'EUR',
      amount: '24.00',
      return_url: 'https://shop.example',
    };
    const items = [{ name: 'Mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }];
    const response = await system.merchant('POST', '/v1/sessions', { ...order, items, ...changes });
    expect([response.status, await response.json()]).toMatchObject([400, { fields: [{ path, code: 'too_long' }] }]);
  });

  test('takes a session whose custom is longer than the default allows', async () => {
    expect((await pay({ custom: 'x'.repeat(3_000) })).status).toBe('paid');
  });

  test('lists the saved cards of a shopper ID that is longer than the default allows', async () => {
    expect(await system.get(`/v1/saved-cards?shopper_id=${'x'.repeat(255)}`)).toMatchObject({ saved_cards: [] });
  });

  test.each([
    ['opens', 'the default', 'x'.repeat(70), 201, {}],
    ['refuses', 'the profile', 'x'.repeat(71), 400, { fields: [{ path: 'shopper_ip', code: 'too_long' }] }],
  ])(
    '%s a redirect payment whose shopper_ip is longer than %s allows',
    async (_does, _rule, shopper_ip, status, body) => {
      const items = [{ name: 'Mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }];
      const sums = { order_no: `T-${String(shopper_ip.length)}`, currency: 'EUR', amount: '24.00' };
      const shopper = { ...ORDER.shopper, first_name: 'Ana', last_name: 'Silva' };
      const order = { ...ORDER, ...sums, shopper, items, return_url: 'https://shop.example', shopper_ip };
      const response = await system.merchant('POST', '/v1/redirect-payments', order);
      expect([response.status, await response.json()]).toMatchObject([status, body]);
    },
  );

  test('refuses a refund whose reference is longer than it allows', async () => {
    const refunds = [
      { transaction_id: 'T-1', refund_amount: '1.00', refund_reason: '-', refund_reference: 'x'.repeat(13) },
    ];
    const response = await system.merchant('POST', '/v1/refunds', { refunds });
    const fields = [{ path: 'refunds.0.refund_reference', code: 'too_long' }];
    expect([response.status, await response.json()]).toMatchObject([400, { fields }]);
  });

  test('refuses a payment without a field that it requires', async () => {
    const { token } = await system.openSession({ ...ORDER, billing: {} });
    const response = await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
    const fields = [{ path: 'billing.country', code: 'required' }];
    expect([response.status, await response.json()]).toMatchObject([400, { fields }]);
  });

  test.each<[string, unknown]>([
    ['field_lengths.order_no', { field_lengths: { order_no: 59 } }],
    ['field_lengths.note', { field_lengths: { note: 0 } }],
    ['field_lengths.card', { field_lengths: { card: 7 } }],
    ['required_fields.0', { required_fields: ['card'] }],
    ['request_id', { request_id: 'number' }],
    ['card_expiry.year', { card_expiry: { year: 'Y' } }],
    ['webhooks_type.x', { webhooks_type: { x: 'dispute' } }],
    ['response_recipes.refund.0', { response_recipes: { refund: ['refund_orders_'] } }],
    ['field_names.notification.event', { field_names: { notification: { event: 'x' } } }],
  ])('stops the start, naming the path, with a wrong %s', async (path, profile) => {
    await expect(startTestSystem({ companion: { profile: profile as ProfileOverrides } })).rejects.toMatchObject({
      code: 'configuration_invalid',
      fields: [expect.objectContaining({ path })],
    });
  });
});
