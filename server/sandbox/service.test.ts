import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from './index.ts';

/** As another team would meet the service: HTTP alone, digests by hand. */

const KEY = 'sandbox_key';
const ID = { merchant_id: '1', account_id: 'a' };
const OTHER = { merchant_id: '1', account_id: 'b' };
let sandbox: Sandbox;

function start(options: SandboxOptions = {}): void {
  sandbox = createSandbox({
    merchants: [
      { ...ID, sign_keys: [KEY] },
      { ...OTHER, sign_keys: [KEY] },
    ],
    companies: [{ company_id: 'C1', sign_keys: [KEY] }],
    fetch: () => Promise.reject(new Error('nobody listens')),
    ...options,
  });
}

beforeEach(() => start());

type Body = Record<string, unknown>;

const digest = (...parts: unknown[]): string =>
  createHash('sha256')
    .update([...parts, KEY].join('').replaceAll(' ', ''))
    .digest('hex');

async function post(path: string, body: string, type = 'application/json'): Promise<{ status: number; body: Body }> {
  const answer = await sandbox.request(path, { method: 'POST', body, headers: { 'content-type': type } });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Body) : readXml(text) };
}

const readXml = (text: string): Body =>
  Object.fromEntries([...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value]) => [name, value]));

const json = async (path: string, body: Body): Promise<Body> => (await post(path, JSON.stringify(body))).body;

async function pay(changes: Body = {}, id = ID): Promise<Body> {
  const fields: Body = {
    ...id,
    order_no: `O-${crypto.randomUUID().slice(0, 8)}`,
    currency: 'GBP',
    amount: '10.00',
    website: 'https://shop.example',
    items: 'Mug#,#M#,#10.00#,#1',
    shopper_id: 'c',
    shopper_email: 'ana@example.com',
    shopper_ip: '192.0.2.1',
    first_name: 'Ana',
    last_name: 'Souza',
    card: '4242424242424242',
    expiration_year: '2034',
    expiration_month: '12',
    security_code: '123',
    billing_city: 'Lisboa',
    notify_url: 'http://127.0.0.1:1/',
    ...changes,
  };
  const names =
    'merchant_id account_id order_no currency amount first_name last_name card expiration_year expiration_month security_code shopper_email';
  const encryption_data = digest(...names.split(' ').map((name) => fields[name] ?? ''));
  return json('/v1/authorise', { ...fields, encryption_data });
}

const batch = (path: string, list: string, items: Body[], id = ID): Promise<Body> =>
  json(path, {
    ...id,
    [list]: items,
    encryption_data: digest(id.merchant_id, id.account_id, ...items.map((item) => item['transaction_id'])),
  });

const orderOf = ({ transaction_id, order_no, currency, amount }: Body): Body => ({
  transaction_id,
  order_no,
  currency,
  amount,
});
const refund = (paid: Body, refund_amount: string, id = ID): Promise<Body> =>
  batch('/v1/refund', 'refund_orders', [{ ...orderOf(paid), refund_amount, refund_reason: '' }], id);
const firstOf = (answer: Body, list: string): Body => (answer[list] as Body[])[0]!;
const ask = (path: string, id = ID): Promise<Body> =>
  json(path, { ...id, encryption_data: digest(id.merchant_id, id.account_id) });
const control = (path: string, body: Body = {}): Promise<Body> => json(`/control${path}`, body);

describe('a payment at the sandbox', () => {
  test('leaves the payout balance unchanged if it is refunded before settlement', async () => {
    const paid = await pay();
    expect(firstOf(await refund(paid, '10.00'), 'refund_orders')).toMatchObject({ refund_status: '1' });
    const { balances } = (await ask('/v1/payoutBalance')) as { balances: Body[] };
    expect(balances).toContainEqual({ currency: 'GBP', available_amount: '0.00' });
    const { unsettled_amounts } = (await ask('/v1/unsettledAmount')) as { unsettled_amounts: Body[] };
    expect(unsettled_amounts).toContainEqual({ currency: 'GBP', unsettled_amount: '0.00' });
  });

  test('adds to the payout balance a day later; under dispute it has no refund, and a lost dispute deducts it', async () => {
    const paid = await pay({ card: '4000000000000259' });
    await control('/clock/advance', { seconds: 90_000 });
    const balance = async (): Promise<unknown> =>
      ((await ask('/v1/payoutBalance'))['balances'] as Body[]).find((entry) => entry['currency'] === 'GBP')?.[
        'available_amount'
      ];
    expect(await balance()).toBe('10.00');
    expect(firstOf(await refund(paid, '1.00'), 'refund_orders')).toMatchObject({
      refund_status: '0',
      refund_message: expect.stringContaining('R0005') as string,
    });
    await control('/clock/advance', { seconds: 31 * 86_400 });
    expect(await balance()).toBe('0.00');
    const told = sandbox.state.notifier.deliveries().map((entry) => entry.fields);
    expect(told.map((fields) => fields['webhooks_type'])).toEqual(['PAYMENT', 'DISPUTE RECIEVED', 'DISPUTE RESULT']);
    expect(told[1]).toMatchObject({
      chargeback_reason: 'Goods not received',
      error_code: '4853',
      billing_city: 'Lisboa',
    });
  });

  test('is queried as refunded in full once the refund has its result, and not before', async () => {
    const paid = await pay();
    await refund(paid, '10.00');
    const status = async (): Promise<unknown> => {
      const form = new URLSearchParams({ ...ID, orders: String(paid['order_no']), encryption_data: digest('1', 'a') });
      const { body } = await post('/v1/retrievalTrans', form.toString(), 'application/x-www-form-urlencoded');
      return firstOf(body, 'orders_list')['payment_status'];
    };
    expect(await status()).toBe('3000');
    await control('/clock/advance', { seconds: 10 });
    expect(await status()).toBe('4100');
  });

  test('has one notification of the result of a refund that the control API ended', async () => {
    const paid = await pay();
    const booked = firstOf(await refund(paid, '4.00'), 'refund_orders');
    await control(`/refunds/${String(booked['refund_reference_id'])}/result`, { refund_status: '0' });
    await control('/clock/advance', { seconds: 10 });
    expect(sandbox.state.notifier.deliveries().map((entry) => entry.fields['webhooks_type'])).toEqual([
      'PAYMENT',
      'REFUND RECIEVED',
      'REFUND RESULT',
    ]);
  });
});

describe('the caller of the sandbox', () => {
  test('sees and changes only the transactions of its own account', async () => {
    const paid = await pay({}, OTHER);
    expect(paid).toMatchObject({ order_status: '1', account_id: 'b' });
    expect(firstOf(await refund(paid, '1.00', ID), 'refund_orders')).toMatchObject({ refund_status: '0' });
    expect(firstOf(await refund(paid, '1.00', OTHER), 'refund_orders')).toMatchObject({ refund_status: '1' });
  });

  test('is told the digest recipe, without the key, for a wrong digest', async () => {
    const answer = await json('/v1/payoutBalance', { ...ID, encryption_data: 'f'.repeat(64) });
    expect(answer).toMatchObject({
      return_status: '0',
      return_message: expect.stringMatching(/^I0013:.*merchant_id \+ account_id/) as string,
    });
    expect(JSON.stringify(answer)).not.toContain(KEY);
    const issuing = await json('/api/account/balance', { company_id: 'C1', sign: 'f'.repeat(64) });
    expect(issuing).toMatchObject({ code: '1002', message: expect.stringContaining('{"company_id":"C1"}') as string });
    expect(JSON.stringify(issuing)).not.toContain(KEY);
  });

  test('uses the digest recipes and paths of the merchant’s profile', async () => {
    start({
      profile: {
        recipes: { payoutBalance: ['account_id', 'merchant_id'] },
        operations: { payoutBalance: { path: '/v2/balance' } },
        issuing_operations: { queryRule: { path: '/api/v2/rules' } },
      },
    });
    expect(await json('/v2/balance', { ...ID, encryption_data: digest('a', '1') })).toMatchObject({
      return_status: '1',
    });
    expect(await json('/v2/balance', { ...ID, encryption_data: digest('1', 'a') })).toMatchObject({
      return_status: '0',
    });
    const sign = createHash('sha256').update(`{"company_id":"C1"}${KEY}`).digest('hex');
    expect(await json('/api/v2/rules', { company_id: 'C1', sign })).toMatchObject({ code: '0000' });
  });
});

describe('an invalid request to the sandbox', () => {
  test.each<[string, string, string, string, Body]>([
    [
      'a form where JSON belongs',
      '/v1/refund',
      'merchant_id=1&account_id=a',
      'application/x-www-form-urlencoded',
      { return_message: expect.stringMatching(/^I0003/) as string, merchant_id: '1' },
    ],
    [
      'JSON where a form belongs',
      '/v1/retrievalRefund',
      '{"merchant_id":"1"}',
      'application/json',
      { return_message: expect.stringMatching(/^I0003/) as string },
    ],
    [
      'a form for a cancellation',
      '/v1/cancelsubscription',
      'merchant_id=1',
      'application/x-www-form-urlencoded',
      { cancel_status: '0', error_message: expect.stringMatching(/^I0003/) as string },
    ],
    ['a form for issuing', '/api/rule/query', 'company_id=C1', 'application/x-www-form-urlencoded', { code: '1003' }],
    [
      'a body that is cut',
      '/v1/authorise',
      '{"merchant_id":',
      'application/json',
      { result_info: expect.stringMatching(/^I0001/) as string },
    ],
  ])('is refused with its reason: %s', async (_name, path, body, type, expected) => {
    expect((await post(path, body, type)).body).toMatchObject(expected);
  });

  test('with an unknown order in an order update is refused, and no order of it is stored', async () => {
    const paid = await pay();
    const items = [paid['transaction_id'], 'nobody-00001'].map((transaction_id) => ({
      transaction_id,
      status: '1',
      ispass3d: '0',
    }));
    expect(await batch('/v1/updateOrders', 'update_orders', items)).toMatchObject({ return_status: '0' });
    expect(sandbox.state.ledger.find(String(paid['transaction_id']))?.risk_status).toBe('');
    expect(await batch('/v1/updateOrders', 'update_orders', items.slice(0, 1))).toMatchObject({ return_status: '1' });
  });

  test.each([
    ['a declined payment', '4000000000000002', {}, 'D0005'],
    ['terms that cannot be read', '4242424242424242', { interval: 'quarter' }, 'I0001'],
  ])('begins no subscription: %s', async (_name, card, terms, code) => {
    const answer = await pay({ card, subscription: { contract_name: 'Gold', ...terms } });
    expect(answer).toMatchObject({
      order_status: '0',
      result_info: expect.stringMatching(new RegExp(`^${code}`)) as string,
    });
    expect(answer).not.toHaveProperty('recurring_id');
    expect([...sandbox.state.records.subscriptions.values()].filter((entry) => entry.state === 'Active')).toEqual([]);
  });

  test('for refunds is refused for 51 items, and refuses an item above the paid amount or of an unknown transaction', async () => {
    const paid = await pay();
    const item = { ...orderOf(paid), refund_amount: '1.00', refund_reason: '' };
    const many = Array.from({ length: 51 }, () => item);
    expect(await batch('/v1/refund', 'refund_orders', many)).toMatchObject({
      return_message: expect.stringMatching(/^I0002/) as string,
    });
    expect(firstOf(await refund(paid, '10.01'), 'refund_orders')).toMatchObject({
      refund_message: expect.stringMatching(/^R0002/) as string,
    });
    expect(firstOf(await refund({ ...paid, transaction_id: 'x-1' }, '1.00'), 'refund_orders')).toMatchObject({
      refund_message: expect.stringMatching(/^R0001/) as string,
    });
  });
});

test('a failed notification is sent again when the sandbox’s clock reaches the retry', async () => {
  const answers: (() => void)[] = [];
  start({ fetch: () => new Promise((_resolve, reject) => answers.push(() => reject(new Error('nobody listens')))) });
  await pay();
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]!();
  // The retry is planned in the turn after the failure.
  await setImmediate();
  expect(answers).toHaveLength(1);
  await control('/clock/advance', { seconds: 3_600 });
  expect(answers.length).toBe(2);
  expect(sandbox.state.notifier.deliveries()).toMatchObject([{ attempts: 2, state: 'waiting' }]);
});

test('a subscription that is renewed early is charged once for the month, and not at all after its end', async () => {
  await pay({ subscription: { contract_name: 'Gold', interval: 'month' } });
  const [subscription] = sandbox.state.records.subscriptions.values();
  const renew = (): Promise<{ status: number }> =>
    post(`/control/subscriptions/${subscription?.recurring_id ?? ''}/renew`, '');
  const before = subscription?.next_at ?? 0;
  expect((await renew()).status).toBe(200);
  expect(subscription?.next_at).toBeGreaterThan(before);
  // The day of the renewal that was made early, and not of the one after it.
  await control('/clock/advance', { seconds: Math.ceil((before - sandbox.state.now()) / 1_000) + 1 });
  expect(sandbox.state.ledger.all()).toHaveLength(2);
  Object.assign(subscription!, { state: 'Ended', next_at: null });
  expect((await renew()).status).toBe(409);
  expect((await post('/control/subscriptions/none/renew', '')).status).toBe(404);
});
