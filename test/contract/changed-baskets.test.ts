import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem, SessionView } from '../../shared/contract/index.ts';
import type { Session, UpdatedSession } from '../../shared/contract/merchant/sessions.ts';
import {
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  type CreatedSession,
  type TestSystem,
} from '../support/system.ts';

/** `PATCH /v1/sessions/{id}`, and submits of what it changed. */

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.close());

const CHEAPER = {
  amount: '17.50',
  items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 1 }],
  item_total: '12.00',
  shipping: '7.50',
  discount: '2.00',
};

const patch = (id: string, body: unknown, headers?: Record<string, string>): Promise<Response> =>
  system.merchant('PATCH', `/v1/sessions/${id}`, body, headers);

async function change(id: string, body: unknown): Promise<UpdatedSession> {
  const response = await patch(id, body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as UpdatedSession;
}

async function refusal(response: Response | Promise<Response>): Promise<Problem> {
  return (await (await response).json()) as Problem;
}

const view = async ({ token }: CreatedSession): Promise<SessionView> =>
  (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;

const submit = ({ token }: CreatedSession, changes: object = {}): Promise<Response> =>
  system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), ...changes });

test('a change replaces what it names, keeps the rest and increases the version', async () => {
  const opened = await system.openSession({ metadata: { cart: '1' }, delivery: { country: 'PT', city: 'Porto' } });
  expect(opened.version).toBe(1);
  const changed = await change(opened.id, {
    ...CHEAPER,
    shipping: '5.50',
    discount: '0.00',
    delivery: { country: 'ES' },
    metadata: { cart: '2' },
  });
  expect(changed).toMatchObject({ version: 2, amount: '17.50', metadata: { cart: '2' }, status: 'open' });
  expect(changed.totals).toEqual({ item_total: '12.00', shipping: '5.50', discount: '0.00' });
  expect(changed).not.toHaveProperty('warnings');
  expect(changed).not.toHaveProperty('token');
  expect(await view(opened)).toMatchObject({
    version: 2,
    amount: '17.50',
    items: CHEAPER.items,
    shopper: TEST_SESSION_FIELDS.shopper,
    delivery: { country: 'ES' },
  });
  expect((await view(opened)).delivery).toEqual({ country: 'ES' });
  const read = await system.get<Session>(`/v1/sessions/${opened.id}`);
  expect(read).toEqual({ ...changed });
});

test('the changed sum, and no other, is paid', async () => {
  const opened = await system.openSession();
  await change(opened.id, { ...CHEAPER, amount: '17.50' });
  const refused = await submit(opened, { version: 1 });
  expect(refused.status).toBe(409);
  expect(await refusal(refused)).toMatchObject({
    code: 'version_conflict',
    session: { version: 2, amount: '17.50', currency: 'EUR' },
  });
  const paid = await (await submit(opened, { version: 2 })).json();
  const { payment_id: id } = paid as { payment_id: string };
  expect(paid).toMatchObject({ status: 'paid' });
  expect(await system.get(`/v1/payments/${id}`)).toMatchObject({ amount: '17.50', status: 'paid' });
  expect(await system.get(`/v1/sessions/${opened.id}`)).toMatchObject({ attempts: 1, payment_id: id, version: 2 });
});

test('a submit without a version pays the order as it was opened, and no changed one', async () => {
  const opened = await system.openSession();
  await change(opened.id, CHEAPER);
  expect(await refusal(submit(opened))).toMatchObject({ code: 'version_conflict' });
  const other = await system.openSession();
  expect(await (await submit(other)).json()).toMatchObject({ status: 'paid' });
});

test('a submit of a later version than the session has is refused', async () => {
  const opened = await system.openSession();
  expect(await refusal(submit(opened, { version: 2 }))).toMatchObject({
    code: 'version_conflict',
    session: { version: 1, amount: '24.00' },
  });
});

test('a repeated submit is the same payment, also after the order was changed', async () => {
  const opened = await system.openSession();
  const declined = { ...createCardSubmit('4000000000000002'), version: 1 };
  const first = await submit(opened, declined);
  expect(await first.clone().json()).toMatchObject({ status: 'declined' });
  await change(opened.id, CHEAPER);
  expect(await (await submit(opened, declined)).text()).toBe(await first.text());
});

test('a change that names another version is refused with the current one', async () => {
  const opened = await system.openSession();
  await change(opened.id, { amount: '20.00', version: 1 });
  const refused = await patch(opened.id, { amount: '30.00', version: 1 });
  expect(refused.status).toBe(409);
  expect(await refusal(refused)).toMatchObject({
    code: 'version_conflict',
    session: { version: 2, amount: '20.00', currency: 'EUR' },
  });
  expect(await change(opened.id, { amount: '30.00', version: 2 })).toMatchObject({ version: 3, amount: '30.00' });
});

test('of concurrent changes of one version one succeeds', async () => {
  const opened = await system.openSession();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => patch(opened.id, { amount: `${String(index + 1)}.00`, version: 1 })),
  );
  const [won, ...others] = responses.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  expect(await system.get(`/v1/sessions/${opened.id}`)).toMatchObject({
    version: 2,
    amount: ((await won!.json()) as Session).amount,
  });
});

test('a repeated idempotency key changes once and returns the same bytes', async () => {
  const opened = await system.openSession();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await patch(opened.id, { amount: '20.00' }, key);
  const again = await patch(opened.id, { amount: '20.00' }, key);
  expect(await again.text()).toBe(await first.text());
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await view(opened)).version).toBe(2);
  expect(await refusal(patch(opened.id, { amount: '21.00' }, key))).toMatchObject({ code: 'idempotency_key_reused' });
});

test('a change is written to the audit log', async () => {
  const opened = await system.openSession();
  await change(opened.id, { amount: '20.00' });
  const { entries } = await system.get<{ entries: { action: string; target: string; status: number }[] }>('/v1/audit');
  expect(entries[0]).toMatchObject({ action: 'PATCH /v1/sessions/:id', target: opened.id, status: 200 });
});

describe('a change is checked like a new session', () => {
  test.each([
    ['another currency', { currency: 'USD' }, 'currency', 'unknown_field'],
    ['another order number', { order_no: 'B-2' }, 'order_no', 'unknown_field'],
    ['another shopper', { shopper: { id: 'c-2' } }, 'shopper', 'unknown_field'],
    ['nothing to pay', { amount: '0.00' }, 'amount', 'format'],
    ['an amount that is a number', { amount: 20 }, 'amount', 'type'],
    ['no items', { items: [] }, 'items', 'too_few'],
    [
      'an item with a separator',
      { items: [{ ...TEST_SESSION_FIELDS.items[0], name: 'C#,' }] },
      'items.0.name',
      'format',
    ],
    ['a version below 1', { version: 0 }, 'version', 'too_short'],
  ])('%s is refused', async (_, body, path, code) => {
    const { id } = await system.openSession();
    const response = await patch(id, body);
    expect(response.status).toBe(400);
    expect((await refusal(response)).fields).toMatchObject([{ path, code }]);
    expect(await system.get(`/v1/sessions/${id}`)).toMatchObject({ version: 1, amount: '24.00' });
  });

  test('decimals of a currency without them are refused', async () => {
    const { id } = await system.openSession({
      currency: 'JPY',
      amount: '500.00',
      items: [{ name: 'Mug', sku: 'M', unit_price: '500.00', quantity: 1 }],
    });
    expect((await refusal(patch(id, { amount: '500.50' }))).fields).toMatchObject([{ path: 'amount' }]);
    expect(await change(id, { amount: '400.00', discount: '100.00' })).toMatchObject({ amount: '400.00' });
  });

  test('sums that do not add up are a warning', async () => {
    const { id } = await system.openSession();
    expect(await change(id, { amount: '20.00' })).toMatchObject({
      version: 2,
      warnings: ['items_difference'],
    });
  });

  test('plans that name sums are changed with the amount', async () => {
    const { id } = await system.openSession({ installments: [{ id: '3x', count: 3, amount: '8.00' }] });
    expect((await refusal(patch(id, { amount: '30.00' }))).fields).toMatchObject([
      { path: 'installments', code: 'required' },
    ]);
    const installments = [{ id: '3x', count: 3, amount: '10.00' }];
    expect(await change(id, { amount: '30.00', installments })).toMatchObject({ version: 2 });
  });

  test('a card number in a note is masked, and one in an address refused', async () => {
    const { id } = await system.openSession();
    expect((await refusal(patch(id, { billing: { address: '4242 4242 4242 4242' } }))).fields).toMatchObject([
      { path: 'billing.address' },
    ]);
    expect(await change(id, { metadata: { note: '4242424242424242' } })).toMatchObject({
      metadata: { note: '424242***4242' },
    });
  });
});

describe('only an open session without a payment is changed', () => {
  test('an unknown session is not found', async () => {
    expect(await refusal(patch('ses_none', { amount: '20.00' }))).toMatchObject({ code: 'not_found' });
  });

  test('a paid session is closed', async () => {
    const opened = await system.openSession();
    await submit(opened);
    expect(await refusal(patch(opened.id, { amount: '20.00' }))).toMatchObject({ code: 'session_closed' });
  });

  test('an ended session has expired', async () => {
    const { id } = await system.openSession();
    await system.post(`/v1/sessions/${id}/expire`);
    expect(await refusal(patch(id, { amount: '20.00' }))).toMatchObject({ code: 'session_expired' });
  });

  test('a payment that waits for the shopper holds the order, also after the shopper left it', async () => {
    const opened = await system.openSession();
    const outcome = (await (await submit(opened, createCardSubmit('4000000000003220'))).json()) as { status: string };
    expect(outcome.status).toBe('action_required');
    expect(await refusal(patch(opened.id, { amount: '20.00' }))).toMatchObject({ code: 'payment_in_progress' });
    const left = await system.browser(opened.token, 'POST', '/checkout/abandon');
    expect(await left.json()).toMatchObject({ status: 'open' });
    expect(await refusal(patch(opened.id, { amount: '20.00' }))).toMatchObject({ code: 'payment_in_progress' });
    expect((await view(opened)).version).toBe(1);
  });

  test('after a decline the order may change', async () => {
    const opened = await system.openSession();
    await submit(opened, createCardSubmit('4000000000000002'));
    expect(await change(opened.id, CHEAPER)).toMatchObject({ version: 2, attempts: 1 });
    expect(await (await submit(opened, { version: 2 })).json()).toMatchObject({ status: 'paid' });
  });

  test('a decline that turns out to be paid does not pay the changed order, and waits for a person', async () => {
    const opened = await system.openSession();
    const declined = (await (await submit(opened, createCardSubmit('4000000000000002'))).json()) as {
      payment_id: string;
    };
    await change(opened.id, CHEAPER);
    const found = { status: 'paid', reason: 'found in the books of the gateway' };
    const late = await system.merchant('POST', `/v1/payments/${declined.payment_id}/resolve`, found);
    expect(await late.json()).toMatchObject({
      status: 'paid',
      amount: TEST_SESSION_FIELDS.amount,
      duplicate: true,
      alerts: [{ code: 'order_paid_twice' }],
    });
    expect(await system.get<Session>(`/v1/sessions/${opened.id}`)).toMatchObject({ status: 'open', amount: '17.50' });
    expect(await (await submit(opened, { version: 2 })).json()).toMatchObject({ status: 'paid' });
  });

  test.each([{ quote_price: '24.00' }, { price_id: 'p-1' }])('%o keeps the amount', async (bound) => {
    const { id } = await system.openSession(bound);
    expect((await refusal(patch(id, { amount: '30.00' }))).fields).toMatchObject([
      { path: Object.keys(bound)[0], code: 'not_allowed' },
    ]);
    expect(await change(id, { note: 'a gift' })).toMatchObject({ version: 2 });
  });
});

test('a key that only reads changes nothing', async () => {
  const { id, token } = await system.openSession();
  const response = await system.browser(token, 'PATCH' as 'POST', `/v1/sessions/${id}`, { amount: '1.00' });
  expect(response.status).toBe(401);
});
