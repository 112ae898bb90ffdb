import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import { startTestSystem, createCardSubmit, untilDefined, type TestSystem } from '../support/system.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.close());

const outcomeOf = async (token: string): Promise<Outcome> =>
  (await (await system.browser(token, 'GET', '/checkout/outcome')).json()) as Outcome;

describe('card payment', () => {
  test('a card payment is paid in the companion and in the sandbox', async () => {
    const session = await system.openSession();
    const outcome = await system.pay(session.token);
    expect(outcome).toEqual({ status: 'paid', payment_id: expect.stringMatching(/^pay_/) });
    const seen = await (await system.merchant('GET', `/v1/sessions/${session.id}`)).json();
    expect(seen).toMatchObject({ status: 'paid', outcome: { status: 'paid' }, payment_id: outcome.payment_id });
    const payment = await (await system.merchant('GET', `/v1/payments/${String(outcome.payment_id)}`)).json();
    expect(payment).toMatchObject({
      status: 'paid',
      card: { bin: '424242', last4: '4242' },
      result: { card: '424242***4242', order_status: '1', result_info: '0000:Success' },
    });
    expect(payment.timeline.map((event: { kind: string; to: string }) => [event.kind, event.to])).toEqual([
      ['submitted', 'submitting'],
      ['answered', 'paid'],
    ]);
  });

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000101', 'incorrect_security_code'],
    ['4000000000000119', 'processing_error'],
  ])('the card %s is declined as %s, and another card can be used', async (number, code) => {
    const { token } = await system.openSession();
    const declined = await system.pay(token, createCardSubmit(number));
    expect(declined).toMatchObject({ status: 'declined', decline: { code, retryable: true } });
    expect(await system.pay(token)).toMatchObject({ status: 'paid' });
  });

  test('a held or processing card payment is pending and becomes paid by a query', async () => {
    const { token } = await system.openSession();
    const pending = await system.pay(token, createCardSubmit('4000000000005126'));
    expect(pending.status).toBe('pending');
    const [transaction] = system.sandbox.sandbox.state.ledger.all().slice(-1);
    transaction!.notify_url = transaction!.notify_url.replace('http://pay.localhost:4001', 'http://nowhere.invalid');
    applyTransactionResult(system.sandbox.sandbox.state, transaction!, { state: 'paid', result_code: '0000' });
    const synced = await system.merchant('POST', `/v1/payments/${String(pending.payment_id)}/sync`);
    expect(await synced.json()).toMatchObject({ status: 'paid', gateway_says: 'paid' });
    expect(await outcomeOf(token)).toMatchObject({ status: 'paid' });
  });

  test('a card with a challenge returns a frame action with the companion’s addresses in the issuer’s URL', async () => {
    const { token } = await system.openSession();
    const asked = await system.pay(token, {
      ...createCardSubmit('4000000000003220'),
      device: { challenge_window_size: '02' },
    });
    expect(asked).toMatchObject({
      status: 'action_required',
      abandonable: true,
      action: { type: 'challenge', method: 'POST', window_size: '02', fields: {} },
    });
    const url = new URL(asked.action!.url);
    expect(url.searchParams.get('return_url')).toBe(
      `http://pay.localhost:4001/checkout/return/${String(asked.payment_id)}?frame=1`,
    );
    expect(url.searchParams.get('notify_url')).toBe(
      `http://pay.localhost:4001/gateway/notify/${String(asked.payment_id)}`,
    );
  });
});

test('a saved card pays by its token with empty card fields', async () => {
  const first = await system.openSession({ saved_cards: true });
  await system.pay(first.token, { ...createCardSubmit(), save_card: true });
  const { token } = await system.openSession({ saved_cards: true });
  const { saved_cards: cards } = (await (
    await system.browser(token, 'GET', '/checkout/session')
  ).json()) as SessionView;
  const { card: _card, ...rest } = createCardSubmit();
  const paid = await system.pay(token, {
    ...rest,
    card: undefined,
    token_id: cards[0]!.token_id,
    security_code: '123',
  });
  expect(paid.status).toBe('paid');
  const received = system.sandbox.sandbox.state.requests.filter((entry) => entry.operation === 'authorise').at(-1)!;
  expect(received.fields).toMatchObject({
    token_id: expect.stringMatching(/^tok_/),
    card: '',
    security_code: '***',
    expiration_month: '',
    expiration_year: '',
  });
});

describe('open payment of a session', () => {
  test('an open payment blocks another submit, and an abandoned one frees the session and still counts if approved', async () => {
    const { token } = await system.openSession();
    const first = await system.pay(token, createCardSubmit('4000000000003220'));
    const refused = await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'payment_in_progress' });
    const free = (await (await system.browser(token, 'POST', '/checkout/abandon')).json()) as Outcome;
    expect(free.status).toBe('open');
    const second = await system.pay(token);
    expect(second.status).toBe('paid');
    const late = system.sandbox.sandbox.state.ledger
      .all()
      .find(
        (entry) => entry.state === 'waiting' && entry.kind === 'card' && first.action!.url.includes(entry.visit_key),
      );
    applyTransactionResult(system.sandbox.sandbox.state, late!, { state: 'paid', result_code: '0000' });
    await system.merchant('POST', `/v1/payments/${String(first.payment_id)}/sync`);
    const body = await (await system.merchant('GET', `/v1/payments/${String(first.payment_id)}`)).json();
    expect(body).toMatchObject({ status: 'paid', duplicate: true });
  });
});

describe('alternative payment method', () => {
  test('an alternative payment method is offered with its banks and required fields and redirects', async () => {
    const { token } = await system.openSession({ methods: ['card', 'bank_transfer'] });
    const view = (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
    expect(view.methods.map((method) => [method.method, method.kind, method.label])).toEqual([
      ['card', 'card', null],
      ['bank_transfer', 'redirect', 'Bank transfer'],
    ]);
    const { card: _card, ...rest } = createCardSubmit();
    const wrongBank = await system.browser(token, 'POST', '/checkout/payments', {
      ...rest,
      method: 'bank_transfer',
      bank_code: 'X',
    });
    expect(await wrongBank.json()).toMatchObject({ code: 'invalid_request', fields: [{ path: 'bank_code' }] });
    const response = await system.browser(token, 'POST', '/checkout/payments', {
      ...rest,
      method: 'bank_transfer',
      bank_code: 'BANK1',
    });
    expect(await response.json()).toMatchObject({
      status: 'action_required',
      action: { type: 'redirect', method: 'POST' },
    });
  });

  test('a payment approved at the bank is paid, and the return URL gains only session_id', async () => {
    const { token, id } = await system.openSession({ methods: ['bank_transfer'] });
    const { card: _card, ...rest } = createCardSubmit();
    const asked = await system.pay(token, { ...rest, card: undefined, method: 'bank_transfer', bank_code: 'BANK1' });
    const visit = new URL(asked.action!.url);
    const form = new URLSearchParams({
      decision: 'approve',
      return_url: visit.searchParams.get('return_url')!,
      notify_url: '',
    });
    const decided = await fetch(`${visit.origin}/issuer/bank/decide?visit=${visit.searchParams.get('visit')!}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const back = decided.headers.get('location')!;
    const home = await system.companion.fetch(new Request(back, { method: 'POST' }));
    expect(home.status).toBe(303);
    expect(home.headers.get('location')).toBe(`http://shop.localhost:4000/thank-you?order=1&session_id=${id}`);
    expect(await outcomeOf(token)).toMatchObject({ status: 'paid' });
  });
});

test('a long poll of the outcome returns as soon as it changes', async () => {
  const { token } = await system.openSession();
  const pending = await system.pay(token, createCardSubmit('4000000000005126'));
  const held = system.browser(token, 'GET', '/checkout/outcome?wait=20&since=pending');
  const transaction = system.sandbox.sandbox.state.ledger.all().at(-1)!;
  applyTransactionResult(system.sandbox.sandbox.state, transaction, { state: 'paid', result_code: '0000' });
  await system.merchant('POST', `/v1/payments/${String(pending.payment_id)}/sync`);
  expect(await (await held).json()).toMatchObject({ status: 'paid' });
});

test('the gateway receives one request with every field of the session and the shopper', async () => {
  const { token } = await system.openSession({
    website: 'https://shop.example',
    item_total: '20.00',
    shipping: '4.00',
    shopper: {
      id: 'c-9',
      email: 'jose@example.com',
      first_name: 'José',
      last_name: 'da Silva',
      phone: '+55 11 91234 5678',
      level: 'gold',
      document: '52998224725',
      birth_date: '31-12-1990',
    },
    billing: { country: 'BR', state: 'SP', city: 'São Paulo', address: 'Rua 1', postal_code: '01310-100' },
    delivery: { first_name: 'Ana', last_name: 'Souza', country: 'BR', city: 'Santos' },
    subscription: { contract_name: 'Gold plan', contract_amount: '9.90', interval: 'month', billing_cycle: 12 },
    account_owner: [{ account_id: 'a-1', created: 1700000000, past_orders_sum: 12.5 }],
    cart_items: [{ basic_item_data: { name: 'Mug', quantity: '2', price: { amount_usd: 12.5, currency: 'BRL' } } }],
    total_discount: [{ coupon_code_used: 'SPRING', discount_type: 'COUPON' }],
    additional_information: [{ mpi_info: { eci: '05', cavv: 'AAAB', xid: 'x', dsTransID: 'd' } }],
    note: 'leave at the door',
    custom: 'c',
    saved_cards: true,
  });
  const outcome = await system.pay(token, { ...createCardSubmit(), save_card: true });
  expect(outcome.status).toBe('paid');
  const received = system.sandbox.sandbox.state.requests.filter((entry) => entry.operation === 'authorise').at(-1)!;
  expect(received.content_type).toBe('application/x-www-form-urlencoded');
  expect(received.fields).toMatchObject({
    merchant_id: '70519',
    account_id: '984747105',
    website: 'https://shop.example',
    items: 'Mug#,#MUG-1#,#12.00#,#2',
    first_name: 'José',
    shopper_level: 'gold',
    document: '52998224725',
    birth_date: '31-12-1990',
    billing_postal_code: '01310-100',
    delivery_firstname: 'Ana',
    delivery_city: 'Santos',
    subscription: { contract_name: 'Gold plan', contract_amount: '9.90', interval: 'month', billing_cycle: 12 },
    cart_items: [{ basic_item_data: { name: 'Mug', quantity: '2', price: { amount_usd: 12.5, currency: 'BRL' } } }],
    account_owner: [{ account_id: 'a-1', created: 1700000000, past_orders_sum: 12.5 }],
    total_discount: [{ coupon_code_used: 'SPRING', discount_type: 'COUPON' }],
    additional_information: [{ mpi_info: { eci: '05', cavv: 'AAAB', xid: 'x', dsTransID: 'd' } }],
    note: 'leave at the door',
    custom: 'c',
    token_flag: 'YES',
    resolution: '1280x720',
    color_depth: '24',
    checkout_time: 21,
    challenge_window_size: '03',
    platform_source: 'tillgate',
    card: '424242***4242',
    security_code: '***',
    encryption_data: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await untilDefined(() => system.sandbox.sandbox.state.requests.length || undefined);
});
