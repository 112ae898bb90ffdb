import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CreatedPayment, CreatePaymentRequest } from '../../server/index.ts';
import type { SavedCard, SessionView } from '../../shared/contract/index.ts';
import { openStore } from '../../server/store/open-store.ts';
import { createFaultyStore } from '../support/faulty-store.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import {
  nextOrderNo,
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';
import { untilDefined } from '../support/wait.ts';

/** `POST /v1/payments`: a saved card is charged without the shopper there. */

const READ_KEY = testApiKey('read only');
let stub: StubGateway;
let system: TestSystem;
let shopper: string;
let tokens = 0;

beforeAll(async () => {
  stub = await startStubGateway();
  const apiKeys = [`${testApiKey('shop')}:pay+refund+payout+resolve+issue+users+read`, `${READ_KEY}:read`].join(',');
  system = await startTestSystem({ companion: { gatewayUrl: stub.url, apiKeys, profile: {} } });
});
afterAll(async () => {
  await system.close();
  await stub.close();
});

beforeEach(async () => {
  shopper = `shopper-${crypto.randomUUID()}`;
  await save('4242424242424242');
  stub.charges.length = 0;
});

const answerWith = (changes: Record<string, string | undefined>): void => {
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, changes));
};

/** Saves a card of the shopper by a payment of theirs. */
async function save(number: string): Promise<void> {
  tokens += 1;
  answerWith({ token_id: `token-${String(tokens)}`, card: `${number.slice(0, 6)}***${number.slice(-4)}` });
  const { token } = await system.openSession({
    saved_cards: true,
    shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper },
  });
  await system.pay(token, { ...createCardSubmit(number), save_card: true });
  answerWith({});
}

const cards = async (): Promise<{ id: string; last4: string; default: boolean }[]> =>
  (
    await system.get<{ saved_cards: { id: string; last4: string; default: boolean }[] }>(
      `/v1/saved-cards?shopper_id=${shopper}`,
    )
  ).saved_cards;

const bodyOf = (changes: Partial<CreatePaymentRequest> = {}): CreatePaymentRequest => ({
  order_no: nextOrderNo(),
  currency: 'EUR',
  amount: '24.00',
  description: 'Coffee, November',
  return_url: 'http://shop.localhost:4000/thank-you',
  shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper },
  shopper_ip: '203.0.113.9',
  ...changes,
});

const charge = async (changes: Partial<CreatePaymentRequest> = {}): Promise<CreatedPayment> =>
  system.post<CreatedPayment>('/v1/payments', bodyOf(changes));

const challenged = (): void =>
  answerWith({ order_status: undefined, result_info: undefined, issuer_url: `${stub.url}/acs` });

test('a charge is paid by the saved card, marked as the profile names it, and is a payment like any other', async () => {
  const [card] = await cards();
  const { status, url, payment } = await charge({ saved_card_id: card!.id, metadata: { plan: 'beans' } });
  expect({ status, url }).toEqual({ status: 'paid', url: null });
  expect(payment).toMatchObject({
    kind: 'merchant_initiated',
    status: 'paid',
    amount: '24.00',
    card: { last4: '4242' },
  });
  expect(stub.charges).toHaveLength(1);
  expect(stub.charges[0]).toMatchObject({
    token_id: `token-${String(tokens)}`,
    card: '',
    security_code: '',
    open3d: 'no3DS',
    shopper_id: shopper,
    shopper_ip: '203.0.113.9',
    items: `Coffee, November#,#${payment.order_no}#,#24.00#,#1`,
  });
  const { events } = await system.get<{ events: { type: string }[] }>(`/v1/events?ref=${payment.id}`);
  expect(events.map(({ type }) => type)).toEqual(['payment.paid']);
  expect(await system.get(`/v1/sessions/${payment.session_id}`)).toMatchObject({
    status: 'paid',
    metadata: { plan: 'beans' },
  });
  expect(JSON.stringify(payment)).not.toContain(`token-${String(tokens)}`);
});

test('the first payment of the shopper is not marked', async () => {
  await save('5555555555554444');
  expect(stub.charges[0]).not.toHaveProperty('open3d');
});

test('fields of the shop override those by which the profile marks a charge', async () => {
  await charge({ open3d: 'do3DS', order_type: 'RECURRING' });
  expect(stub.charges[0]).toMatchObject({ open3d: 'do3DS', order_type: 'RECURRING' });
});

test('the default card is the one that was chosen, otherwise the newest', async () => {
  await save('5555555555554444');
  expect((await charge()).payment.card?.last4).toBe('4444');
  expect((await cards()).map((card) => [card.last4, card.default])).toEqual([
    ['4444', true],
    ['4242', false],
  ]);
});

test('a declined charge names its reason and ends its session', async () => {
  answerWith({ order_status: '0', result_info: 'D0051:No money' });
  const { status, url, payment } = await charge();
  expect({ status, url, code: payment.decline?.code }).toEqual({
    status: 'declined',
    url: null,
    code: 'insufficient_funds',
  });
  expect(await system.get(`/v1/sessions/${payment.session_id}`)).toMatchObject({ status: 'expired' });
});

test('a charge whose response is lost is unknown, and the same key never sends it again', async () => {
  stub.respond = (_fields, response) => response.destroy();
  const [key, body] = [{ 'idempotency-key': crypto.randomUUID() }, bodyOf()];
  const first = await system.merchant('POST', '/v1/payments', body, key);
  const text = await first.text();
  expect(JSON.parse(text)).toMatchObject({ status: 'unknown', url: null, payment: { status: 'unknown' } });
  const again = await system.merchant('POST', '/v1/payments', body, key);
  expect(await again.text()).toBe(text);
  const other = await system.merchant('POST', '/v1/payments', { ...body, amount: '25.00' }, key);
  expect(other.status).toBe(422);
  expect(stub.charges).toHaveLength(1);
});

test('a gateway that is away is charged once it answers, by the same key', async () => {
  const away = await startStubGateway();
  const { url } = away;
  const [key, body] = [{ 'idempotency-key': crypto.randomUUID() }, bodyOf()];
  const other = await startTestSystem({ companion: { gatewayUrl: url, profile: {} } });
  try {
    const { token } = await other.openSession({
      saved_cards: true,
      shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper },
    });
    away.respond = (fields, response) => sendXml(response, authoriseResponse(fields, { token_id: 'token-away' }));
    await other.pay(token, { ...createCardSubmit(), save_card: true });
    await away.close();
    const refused = await other.merchant('POST', '/v1/payments', body, key);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'gateway_unreachable']);
    const back = await startStubGateway(Number(new URL(url).port));
    try {
      const done = await other.merchant('POST', '/v1/payments', body, key);
      expect(await done.json()).toMatchObject({ status: 'paid' });
      expect(back.charges).toHaveLength(1);
    } finally {
      await back.close();
    }
  } finally {
    await other.close();
  }
});

test('a charge whose intent the store did not confirm is not answered before it has ended, and is then charged by the same key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-charges-'));
  const clock = { at: Date.now() };
  const faulty = createFaultyStore(openStore({ dataDir: folder }));
  const companion = { gatewayUrl: stub.url, profile: {}, store: faulty.store, now: () => clock.at };
  const other = await startTestSystem({ companion });
  try {
    const { token } = await other.openSession({
      saved_cards: true,
      shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper },
    });
    answerWith({ token_id: 'token-unconfirmed' });
    await other.pay(token, { ...createCardSubmit(), save_card: true });
    stub.charges.length = 0;
    const [key, body] = [{ 'idempotency-key': crypto.randomUUID() }, bodyOf()];
    const send = async (): Promise<[number, unknown]> => {
      const answer = await other.merchant('POST', '/v1/payments', body, key);
      const { code, status } = (await answer.json()) as { code?: string; status: unknown };
      return [answer.status, code ?? status];
    };
    faulty.fault = (method) => (method === 'beginPayment' ? 'after' : undefined);
    expect(await send()).toEqual([503, 'store_unavailable']);
    faulty.fault = () => undefined;
    // The claim of the first call has lapsed.
    clock.at += 121_000;
    expect(await send()).toEqual([409, 'request_in_progress']);
    expect(stub.charges).toEqual([]);
    const done = await untilDefined(async () => {
      const answer = await send();
      return answer[0] === 409 ? undefined : answer;
    });
    expect(done).toEqual([201, 'paid']);
    expect(stub.charges).toHaveLength(1);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a charge that the issuer challenges goes on at its link as the same payment', async () => {
  challenged();
  const { status, url, payment } = await charge();
  expect({ status, kind: payment.kind, state: payment.status }).toEqual({
    status: 'authentication_required',
    kind: 'merchant_initiated',
    state: 'action_required',
  });
  expect(url).toMatch(/^http:\/\/pay\.localhost:4001\/pay\/tgs_[\w-]{43}$/);
  const token = new URL(url!).pathname.split('/').at(-1)!;
  const view = (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
  expect(view.outcome).toMatchObject({ status: 'action_required', action: { type: 'challenge' } });
  expect(view).toMatchObject({ saved_cards: [] satisfies SavedCard[], keeps_cards: false, amount: '24.00' });
  const second = await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
  expect(second.status).toBe(409);
  stub.respondToQuery = () => ({
    return_status: '1',
    orders_list: [
      {
        order_no: payment.order_no,
        currency: 'EUR',
        amount: '24.00',
        payment_status: '3000',
        query_result: '1',
        transaction_id: `${payment.order_no}-00001`,
      },
    ],
  });
  await system.companion.fetch(new Request(`http://pay.localhost:4001/checkout/return/${payment.id}`));
  expect(await system.get(`/v1/payments/${payment.id}`)).toMatchObject({ status: 'paid', kind: 'merchant_initiated' });
  expect(stub.charges).toHaveLength(1);
});

test('a card that the shopper types at the link is not marked as a charge without the shopper', async () => {
  challenged();
  const { url, payment } = await charge();
  const token = new URL(url!).pathname.split('/').at(-1)!;
  stub.respondToQuery = () => ({ return_status: '1', orders_list: [] });
  await system.browser(token, 'POST', '/checkout/abandon');
  answerWith({ transaction_id: `${payment.order_no}-00002` });
  const paid = await system.pay(token, createCardSubmit());
  expect(paid).toMatchObject({ status: 'paid' });
  expect(stub.charges[1]).not.toHaveProperty('open3d');
  expect(await system.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({
    kind: 'initial',
    session_id: payment.session_id,
  });
});

test('twenty charges at once with one key send one', async () => {
  const [key, body] = [{ 'idempotency-key': crypto.randomUUID() }, bodyOf()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => system.merchant('POST', '/v1/payments', body, key)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(stub.charges).toHaveLength(1);
});

test('a card of another shopper and an unknown card are refused alike, and nothing is sent', async () => {
  const [card] = await cards();
  const other = { ...TEST_SESSION_FIELDS.shopper, id: `other-${shopper}` };
  const refusals = await Promise.all(
    [
      { shopper: other, saved_card_id: card!.id },
      { shopper: other, saved_card_id: 'card_AAAAAAAAAAAAAAAAAAAAAA' },
      { saved_card_id: `token-${String(tokens)}` },
    ].map(async (changes) => {
      const answer = await system.merchant('POST', '/v1/payments', bodyOf(changes));
      const { code, fields } = (await answer.json()) as { code: string; fields: unknown };
      return { status: answer.status, code, fields };
    }),
  );
  expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(refusals[0]).toEqual({
    status: 400,
    code: 'invalid_request',
    fields: [{ path: 'saved_card_id', code: 'not_allowed', rule: 'a saved card of this shopper' }],
  });
  expect(stub.charges).toHaveLength(0);
});

test.each<[Record<string, unknown>, string]>([
  [{ shopper: { email: 'ana@example.com' } }, 'shopper.id'],
  [{ shopper: { id: 'nobody' } }, 'shopper.id'],
  [{ shopper_ip: undefined }, 'shopper_ip'],
  [{ return_url: undefined }, 'return_url'],
  [{ amount: '0.00' }, 'amount'],
  [{ currency: 'XXQ' }, 'currency'],
  [{ description: 'a#,#b' }, 'description'],
  [{ token_id: 'mine' }, 'token_id'],
  [{ card: { number: '4242424242424242' } }, 'card'],
])('a charge with %j is refused with the path %s', async (changes, path) => {
  const answer = await system.merchant('POST', '/v1/payments', { ...bodyOf(), ...changes });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path, rule: expect.any(String) }] });
  expect(stub.charges).toHaveLength(0);
});

test('a charge without an email address is refused with the field, and the corrected one is paid by the same key', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const body = bodyOf({ shopper: { id: shopper } });
  const refused = await system.merchant('POST', '/v1/payments', body, key);
  expect(await refused.json()).toMatchObject({ fields: [{ path: 'shopper.email' }] });
  const corrected = { ...body, shopper: { id: shopper, email: 'ana@example.com' }, amount: '26.00' };
  const paid = await system.merchant('POST', '/v1/payments', corrected, key);
  expect(await paid.json()).toMatchObject({ status: 'paid', payment: { amount: '26.00' } });
  expect(stub.charges).toHaveLength(1);
});

test('a key without the scope, or a call without an Idempotency-Key, charges nothing', async () => {
  const send = (headers: Record<string, string>): Response | Promise<Response> =>
    system.companion.fetch(
      new Request('http://pay.localhost:4001/v1/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(bodyOf()),
      }),
    );
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await send({ authorization: `Bearer ${READ_KEY}`, ...key })).status).toBe(403);
  expect((await send(key)).status).toBe(401);
  expect((await send({ authorization: `Bearer ${testApiKey('shop')}` })).status).toBe(400);
  expect(stub.charges).toHaveLength(0);
});
