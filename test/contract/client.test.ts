import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import {
  createTillgateClient,
  type CreateSession,
  type Payment,
  type TillgateClient,
} from '../../server/client/index.ts';
import { API_KEY, TEST_SESSION_FIELDS, startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

/** Every method of the client against a companion: the happy path, or the refusal of a thing in another state. */

const HELD = '4000000000009235';
let system: TestSystem;
let tillgate: TillgateClient;
/** The routes that were called. */
const called = new Set<string>();

beforeAll(async () => {
  system = await startTestSystem({ notifications: true });
  tillgate = createTillgateClient({
    url: 'http://pay.localhost:4001',
    apiKey: API_KEY,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const response = await system.companion.fetch(request);
      const path = new URL(request.url).pathname.replace('/v1', '');
      const route = API_ROUTES.filter((entry) => entry.method === request.method)
        .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
        .find((entry) => new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`).test(path));
      if (route !== undefined) called.add(route.name);
      return response;
    },
  });
});
afterAll(() => system.close());

const order = (): CreateSession => ({ ...TEST_SESSION_FIELDS, order_no: `C-${crypto.randomUUID().slice(0, 8)}` });
const refused = (code: string): object => expect.objectContaining({ name: 'TillgateError', code }) as object;

test('sessions are opened, read, listed, changed and expired', async () => {
  const opened = await tillgate.sessions.create(order());
  expect(opened).toMatchObject({ status: 'open', token: expect.stringMatching(/^tgs_/) as string });
  expect(await tillgate.sessions.get(opened.id)).toMatchObject({ id: opened.id, attempts: 0 });
  const { sessions } = await tillgate.sessions.list({ order_no: opened.order_no });
  expect(sessions.map(({ id }) => id)).toEqual([opened.id]);
  const changed = await tillgate.sessions.update(opened.id, { version: 1, amount: '20.00' });
  expect(changed).toMatchObject({ version: 2, amount: '20.00' });
  await expect(tillgate.sessions.update(opened.id, { version: 1, amount: '21.00' })).rejects.toMatchObject({
    code: 'version_conflict',
    session: { version: 2, amount: '20.00', currency: 'EUR' },
  });
  expect((await tillgate.sessions.expire(opened.id)).status).toBe('expired');
});

describe('payments', () => {
  test('payments are listed over pages, read, queried and noted', async () => {
    const paid = await Promise.all(Array.from({ length: 5 }, () => system.paid()));
    const found: Payment[] = [];
    for await (const payment of tillgate.payments.list({ status: 'paid', limit: 2 })) found.push(payment);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(paid.map(({ id }) => id)));
    expect((await tillgate.payments.list({ limit: 2 })).payments).toHaveLength(2);
    const { id } = paid[0]!;
    expect((await tillgate.payments.sync(id)).gateway_says).toBe('paid');
    expect(await tillgate.payments.addNote(id, { text: 'called the shopper' })).toMatchObject({ author_name: null });
    expect((await tillgate.payments.get(id)).notes).toHaveLength(1);
  });

  test('payments are captured, cancelled, reviewed and reported', async () => {
    const held = await Promise.all([1, 2, 3, 4, 5].map(() => system.paid({}, HELD)));
    const [one, two, three, four, five] = held.map(({ id: payment_id }) => ({ payment_id }));
    expect(await tillgate.payments.capture(one!.payment_id)).toMatchObject({ status: 'accepted' });
    expect(await tillgate.payments.cancel(two!.payment_id)).toMatchObject({ status: 'accepted' });
    const { reviews } = await tillgate.reviews.create({ reviews: [{ ...three!, decision: 'approve' }] });
    const { captures } = await tillgate.captures.create({ captures: [four!] });
    const { cancellations } = await tillgate.cancellations.create({ cancellations: [five!] });
    const results = [...reviews, ...captures, ...cancellations];
    expect(results.map(({ payment }) => payment?.status)).toEqual(['paid', 'paid', 'cancelled']);
    const { orders } = await tillgate.orders.update({ orders: [{ ...one!, status: '1', ispass3d: '0' }] });
    expect(orders).toMatchObject([{ error: null }]);
    const { transactions } = await tillgate.transactions.query({ transactions: [held[0]!.transaction_id!] });
    expect(transactions).toMatchObject([{ meaning: 'paid' }]);
  });

  test('a paid payment is resolved as paid only, and has no notification to accept', async () => {
    const { id } = await system.paid();
    const reason = 'seen in the portal';
    expect((await tillgate.payments.resolve(id, { status: 'paid', reason })).status).toBe('paid');
    await expect(tillgate.payments.resolve(id, { status: 'declined', reason })).rejects.toEqual(refused('wrong_state'));
    const acceptance = { notification_id: 'ntf_1' };
    await expect(tillgate.payments.acceptHeldNotification(id, acceptance)).rejects.toEqual(refused('not_found'));
  });

  test('a redirect payment is opened, and payment methods are optimised', async () => {
    const { order_no, currency, amount, items, return_url, shopper } = order();
    const body = { order_no, currency, amount, items, return_url, shopper, shopper_ip: '192.0.2.1' };
    const opened = await tillgate.redirectPayments.create(body);
    expect(opened).toMatchObject({ method: 'POST', fields: expect.any(Object) as object });
    const optimised = { currency: 'EUR', amount: '24.00', shopper_email: 'ana@example.com' };
    expect(await tillgate.paymentMethods.optimise(optimised)).toEqual(expect.any(Object));
  });
});

test('refunds are created once for a key, read, listed, searched and resolved', async () => {
  const { id, order_no } = await system.paid();
  const body = { refunds: [{ payment_id: id, refund_amount: '4.00', refund_reason: 'broken' }] };
  const create = () => tillgate.refunds.create(body, { idempotencyKey: `refund-${id}` });
  const [first, again] = [await create(), await create()];
  expect(again).toEqual(first);
  const refund = first.refunds[0]!.refund!;
  expect((await tillgate.refunds.get(refund.id)).refund_amount).toBe('4.00');
  const { refunds } = await tillgate.refunds.list({ payment_id: id });
  expect(refunds).toHaveLength(1);
  expect(await tillgate.refunds.search({ orders: [order_no] })).toMatchObject({ refunds: expect.any(Array) as [] });
  const tooMuch = { refunds: [{ ...body.refunds[0]!, refund_amount: '24.00' }] };
  expect(await tillgate.refunds.create(tooMuch)).toMatchObject({
    refunds: [{ refund: null, error: { code: 'refund_exceeds_paid' } }],
  });
  const resolution = { status: 'refused', reason: 'seen in the portal' } as const;
  expect((await tillgate.refunds.resolve(refund.id, resolution)).status).toBe('refused');
});

test('disputes are listed and given a deadline', async () => {
  const { disputes } = await tillgate.disputes.list({ status: 'received' });
  expect(disputes).toEqual([]);
  const deadline = tillgate.disputes.setDeadline('dsp_1', { due_at: null });
  await expect(deadline).rejects.toEqual(refused('not_found'));
});

test('subscriptions are listed, read, cancelled and resolved', async () => {
  const paid = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
  const id = paid.recurring_id!;
  expect((await tillgate.subscriptions.list({ status: 'Active' })).subscriptions).toMatchObject([{ recurring_id: id }]);
  expect((await tillgate.subscriptions.get(id)).contract_name).toBe('Gold');
  const resolution = { status: 'active', reason: 'seen in the portal' } as const;
  expect((await tillgate.subscriptions.resolve(id, resolution)).status).toBe('Active');
  expect(await tillgate.subscriptions.cancel(id)).toMatchObject({ status: 'cancelled' });
});

test('a saved card is charged without the shopper', async () => {
  const id = `charged-${crypto.randomUUID()}`;
  const { token } = await system.openSession({ saved_cards: true, shopper: { ...TEST_SESSION_FIELDS.shopper, id } });
  await system.pay(token, { ...createCardSubmit(), save_card: true });
  const body = { ...order(), shopper: { ...TEST_SESSION_FIELDS.shopper, id }, shopper_ip: '192.0.2.1' };
  const created = await tillgate.payments.create(body);
  expect(created).toMatchObject({ status: 'paid', url: null, payment: { kind: 'merchant_initiated' } });
});

test('a list of saved cards is opened', async () => {
  const body = { shopper: { id: 'c-9' }, currency: 'EUR', return_url: TEST_SESSION_FIELDS.return_url };
  expect((await tillgate.cardsSessions.create(body)).token).toMatch(/^tgc_/);
});

test('saved cards are listed and deleted', async () => {
  expect(await tillgate.savedCards.list({ shopper_id: 'c-1' })).toEqual({ saved_cards: [], next_cursor: null });
  expect(await tillgate.savedCards.delete('sc_none')).toEqual({ id: 'sc_none', deleted: false });
});

test('payouts are created and queried, balances read, logistics uploaded, operations listed', async () => {
  const { operation } = await tillgate.payouts.create({
    payment_currency: 'EUR',
    payment_amount: '5.00',
    beneficiary: { name: 'Ana' },
  });
  expect(await tillgate.payouts.query({ request_id: operation.request_id })).toEqual(expect.any(Object));
  expect(await tillgate.balance.queryPayout()).toEqual(expect.any(Object));
  expect(await tillgate.balance.queryUnsettledAmount()).toEqual(expect.any(Object));
  expect(await tillgate.logistics.upload({ logistics_orders: [{ order_no: 'T-1' }] })).toEqual(expect.any(Object));
  expect((await tillgate.operations.list({ operation: 'payout' })).operations).toMatchObject([{ id: operation.id }]);
  expect((await tillgate.operations.get(operation.id)).request_id).toBe(operation.request_id);
  const resolution = { status: 'succeeded', reason: 'seen in the portal' } as const;
  expect((await tillgate.operations.resolve(operation.id, resolution)).status).toBe('succeeded');
});

test('cards, groups and cardholders are created, changed and removed', async () => {
  const { issuing } = tillgate;
  const idOf = ({ result }: { result: object | null }, name: string): string =>
    (result as Record<string, string>)[name]!;
  const person = { first_name: 'Ana', last_name: 'Souza', email: 'ana@example.com', birth_date: '1990-05-17' };
  const cardholder_id = idOf(await issuing.createCardholder(person), 'cardholder_id');
  await issuing.updateCardholder(cardholder_id, { first_name: 'Anna' });
  expect(await issuing.queryCardholder({ cardholder_id })).toMatchObject({ email: person.email });
  const group = { group_name: 'Marketing', currency: 'USD', recharge_amount: 500 };
  const group_id = idOf(await issuing.createGroup(group), 'group_id');
  await issuing.rechargeGroup(group_id, { recharge_amount: 10 });
  await issuing.withdrawFromGroup(group_id, { amount: 10 });
  await issuing.updateGroupStatus(group_id, { status: 'Active' });
  expect(await issuing.queryGroup(group_id)).toMatchObject({ balance: 500 });
  const made = await issuing.createCard({ card_bin_id: 806, group_id, cardholder_id, recharge_amount: 50 });
  const [card] = (made.result as { create_result_list: { card_id: string; order_id: string }[] }).create_result_list;
  const cardId = card!.card_id;
  await issuing.rechargeCard(cardId, { recharge_amount: 5 });
  await issuing.withdrawFromCard(cardId, { amount: 5 });
  await issuing.updateSharedCardLimit(cardId, { card_limit: 20 });
  await issuing.updateCardStatus(cardId, { status: '2' });
  expect(await issuing.queryCard(cardId)).toMatchObject({ balance: 50 });
  expect(await issuing.queryCardTransactions(cardId)).toMatchObject({ transaction_list: [] });
  expect(await issuing.queryCardOperation({ order_id: card!.order_id })).toMatchObject({ type: 'create' });
  await issuing.cancelCard(cardId);
  await issuing.deleteGroup(group_id);
  await issuing.deleteCardholder(cardholder_id);
  expect(await issuing.queryCardBin()).toMatchObject({ bin_list: expect.any(Array) as [] });
  expect(await issuing.queryRule()).toEqual(expect.any(Object));
  expect((await issuing.queryAccountBalance()).currency_details).toEqual(expect.any(Array));
});

test('events are listed, read and delivered again', async () => {
  await system.paid();
  const { events } = await tillgate.events.list({ type: 'payment.paid', limit: 1 });
  const { id } = events[0]!;
  expect((await tillgate.events.get(id)).deliveries).toEqual([]);
  expect((await tillgate.events.redeliver(id)).id).toBe(id);
});

test('users are invited, read, changed, enrolled, signed out and deleted', async () => {
  const { user } = await tillgate.users.invite({ name: 'Bo', email: 'bo@shop.example', scopes: ['read'] });
  expect((await tillgate.users.list({ limit: 100 })).users.map(({ id }) => id)).toContain(user.id);
  expect((await tillgate.users.update(user.id, { name: 'Bob' })).name).toBe('Bob');
  expect((await tillgate.users.enrol(user.id)).enrolment_url).toContain('/console');
  expect((await tillgate.users.signOut(user.id)).id).toBe(user.id);
  expect((await tillgate.users.get(user.id)).status).toBe('invited');
  expect((await tillgate.users.delete(user.id)).id).toBe(user.id);
});

test('reports and the audit log are read', async () => {
  expect(await tillgate.reports.readGrossVolume({ days: 2, by: 'day' })).toMatchObject({ time_zone: 'UTC' });
  expect((await tillgate.reports.readAttention()).payments.unknown).toBe(0);
  const { entries } = await tillgate.audit.list({ action: 'POST /v1/users' });
  expect(entries).toMatchObject([{ status: 201 }]);
});

test('the tests above call every route of the merchant API', () => {
  expect([...called].sort()).toEqual(API_ROUTES.map(({ name }) => name).sort());
});
