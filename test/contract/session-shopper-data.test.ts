import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateSession, SessionView } from '../../shared/contract/index.ts';
import {
  TEST_SESSION_FIELDS,
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    companion: {
      profile: { methods: { bank_transfer: { banks: [{ code: 'BANK1', name: 'Bank One' }] }, loan: {} } },
    },
  });
});
afterAll(() => system.close());

const view = async (token: string): Promise<SessionView> =>
  (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
/** What the gateway received last. */
const received = (operation = 'authorise'): Record<string, unknown> =>
  system.sandbox.sandbox.state.requests.filter((request) => request.operation === operation).at(-1)?.fields ?? {};
const apm = (method: string, more: object = {}) => ({ ...createCardSubmit(), card: undefined, method, ...more });

describe('session with shopper data', () => {
  test.each(['shopper.level', 'shopper.id', 'shopper.id?'])(
    'a session that requires %s from the shopper is rejected',
    async (path) => {
      const body = { ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), fields: [path] };
      const response = await system.merchant('POST', '/v1/sessions', body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ fields: [{ path: 'fields.0', code: 'format' }] });
    },
  );

  test('the session’s person data is sent, and the browser receives none of it', async () => {
    const person: CreateSession['person'] = {
      document_number: '529.982.247-25',
      document_type: 'CPF',
      social_name: 'Aninha',
      fiscal_country: 'BR',
      documents: { labels: { bank_account: { account_type: 'salary', account_number: '77-1' } } },
    };
    const { token } = await system.openSession({
      methods: [
        {
          method: 'loan',
          fields: ['person.document_number', 'person.documents.labels.bank_account.owner_name', 'person.address_city?'],
        },
      ],
      person,
    });
    const seen = await view(token);
    expect(seen.methods[0]!.fields.map(({ path }) => path)).toEqual([
      'person.documents.labels.bank_account.owner_name',
      'person.address_city',
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/529|Aninha|77-1/);
    const typed = { social_name: 'Mallory', documents: { labels: { bank_account: { owner_name: 'Ana Souza' } } } };
    expect(await system.pay(token, apm('loan', { person: typed }))).toMatchObject({ status: 'action_required' });
    expect(received()['person']).toEqual({
      ...person,
      documents: { labels: { bank_account: { ...person.documents!.labels!.bank_account, owner_name: 'Ana Souza' } } },
    });
  });

  test('the session’s bank is sent, and the shopper chooses none', async () => {
    const { token } = await system.openSession({ methods: ['bank_transfer', 'loan'], bank_code: 'BANK1' });
    expect((await view(token)).methods.map(({ banks }) => banks)).toEqual([[], []]);
    await system.pay(token, apm('bank_transfer'));
    expect(received()).toMatchObject({ payment_method: 'bank_transfer', bank_code: 'BANK1' });
  });

  test('a session bank that a method does not list leaves the choice to the shopper', async () => {
    const { token } = await system.openSession({ methods: ['bank_transfer'], bank_code: 'OTHER' });
    expect((await view(token)).methods[0]!.banks).toHaveLength(1);
    await system.pay(token, apm('bank_transfer', { bank_code: 'BANK1' }));
    expect(received()).toMatchObject({ bank_code: 'BANK1' });
  });

  test('the session’s device data is sent under its vendor and overrides the browser’s', async () => {
    const device = {
      session_id: 'visit-9',
      platform_source: 'shop-app',
      fingerprint: 'fp-1',
      cookie_new: 'seen=1',
      cookie_old: 'known=2',
      vendor_token: 'tok-7',
      vendor: 'Risk-Vendor_2',
    };
    const { token } = await system.openSession({ device });
    await system.pay(token, { device: { session_id: 'other', vendor_token: 'other', platform_source: 'other' } });
    expect(received()).toMatchObject({
      session_id: 'visit-9',
      platform_source: 'shop-app',
      device_fingerprint: 'fp-1',
      cookie_new: 'seen=1',
      cookie_old: 'known=2',
      'Risk-Vendor_2_token_cookie': 'tok-7',
    });
    expect(JSON.stringify(await view(token))).not.toContain('tok-7');
  });

  test('the session names the vendor of a browser’s risk token', async () => {
    const { token } = await system.openSession({ device: { vendor: 'acme' } });
    expect(await system.pay(token, { device: { vendor_token: 'from-page' } })).toMatchObject({ status: 'paid' });
    expect(received()).toMatchObject({ acme_token_cookie: 'from-page', platform_source: 'tillgate' });
  });
});

describe('session with the gateway’s card token', () => {
  const card = { brand: 'visa', last4: '4242', expiry: '12/31' };

  async function tokenOfGateway(): Promise<string> {
    const { token } = await system.openSession({
      saved_cards: true,
      shopper: { ...TEST_SESSION_FIELDS.shopper, id: nextOrderNo() },
    });
    const before = new Set(system.sandbox.sandbox.state.savedCards.keys());
    await system.pay(token, { save_card: true });
    return [...system.sandbox.sandbox.state.savedCards.keys()].find((key) => !before.has(key))!;
  }

  test('a session’s card token pays with empty card fields, and no response to the browser contains it', async () => {
    const gatewayToken = await tokenOfGateway();
    const { token } = await system.openSession({ token_id: gatewayToken, token_card: card });
    const seen = await view(token);
    expect(seen.saved_cards).toEqual([{ token_id: 'session', ...card, fixed: true }]);
    const removed = await system.browser(token, 'DELETE', '/checkout/saved-cards/session');
    expect(await removed.json()).toEqual({ saved_cards: seen.saved_cards });
    const submit = { ...createCardSubmit(), card: undefined, token_id: 'session', security_code: '123' };
    const answer = await system.browser(token, 'POST', '/checkout/payments', submit);
    const told = await answer.text();
    expect(JSON.parse(told)).toMatchObject({ status: 'paid' });
    expect(received()).toMatchObject({ token_id: gatewayToken, card: '', expiration_month: '', expiration_year: '' });
    expect(told + JSON.stringify(seen)).not.toContain(gatewayToken);
    expect(await system.get(`/v1/payments?order_no=${seen.order_no}`)).toMatchObject({
      payments: [{ card: { last4: '4242', brand: 'visa' } }],
    });
  });

  test('a card token from the browser is rejected', async () => {
    const gatewayToken = await tokenOfGateway();
    const { token } = await system.openSession({ token_id: gatewayToken, token_card: card });
    const submit = { ...createCardSubmit(), card: undefined, token_id: gatewayToken };
    expect((await system.browser(token, 'POST', '/checkout/payments', submit)).status).toBe(400);
    const other = await system.openSession();
    const named = { ...submit, token_id: 'session' };
    expect((await system.browser(other.token, 'POST', '/checkout/payments', named)).status).toBe(400);
  });

  test.each<[string, Partial<CreateSession>, string]>([
    ['without display data', { token_id: 'tok_1' }, 'token_card'],
    ['without a cardholder name', { token_id: 'tok_1', token_card: card, shopper: {} }, 'shopper.first_name'],
    ['without the card method', { token_id: 'tok_1', token_card: card, methods: ['bank_transfer'] }, 'token_id'],
    ['that has only its display data', { token_card: card }, 'token_id'],
  ])('a session with a card token %s is rejected', async (_name, changes, path) => {
    const response = await system.merchant('POST', '/v1/sessions', {
      ...TEST_SESSION_FIELDS,
      order_no: nextOrderNo(),
      ...changes,
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { fields: object[] }).fields).toContainEqual(expect.objectContaining({ path }));
  });

  test('a card token for the gateway’s own page is rejected', async () => {
    const { token } = await system.openSession({
      methods: ['card', 'gateway_page'],
      token_id: 'tok_1',
      token_card: card,
    });
    const submit = { ...createCardSubmit(), card: undefined, method: 'gateway_page', token_id: 'session' };
    const response = await system.browser(token, 'POST', '/checkout/payments', submit);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: [{ path: 'token_id', code: 'not_allowed' }] });
  });
});

test('a redirect payment sends subscription, installments, token and the shopper’s browser data', async () => {
  const { fields } = await system.post<{ fields: Record<string, string> }>('/v1/redirect-payments', {
    ...TEST_SESSION_FIELDS,
    order_no: nextOrderNo(),
    shopper_ip: '203.0.113.7',
    user_agent: 'Shop/1',
    accept: 'text/html',
    os: 'macOS 15',
    browser: 'Safari 18',
    device_type: 'desktop',
    token_id: 'tok_1',
    installments: { count: 3, id: 'plan-3' },
    subscription: { interval: 'month', contract_name: 'Box' },
    device: { vendor: 'acme', vendor_token: 'tok-7' },
  });
  expect(fields).toMatchObject({
    user_agent: 'Shop/1',
    accept: 'text/html',
    os: 'macOS 15',
    browser: 'Safari 18',
    device_type: 'desktop',
    token_id: 'tok_1',
    installments: '3',
    installments_id: 'plan-3',
    acme_token_cookie: 'tok-7',
  });
  expect(JSON.parse(fields['subscription']!)).toEqual({ interval: 'month', contract_name: 'Box' });
});

test('a field with choices accepts only these values', async () => {
  const path = 'person.documents.labels.bank_account.account_type';
  const choices = [{ code: 'salary', name: 'Salary account' }, { code: 'payment' }, { code: 'checking' }];
  const { token } = await system.openSession({ methods: [{ method: 'loan', fields: [{ path, choices }] }] });
  expect((await view(token)).methods[0]!.fields).toEqual([{ path, choices, required: true }]);
  const withType = (account_type: string) =>
    apm('loan', { person: { documents: { labels: { bank_account: { account_type } } } } });
  const refused = await system.browser(token, 'POST', '/checkout/payments', withType('savings'));
  expect(await refused.json()).toMatchObject({ fields: [{ path, code: 'not_allowed' }] });
  expect(await system.pay(token, withType('salary'))).toMatchObject({ status: 'action_required' });
});

describe('texts in a session', () => {
  test('an empty optional text counts as missing', async () => {
    const { token, id } = await system.openSession({
      website: '',
      note: '',
      locale: '',
      shopper: { ...TEST_SESSION_FIELDS.shopper, phone: '', birth_date: '', level: '' },
      billing: { country: '', city: '' },
      fields: ['shopper.phone?', 'billing.city?'],
    });
    const seen = await view(token);
    expect(seen).toMatchObject({ locale: null, billing: {} });
    expect(seen.methods[0]!.fields.map(({ path }) => path)).toEqual(['shopper.phone', 'billing.city']);
    const submit = {
      ...createCardSubmit(),
      shopper: { phone: '', birth_date: '' },
      billing: { country: '' },
      token_id: '',
    };
    expect(await system.pay(token, submit)).toMatchObject({ status: 'paid' });
    expect(received()).toMatchObject({ website: 'http://shop.localhost:4000' });
    for (const name of ['note', 'shopper_phone', 'birth_date', 'billing_country'])
      expect(received()).not.toHaveProperty(name);
    expect(await system.get(`/v1/sessions?status=&order_no=${seen.order_no}`)).toMatchObject({ sessions: [{ id }] });
  });

  test.each<[string, (text: string) => Partial<CreateSession>, number]>([
    ['note', (note) => ({ note }), 1000],
    ['shopper.id', (id) => ({ shopper: { ...TEST_SESSION_FIELDS.shopper, id } }), 64],
    ['items.0.name', (name) => ({ items: [{ ...TEST_SESSION_FIELDS.items[0]!, name }] }), 500],
  ])('%s is limited in characters, each emoji being one', async (path, changes, max) => {
    const open = (text: string): Promise<Response> =>
      system.merchant('POST', '/v1/sessions', { ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), ...changes(text) });
    expect((await open('😀'.repeat(max))).status).toBe(201);
    const refused = await open('😀'.repeat(max + 1));
    expect(await refused.json()).toMatchObject({
      fields: [{ path, code: 'too_long', rule: `at most ${String(max)} characters` }],
    });
  });

  test('joined item texts are limited in characters', async () => {
    const items = (count: number) =>
      Array.from({ length: 9 }, (_, index) => ({
        ...TEST_SESSION_FIELDS.items[0]!,
        name: '😀'.repeat(index < 8 ? 500 : count),
        sku: '😀'.repeat(60),
      }));
    const joined = (count: number): number => 8 * 500 + count + 9 * (60 + '12.00'.length + 1 + 9) + 8 * 3;
    const most = 5000 - joined(0);
    await system.openSession({ items: items(most) });
    const response = await system.merchant('POST', '/v1/sessions', {
      ...TEST_SESSION_FIELDS,
      order_no: nextOrderNo(),
      items: items(most + 1),
    });
    expect(await response.json()).toMatchObject({ fields: [{ path: 'items', code: 'too_long' }] });
  });

  test('item texts that start or end with # arrive unchanged', async () => {
    const items = [
      { name: '#1 Dad mug', sku: '#', unit_price: '12.00', quantity: 1 },
      { name: 'Programming C#', sku: 'C#', unit_price: '12.00', quantity: 1 },
    ];
    const { token } = await system.openSession({ items });
    expect(await system.pay(token)).toMatchObject({ status: 'paid' });
    expect(received()['items']).toBe('#1 Dad mug#,###,#12.00#,#1#;#Programming C##,#C##,#12.00#,#1');
  });
});
