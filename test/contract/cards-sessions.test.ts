import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CardsView, CardVerificationSession, SessionView } from '../../shared/contract/index.ts';
import type { CreateCardsSession, CreatedCardsSession } from '../../server/index.ts';
import {
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** A shopper's saved cards outside a payment: `POST /v1/cards-sessions` and the calls of `<tillgate-cards>`. */

let system: TestSystem;
let voiding: TestSystem;
let shopper: string;
const now = { ahead: 0 };

beforeAll(async () => {
  system = await startTestSystem({ companion: { now: () => Date.now() + now.ahead } });
  voiding = await startTestSystem({ companion: { profile: { card_verification: '1.00' } } });
});
afterAll(async () => {
  await system.close();
  await voiding.close();
});
beforeEach(() => {
  shopper = `shopper-${crypto.randomUUID()}`;
  now.ahead = 0;
});

const open = async (changes: Partial<CreateCardsSession> = {}, on = system): Promise<string> => {
  const body = {
    shopper: { ...TEST_SESSION_FIELDS.shopper, id: shopper },
    currency: 'EUR',
    return_url: TEST_SESSION_FIELDS.return_url,
    ...changes,
  };
  return (await on.post<CreatedCardsSession>('/v1/cards-sessions', body)).token;
};

const view = async (token: string, on = system): Promise<CardsView> =>
  (await (await on.browser(token, 'GET', '/checkout/cards')).json()) as CardsView;

const begin = async (token: string, on = system): Promise<string> =>
  ((await (await on.browser(token, 'POST', '/checkout/cards')).json()) as CardVerificationSession).session;

const add = async (token: string, number?: string, on = system) =>
  on.pay(await begin(token, on), createCardSubmit(number));

test('a card is added by a payment of zero, which is no order and has no events', async () => {
  const token = await open();
  expect(token).toMatch(/^tgc_[\w-]{43}$/);
  expect(await view(token)).toEqual({
    cards: [],
    verification: { amount: '0.00', currency: 'EUR' },
    locale: null,
  });
  const outcome = await add(token);
  expect(outcome.status).toBe('paid');
  expect((await view(token)).cards).toEqual([
    { token_id: expect.stringMatching(/^card_/), brand: 'visa', last4: '4242', expiry: '12/31', default: true },
  ]);
  const payment = await system.get<TestPaymentDetails>(`/v1/payments/${String(outcome.payment_id)}`);
  expect(payment).toMatchObject({ kind: 'verification', amount: '0.00', status: 'paid' });
  expect(await system.get(`/v1/events?ref=${payment.id}`)).toMatchObject({ events: [] });
});

test('the session that adds a card shows no saved cards, and saves the card without being told', async () => {
  const token = await open();
  await add(token);
  const session = await begin(token);
  const shown = (await (await system.browser(session, 'GET', '/checkout/session')).json()) as SessionView;
  expect(shown).toMatchObject({ saved_cards: [], keeps_cards: false, amount: '0.00' });
  const [card] = (await view(token)).cards;
  const { card: _card, ...rest } = createCardSubmit();
  const byCard = await system.browser(session, 'POST', '/checkout/payments', { ...rest, token_id: card!.token_id });
  expect(byCard.status).toBe(400);
});

test('a declined card is not saved, and the shopper may try another in the same form', async () => {
  const token = await open();
  const session = await begin(token);
  expect(await system.pay(session, createCardSubmit('4000000000000002'))).toMatchObject({ status: 'declined' });
  expect((await view(token)).cards).toEqual([]);
  expect(await system.pay(session, createCardSubmit())).toMatchObject({ status: 'paid' });
  expect((await view(token)).cards).toHaveLength(1);
});

test('a shopper removes cards and chooses the default', async () => {
  const token = await open();
  await add(token);
  await add(token, '5555555555554444');
  const [newest, oldest] = (await view(token)).cards;
  expect([newest!.default, oldest!.default]).toEqual([true, false]);
  const path = `/checkout/cards/${oldest!.token_id}`;
  const chosen = (await (await system.browser(token, 'POST', `${path}/default`)).json()) as CardsView;
  expect(chosen.cards.map((card) => card.default)).toEqual([false, true]);
  for (let round = 0; round < 2; round += 1) {
    const left = (await (await system.browser(token, 'DELETE', path)).json()) as CardsView;
    expect(left.cards).toMatchObject([{ last4: '4444', default: true }]);
  }
});

test('a token never shows, removes or prefers a card of another shopper', async () => {
  const mine = await open();
  await add(mine);
  const [card] = (await view(mine)).cards;
  const theirs = await open({ shopper: { ...TEST_SESSION_FIELDS.shopper, id: `other-${shopper}` } });
  expect((await view(theirs)).cards).toEqual([]);
  await system.browser(theirs, 'DELETE', `/checkout/cards/${card!.token_id}`);
  expect((await system.browser(theirs, 'POST', `/checkout/cards/${card!.token_id}/default`)).status).toBe(404);
  expect((await view(mine)).cards).toHaveLength(1);
});

test('an unknown, an expired and a session’s token get the same refusal, and a cards token pays nothing', async () => {
  const token = await open({ expires_in: 60 });
  const { token: ofOrder } = await system.openSession();
  now.ahead = 61_000;
  const bodies = await Promise.all(
    [token, `tgc_${'A'.repeat(43)}`, ofOrder, 'tgc_'].map(async (wrong) => {
      const answer = await system.browser(wrong, 'GET', '/checkout/cards');
      const { request_id: _id, ...body } = (await answer.json()) as { request_id: string };
      return JSON.stringify([answer.status, body]);
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0]!)).toMatchObject([401, { code: 'unauthenticated' }]);
  now.ahead = 0;
  for (const path of ['/checkout/session', '/checkout/outcome']) {
    expect((await system.browser(token, 'GET', path)).status).toBe(401);
  }
});

test('a shopper begins to add a card at most five times in one session', async () => {
  const token = await open();
  const answers = await Promise.all(Array.from({ length: 8 }, () => system.browser(token, 'POST', '/checkout/cards')));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
});

test.each([
  [{ shopper: { email: 'ana@example.com' } }, 'shopper.id'],
  [{ currency: 'XXQ' }, 'currency'],
  [{ return_url: 'javascript:alert(1)' }, 'return_url'],
  [{ expires_in: 5 }, 'expires_in'],
  [{ amount: '1.00' }, 'amount'],
])('a cards session with %j is refused with the path %s', async (changes, path) => {
  const body = { shopper: { id: shopper }, currency: 'EUR', return_url: TEST_SESSION_FIELDS.return_url, ...changes };
  const answer = await system.merchant('POST', '/v1/cards-sessions', body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: [{ path }] });
});

test('a shop cannot open a session of amount zero itself', async () => {
  for (const changes of [{ amount: '0.00' }, { amount: '0.00', verifies_card: true }]) {
    const answer = await system.merchant('POST', '/v1/sessions', {
      ...TEST_SESSION_FIELDS,
      order_no: 'ZERO',
      ...changes,
    });
    expect(answer.status).toBe(400);
  }
});

test('a small amount that saves a card is voided at once, and the card stays', async () => {
  const token = await open({}, voiding);
  expect((await view(token, voiding)).verification).toEqual({ amount: '1.00', currency: 'EUR' });
  const outcome = await add(token, undefined, voiding);
  await voiding.companion.reconcile();
  const payment = await voiding.get<TestPaymentDetails>(`/v1/payments/${String(outcome.payment_id)}`);
  expect(payment).toMatchObject({ kind: 'verification', amount: '1.00', status: 'cancelled' });
  expect((await view(token, voiding)).cards).toHaveLength(1);
});

test('a void that the gateway refuses calls a person after half an hour, and one that it takes later ends the alert', async () => {
  const ahead = { ms: 0 };
  const other = await startTestSystem({
    companion: { profile: { card_verification: '1.00' }, now: () => Date.now() + ahead.ms },
  });
  try {
    const outcome = await add(await open({}, other), undefined, other);
    const read = (): Promise<TestPaymentDetails> =>
      other.get<TestPaymentDetails>(`/v1/payments/${String(outcome.payment_id)}`);
    const { scenarios } = other.sandbox.sandbox.state;
    const body = JSON.stringify({ return_status: '0', return_message: 'No' });
    scenarios.arm({ operation: 'cancel', fault: 'malformed', body, times: 50, after_charge: false });
    for (let round = 0; round < 8; round += 1) {
      await other.companion.reconcile();
      ahead.ms += 360_000;
    }
    const voids = (await read()).timeline.filter(({ kind }) => kind === 'cancel_requested');
    expect(voids.length).toBeLessThan(9);
    expect((await read()).alerts.map(({ code }) => code)).toEqual(['verification_not_voided']);
    scenarios.clear();
    await other.post(`/v1/payments/${String(outcome.payment_id)}/cancel`);
    expect(await read()).toMatchObject({ status: 'cancelled', alerts: [] });
  } finally {
    await other.close();
  }
});

test('a profile without an amount for it saves cards by paying only', async () => {
  const other = await startTestSystem({ companion: { profile: { card_verification: null } } });
  try {
    const token = await open({}, other);
    expect((await view(token, other)).verification).toBeNull();
    expect((await other.browser(token, 'POST', '/checkout/cards')).status).toBe(501);
  } finally {
    await other.close();
  }
});
