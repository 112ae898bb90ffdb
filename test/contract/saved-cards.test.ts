import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Outcome, SavedCard, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { signedPaidResult } from '../support/gateway-messages.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import {
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type CreatedSession,
  type TestSystem,
} from '../support/system.ts';

const TOKEN = 'gateway-token-that-nobody-may-see';
const folder = mkdtempSync(join(tmpdir(), 'tillgate-cards-'));
const logged: string[] = [];
let stub: StubGateway;
let system: TestSystem;
let shopper: string;

beforeAll(async () => {
  stub = await startStubGateway();
  const note = (...line: unknown[]): void => void logged.push(JSON.stringify(line));
  const logger = { debug: note, info: note, warn: note, error: note };
  system = await startTestSystem({ companion: { gatewayUrl: stub.url, dataDir: folder, logger } });
});

afterAll(async () => {
  await system.close();
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  shopper = `shopper-${crypto.randomUUID()}`;
  stub.charges.length = 0;
  answerWith({ token_id: TOKEN });
});

const answerWith = (changes: Record<string, string | undefined>): void => {
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, changes));
};

const open = (id = shopper, changes: Parameters<TestSystem['openSession']>[0] = {}): Promise<CreatedSession> =>
  system.openSession({ saved_cards: true, shopper: { ...TEST_SESSION_FIELDS.shopper, id }, ...changes });

const viewOf = async (token: string): Promise<SessionView> =>
  (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;

/** The shopper's cards, as a new session of theirs shows them. */
const cardsOf = async (id = shopper): Promise<SavedCard[]> => (await viewOf((await open(id)).token)).saved_cards;

const save = async (changes: Partial<SubmitPayment> = {}, id = shopper): Promise<Outcome> =>
  system.pay((await open(id)).token, { ...createCardSubmit(), save_card: true, ...changes });

const payBy = async (token: string, handle: string): Promise<Response> => {
  const { card: _card, ...rest } = createCardSubmit();
  const body = { ...rest, token_id: handle, security_code: '123' };
  return system.browser(token, 'POST', '/checkout/payments', body);
};

test('a session with saved cards requires a shopper ID', async () => {
  const { id: _id, ...nameless } = TEST_SESSION_FIELDS.shopper!;
  const answer = await system.merchant('POST', '/v1/sessions', {
    ...TEST_SESSION_FIELDS,
    order_no: 'NAMELESS',
    saved_cards: true,
    shopper: nameless,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path: 'shopper.id' }] });
});

test('a card is saved once its payment is paid, and pays again by its saved-card ID', async () => {
  expect((await save()).status).toBe('paid');
  expect(stub.charges[0]).toMatchObject({ token_flag: 'YES' });
  const { token } = await open();
  const { saved_cards: cards, keeps_cards: keeps } = await viewOf(token);
  expect(keeps).toBe(true);
  expect(cards).toEqual([{ token_id: expect.stringMatching(/^card_/), brand: 'visa', last4: '4242', expiry: '12/31' }]);
  expect(await (await payBy(token, cards[0]!.token_id)).json()).toMatchObject({ status: 'paid' });
  expect(stub.charges[1]).toMatchObject({ token_id: TOKEN, card: '', expiration_year: '', security_code: '123' });
  expect(await cardsOf()).toEqual(cards);
});

test('a saved card has the brand that the shopper chose', async () => {
  await save({ card: { ...createCardSubmit().card!, brand: 'cartebancaire' } });
  expect(await cardsOf()).toMatchObject([{ brand: 'cartebancaire' }]);
});

test('a declined payment, one without save_card and one without a token save no card', async () => {
  await save({ save_card: false });
  answerWith({ token_id: TOKEN, order_status: '0', result_info: 'D0005:No' });
  await save();
  answerWith({});
  await save();
  expect(await cardsOf()).toEqual([]);
});

test('a session without saved cards shows, saves and accepts none', async () => {
  await save();
  const [card] = await cardsOf();
  const plain = { saved_cards: false, shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper } };
  const { token } = await system.openSession(plain);
  expect(await viewOf(token)).toMatchObject({ saved_cards: [], keeps_cards: false });
  const refused = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), save_card: true });
  expect(await refused.json()).toMatchObject({ fields: [{ path: 'save_card', code: 'not_allowed' }] });
  expect((await payBy(token, card!.token_id)).status).toBe(400);
  const bank = await open(shopper, { methods: ['bank_transfer'] });
  expect(await viewOf(bank.token)).toMatchObject({ saved_cards: [], keeps_cards: false });
  expect(stub.charges).toHaveLength(1);
});

test('a saved card of a brand that the session does not accept is neither shown nor accepted, and stays saved', async () => {
  await save();
  const [card] = await cardsOf();
  const { token } = await open(shopper, { methods: [{ method: 'card', brands: ['mastercard', 'amex'] }] });
  expect(await viewOf(token)).toMatchObject({ saved_cards: [], keeps_cards: true });
  const refused = await payBy(token, card!.token_id);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ fields: [{ path: 'token_id', code: 'not_allowed' }] });
  expect(stub.charges).toHaveLength(1);
  expect(await cardsOf()).toEqual([card]);
});

test.each([[['visa', 'amex']], [['naranja']]])('a visa by its BIN can be of the brands %j', async (brands) => {
  await save();
  const { token } = await open(shopper, { methods: [{ method: 'card', brands }] });
  const [card] = (await viewOf(token)).saved_cards;
  expect((await payBy(token, card!.token_id)).status).toBe(200);
});

test('another shopper’s, an unknown and a deleted saved card get the same rejection', async () => {
  await save();
  const [card] = await cardsOf();
  const foreign = await payBy((await open('somebody-else')).token, card!.token_id);
  const unknown = await payBy((await open()).token, 'card_AAAAAAAAAAAAAAAAAAAAAA');
  const byToken = await payBy((await open()).token, TOKEN);
  const { token } = await open();
  await system.browser(token, 'DELETE', `/checkout/saved-cards/${card!.token_id}`);
  const forgotten = await payBy(token, card!.token_id);
  const bodies = await Promise.all(
    [foreign, unknown, byToken, forgotten].map(async (answer) => {
      const { request_id: _id, ...body } = (await answer.json()) as { request_id: string };
      return { status: answer.status, ...body };
    }),
  );
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]).toMatchObject({ status: 400, fields: [{ path: 'token_id', code: 'not_allowed' }] });
  expect(stub.charges).toHaveLength(1);
});

test('two concurrent payments save one card', async () => {
  answerWith({ token_id: undefined });
  let count = 0;
  stub.respond = (fields, response) =>
    sendXml(response, authoriseResponse(fields, { token_id: `token-${String((count += 1))}` }));
  const done = await Promise.all(Array.from({ length: 6 }, () => save()));
  expect(done.every((outcome) => outcome.status === 'paid')).toBe(true);
  expect(await cardsOf()).toHaveLength(1);
});

describe('saved card of a payment with a later result', () => {
  const pending = { token_id: undefined, order_status: '-1', result_info: 'P0001:Processing' };

  test('a payment that becomes paid by a notification saves its card', async () => {
    answerWith(pending);
    await save();
    expect(await cardsOf()).toEqual([]);
    const { order_no: orderNo = '' } = stub.charges[0]!;
    const path = new URL(stub.charges[0]!['notify_url']!).pathname;
    await notify(path, notificationOf(orderNo, { token_id: `${TOKEN}-${shopper}` }));
    await untilDefined(async () => ((await cardsOf()).length === 1 ? true : undefined));
    const { token } = await open();
    const [card] = (await viewOf(token)).saved_cards;
    await system.browser(token, 'DELETE', `/checkout/saved-cards/${card!.token_id}`);
    await notify(path, notificationOf(orderNo, { token_id: `${TOKEN}-${shopper}`, note: 'again' }));
    await system.settle();
    expect(await cardsOf()).toEqual([]);
  });

  test('a token saves the card if it arrives before or after the paid result', async () => {
    answerWith({ ...pending, token_id: TOKEN });
    const first = await save();
    expect(await cardsOf()).toEqual([]);
    stub.respondToQuery = () => reported(stub.charges[0]!['order_no']!);
    await system.post(`/v1/payments/${String(first.payment_id)}/sync`);
    expect(await cardsOf()).toHaveLength(1);

    const other = `${shopper}-b`;
    answerWith(pending);
    const second = await save({}, other);
    const orderNo = stub.charges[1]!['order_no']!;
    stub.respondToQuery = () => reported(orderNo);
    await system.post(`/v1/payments/${String(second.payment_id)}/sync`);
    expect(await cardsOf(other)).toEqual([]);
    const own = new URL(stub.charges[1]!['notify_url']!).pathname;
    await notify(own, notificationOf(orderNo, { token_id: `${TOKEN}-b` }));
    await untilDefined(async () => ((await cardsOf(other)).length === 1 ? true : undefined));
  });

  test('a later notification saves the card and does not start the subscription twice', async () => {
    answerWith({ token_id: undefined, recurring_id: `R-${shopper}`, contract_name: 'Tea' });
    const { token } = await open(shopper, {
      subscription: { contract_name: 'Tea', contract_amount: '9.90', interval: 'month' },
    });
    await system.pay(token, { ...createCardSubmit(), save_card: true });
    const orderNo = stub.charges[0]!['order_no']!;
    const path = new URL(stub.charges[0]!['notify_url']!).pathname;
    await notify(path, notificationOf(orderNo, { token_id: `${TOKEN}-${shopper}`, recurring_id: `R-${shopper}` }));
    await untilDefined(async () => ((await cardsOf()).length === 1 ? true : undefined));
    const { events } = await system.get<{ events: { type: string }[] }>(`/v1/events?ref=R-${shopper}`);
    expect(events.map((event) => event.type)).toEqual(['subscription.created']);
  });

  test('a declined payment keeps no token', async () => {
    answerWith({ ...pending, token_id: `${TOKEN}-declined-${shopper}` });
    const outcome = await save();
    stub.respondToQuery = () => reported(stub.charges[0]!['order_no']!, { payment_status: '4000' });
    const done = await system.post(`/v1/payments/${String(outcome.payment_id)}/sync`);
    expect(done).toMatchObject({ status: 'declined' });
    const store = openStore({ dataDir: folder });
    const payment = await store.findPayment(String(outcome.payment_id));
    await store.close();
    expect(payment).toMatchObject({ status: 'declined', card_expiry: null });
    expect(JSON.stringify(payment)).not.toContain(TOKEN);
  });

  test('a payment that becomes paid by a query with a token saves its card', async () => {
    answerWith(pending);
    const outcome = await save();
    stub.respondToQuery = () => reported(stub.charges[0]!['order_no']!, { token_id: TOKEN });
    await system.post(`/v1/payments/${String(outcome.payment_id)}/sync`);
    expect(await cardsOf()).toHaveLength(1);
  });
});

test('a shopper can delete a saved card repeatedly, and another shopper cannot', async () => {
  await save();
  const { token } = await open();
  const [card] = (await viewOf(token)).saved_cards;
  const path = `/checkout/saved-cards/${card!.token_id}`;
  await system.browser((await open('somebody-else')).token, 'DELETE', path);
  expect(await cardsOf()).toHaveLength(1);
  for (let round = 0; round < 2; round += 1) {
    const answer = await system.browser(token, 'DELETE', path);
    expect([answer.status, await answer.json()]).toEqual([200, { saved_cards: [] }]);
  }
  const preflight = await system.companion.fetch(
    new Request(`http://x${path}`, { method: 'OPTIONS', headers: { origin: 'http://shop.localhost:4000' } }),
  );
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
});

test('the token of a paid session neither lists nor deletes saved cards', async () => {
  const { token } = await open();
  await system.pay(token, { ...createCardSubmit(), save_card: true });
  expect(await viewOf(token)).toMatchObject({ saved_cards: [], status: 'paid' });
  const [card] = await cardsOf();
  await system.browser(token, 'DELETE', `/checkout/saved-cards/${card!.token_id}`);
  expect(await cardsOf()).toHaveLength(1);
});

test('the shop lists and deletes saved cards through its API', async () => {
  await save();
  const list = `/v1/saved-cards?shopper_id=${shopper}`;
  const { saved_cards: cards } = await system.get<{ saved_cards: { id: string }[] }>(list);
  expect(cards).toEqual([
    {
      id: expect.stringMatching(/^card_/),
      shopper_id: shopper,
      account: 'default',
      brand: 'visa',
      bin: '424242',
      last4: '4242',
      expiry: '12/31',
      default: true,
      created_at: expect.any(String),
    },
  ]);
  const path = `/v1/saved-cards/${cards[0]!.id}`;
  expect(await (await system.merchant('DELETE', path)).json()).toEqual({ id: cards[0]!.id, deleted: true });
  expect(await (await system.merchant('DELETE', path)).json()).toEqual({ id: cards[0]!.id, deleted: false });
  expect(await system.get(list)).toMatchObject({ saved_cards: [] });
  expect((await system.merchant('GET', '/v1/saved-cards')).status).toBe(400);
});

test('the gateway’s token is in no view, event or log, and the card number in no row', async () => {
  const { token } = await open();
  const outcome = await system.pay(token, { ...createCardSubmit(), save_card: true });
  const { id } = await open();
  const seen = [
    await viewOf((await open()).token),
    await (await system.browser(token, 'GET', '/checkout/outcome')).json(),
    await system.get(`/v1/payments/${String(outcome.payment_id)}`),
    await system.get('/v1/payments'),
    await system.get(`/v1/sessions/${id}`),
    await system.get('/v1/events?limit=100'),
    await system.get(`/v1/saved-cards?shopper_id=${shopper}`),
    await system.get('/v1/audit?limit=100'),
  ];
  expect(JSON.stringify(seen)).toContain('payment.paid');
  expect(JSON.stringify(seen)).not.toContain(TOKEN);
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('')).not.toContain(TOKEN);
  const rows = ['tillgate.db', 'tillgate.db-wal'].map((name) => readFileSync(join(folder, name), 'latin1')).join('');
  expect(rows).toContain('4242');
  expect(rows).not.toContain('4242424242424242');
});

const notificationOf = (orderNo: string, changes: Record<string, string>): URLSearchParams =>
  new URLSearchParams(signedPaidResult(orderNo, `${orderNo}-00001`, { webhooks_type: 'PAYMENT', ...changes }));

function notify(path: string, body: URLSearchParams): Response | Promise<Response> {
  return system.companion.fetch(new Request(`http://x${path}`, { method: 'POST', body }));
}

const reported = (order_no: string, changes: Record<string, string> = {}) => ({
  return_status: '1',
  orders_list: [
    {
      order_no,
      currency: 'EUR',
      amount: '24.00',
      payment_status: '3000',
      query_result: '1',
      transaction_id: `${order_no}-00001`,
      ...changes,
    },
  ],
});
