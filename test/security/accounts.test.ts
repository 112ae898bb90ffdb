import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DetailedPayment } from '../../shared/contract/merchant/payments.ts';
import type * as z from 'zod/mini';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import {
  receivedNotifyUrlOf,
  publicNotifyUrlOf,
  setNextResponse,
  signedPaidResult,
} from '../support/gateway-messages.ts';
import { nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit, type TestSystem } from '../support/system.ts';
import {
  CREDENTIALS_OF_ACCOUNT,
  ACCOUNT_NAMES,
  startTwoAccountSystem,
  TWO_ACCOUNT_OPTIONS,
  type TestAccountName,
} from '../support/two-accounts.ts';

const PENDING = '4000000000005126';

type Details = z.infer<typeof DetailedPayment>;

let system: TestSystem;

beforeEach(async () => {
  system = await startTwoAccountSystem();
});
afterEach(() => system.close());

const other = (account: TestAccountName): TestAccountName => (account === 'default' ? 'uk' : 'default');
const state = () => system.sandbox.sandbox.state;
const payment = (id: string) => system.get<Details>(`/v1/payments/${id}`);
const requests = (operation: string) => state().requests.filter((request) => request.operation === operation);
const paidIn = (account: TestAccountName) => system.paid({ account });

/** A payment whose outcome the gateway has not reported yet. */
async function pendingIn(account: TestAccountName): Promise<Details> {
  const session = await system.openSession({ account });
  const outcome = await system.pay(session.token, createCardSubmit(PENDING));
  const pending = await payment(String(outcome.payment_id));
  expect(pending).toMatchObject({ account, status: 'pending' });
  return pending;
}

async function notify(address: string, fields: Record<string, string>): Promise<void> {
  const response = await system.companion.fetch(
    new Request(address, { method: 'POST', body: new URLSearchParams(fields) }),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('OK');
  await system.settle();
}

/** Every way to mix the identity and the key of two accounts. */
const COMBINATIONS = ACCOUNT_NAMES.flatMap((target) =>
  ACCOUNT_NAMES.flatMap((identity) => ACCOUNT_NAMES.map((key) => ({ target, identity, key }))),
);

describe('notifications', () => {
  const addresses = [
    ['secret', (id: string) => receivedNotifyUrlOf(system, id)],
    ['public', publicNotifyUrlOf],
  ] as const;
  const forged = COMBINATIONS.filter(({ target, identity, key }) => target !== identity || target !== key);

  test.each(addresses)('at a %s address only one signed by the account of the payment is applied', async (_n, at) => {
    for (const { target, identity, key } of forged) {
      const { id, order_no, transaction_id } = await pendingIn(target);
      const credentials = { ...CREDENTIALS_OF_ACCOUNT[identity], sign_key: CREDENTIALS_OF_ACCOUNT[key].sign_key };
      await notify(at(id), signedPaidResult(order_no, transaction_id ?? '', {}, credentials));
      const name = `a payment of ${target}, identity of ${identity}, key of ${key}`;
      expect(await payment(id), name).toMatchObject({ status: 'pending', account: target });
    }
    for (const account of ACCOUNT_NAMES) {
      const { id, order_no, transaction_id } = await pendingIn(account);
      await notify(at(id), signedPaidResult(order_no, transaction_id ?? '', {}, CREDENTIALS_OF_ACCOUNT[account]));
      expect(await payment(id)).toMatchObject({ status: 'paid', account });
    }
  });

  test('the address of a payment of one account takes no result for an order of the other', async () => {
    for (const account of ACCOUNT_NAMES) {
      const [mine, theirs] = [await pendingIn(account), await pendingIn(other(account))];
      const result = signedPaidResult(
        theirs.order_no,
        theirs.transaction_id ?? '',
        {},
        CREDENTIALS_OF_ACCOUNT[other(account)],
      );
      await notify(receivedNotifyUrlOf(system, mine.id), result);
      expect(await payment(mine.id)).toMatchObject({ status: 'pending' });
      expect(await payment(theirs.id)).toMatchObject({ status: 'pending' });
    }
  });
});

describe('answers of the gateway, where the profile requires their digests', () => {
  beforeEach(async () => {
    await system.close();
    system = await startTwoAccountSystem({ companion: { profile: { verification: 'required' } } });
  });

  const signed = (
    identity: TestAccountName,
    key: TestAccountName,
    recipe: 'retrievalTrans' | 'refund',
    body: Record<string, unknown>,
    values: Record<string, string> = {},
  ): Record<string, unknown> => {
    const { merchant_id, account_id } = CREDENTIALS_OF_ACCOUNT[identity];
    const fields = { merchant_id, account_id, ...values };
    const digest = computeDigest(DEFAULT_PROFILE.recipes[recipe], fields, CREDENTIALS_OF_ACCOUNT[key].sign_key);
    return { merchant_id, account_id, return_status: '1', return_message: 'OK', encryption_data: digest, ...body };
  };

  test.each(COMBINATIONS)(
    'a query of a payment of $target answered with the identity of $identity and the key of $key',
    async ({ target, identity, key }) => {
      const { id, order_no, transaction_id, currency, amount } = await pendingIn(target);
      const row = { order_no, transaction_id, currency, amount, query_result: '1', payment_status: '3000' };
      setNextResponse(system, 'retrievalTrans', signed(identity, key, 'retrievalTrans', { orders_list: [row] }));
      await system.post(`/v1/payments/${id}/sync`);
      const isOwn = identity === target && key === target;
      expect(await payment(id)).toMatchObject({ status: isOwn ? 'paid' : 'pending' });
      expect(requests('retrievalTrans').at(-1)?.fields).toMatchObject({
        account_id: CREDENTIALS_OF_ACCOUNT[target].account_id,
      });
    },
  );

  test.each(COMBINATIONS)(
    'a refund of $target answered with the identity of $identity and the key of $key',
    async ({ target, identity, key }) => {
      const { id, order_no, transaction_id, currency, amount } = await paidIn(target);
      const names = { order_no, transaction_id, currency, amount, refund_amount: amount };
      const item = {
        ...names,
        refund_status: '1',
        refund_message: '0000:OK',
        refund_reference_id: `${transaction_id}-1`,
      };
      const values = { transaction_ids: String(transaction_id) };
      setNextResponse(system, 'refund', signed(identity, key, 'refund', { refund_orders: [item] }, values));
      const { refunds } = await system.post<{ refunds: { refund: { status: string } }[] }>('/v1/refunds', {
        refunds: [{ payment_id: id, refund_amount: amount, refund_reason: 'broken' }],
      });
      const isOwn = identity === target && key === target;
      expect(refunds[0]?.refund.status).toBe(isOwn ? 'accepted' : 'unknown');
    },
  );
});

test('a session is of the account that it names, of that for its currency, or of the default one', async () => {
  const accountOf = async (order: Parameters<TestSystem['openSession']>[0]): Promise<unknown> => {
    const { id } = await system.openSession(order);
    return (await system.get<{ account: string }>(`/v1/sessions/${id}`)).account;
  };
  expect(await accountOf({ account: 'uk' })).toBe('uk');
  expect(await accountOf({ account: 'default', currency: 'GBP' })).toBe('default');
  expect(await accountOf({ currency: 'GBP' })).toBe('uk');
  expect(await accountOf({ currency: 'EUR' })).toBe('default');
});

test.each(['asia', 'Default', 'default ', '__proto__', 7])(
  'a session of the account %s is refused',
  async (account) => {
    const order = { ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), account };
    const response = await system.merchant('POST', '/v1/sessions', order);
    expect(response.status).toBe(400);
    const { fields } = (await response.json()) as { fields: { path: string; rule: string }[] };
    expect(fields.map(({ path }) => path)).toEqual(['account']);
    expect(fields[0]?.rule).toMatch(/default, uk|lower-case|type/);
  },
);

test('an open session keeps its account, and a change of the order cannot name another', async () => {
  const { id } = await system.openSession({ account: 'uk' });
  const changed = await system.merchant('PATCH', `/v1/sessions/${id}`, { account: 'default' });
  expect(changed.status).toBe(400);
  expect(await system.get(`/v1/sessions/${id}`)).toMatchObject({ account: 'uk' });
});

test('payments, queries, captures, voids and refunds go out with the credentials of the payment’s account', async () => {
  for (const account of ACCOUNT_NAMES) {
    const { merchant_id, account_id } = CREDENTIALS_OF_ACCOUNT[account];
    const paid = await paidIn(account);
    await system.post(`/v1/payments/${paid.id}/sync`);
    await system.post('/v1/refunds', {
      refunds: [{ payment_id: paid.id, refund_amount: '4.00', refund_reason: 'broken' }],
    });
    const held = await system.paid({ account }, '4000000000009235');
    await system.post(`/v1/payments/${held.id}/capture`);
    const voided = await paidIn(account);
    await system.post(`/v1/payments/${voided.id}/cancel`);
    for (const operation of ['authorise', 'retrievalTrans', 'refund', 'capture', 'cancel']) {
      expect(requests(operation).at(-1)?.fields, operation).toMatchObject({ merchant_id, account_id });
    }
    expect(await payment(paid.id)).toMatchObject({ account, refunded_amount: '4.00' });
    const { refunds } = await system.get<{ refunds: object[] }>(`/v1/refunds?payment_id=${paid.id}`);
    expect(refunds).toEqual([expect.objectContaining({ account })]);
    expect(await payment(voided.id)).toMatchObject({ account, status: 'cancelled' });
  }
});

test('a batch of several accounts is refused, and nothing is sent', async () => {
  const payments = await Promise.all(ACCOUNT_NAMES.map(paidIn));
  const targets = payments.map(({ id }) => ({ payment_id: id }));
  const bodies = {
    refunds: targets.map((target) => ({ ...target, refund_amount: '1.00', refund_reason: 'broken' })),
    captures: targets,
    cancellations: targets,
    reviews: targets.map((target) => ({ ...target, decision: 'approve' })),
  };
  for (const [name, list] of Object.entries(bodies)) {
    const response = await system.merchant('POST', `/v1/${name}`, { [name]: list });
    expect(response.status, name).toBe(400);
    expect(await response.json()).toMatchObject({ fields: [{ path: `${name}.1`, code: 'not_allowed' }] });
  }
  for (const operation of ['refund', 'capture', 'cancel', 'review']) expect(requests(operation)).toEqual([]);
});

test('one transaction ID in two accounts is two transactions: refunds are reserved and found apart', async () => {
  const order_no = nextOrderNo();
  const make = async (account: TestAccountName): Promise<Details> => {
    const session = await system.openSession({ account, order_no });
    const { merchant_id, account_id } = CREDENTIALS_OF_ACCOUNT[account];
    const xml = Object.entries({
      ...{ merchant_id, account_id, order_no, amount: '24.00', currency: 'EUR' },
      ...{ transaction_id: `${order_no}-00001`, order_status: '1', result_info: '0000:Success' },
    }).map(([name, value]) => `<${name}>${value}</${name}>`);
    state().scenarios.arm({
      ...{ operation: 'authorise', fault: 'status', status: 200, times: 1, after_charge: false },
      ...{ body: `<respon>${xml.join('')}</respon>`, content_type: 'application/xml' },
    });
    const outcome = await system.pay(session.token);
    return payment(String(outcome.payment_id));
  };
  const [mine, theirs] = [await make('default'), await make('uk')];
  expect([mine, theirs]).toMatchObject([
    { status: 'paid', account: 'default', duplicate: false, alerts: [], transaction_id: theirs.transaction_id },
    { status: 'paid', account: 'uk', duplicate: false, alerts: [] },
  ]);
  const refund = { transaction_id: mine.transaction_id, refund_amount: '24.00', refund_reason: 'broken' };
  const ambiguous = await system.merchant('POST', '/v1/refunds', { refunds: [refund] });
  expect(ambiguous.status).toBe(400);
  expect(requests('refund')).toEqual([]);
  for (const { account, id } of [mine, theirs]) {
    state().scenarios.arm({
      ...{ operation: 'refund', fault: 'empty', times: 1, after_charge: false },
    });
    const { refunds } = await system.post<{ refunds: { refund: { status: string; payment_id: string } }[] }>(
      `/v1/refunds?account=${account}`,
      { refunds: [refund] },
    );
    expect(refunds).toMatchObject([{ refund: { status: 'unknown', payment_id: id }, error: null }]);
  }
});

test('a saved card is offered and charged in its account only', async () => {
  const order = {
    saved_cards: true,
    shopper: { id: 'c-7', email: 'ana@example.com', first_name: 'Ana', last_name: 'S' },
  };
  const session = await system.openSession({ ...order, account: 'uk' });
  await system.pay(session.token, { ...createCardSubmit(), save_card: true });
  const cards = async (query: string) =>
    (await system.get<{ saved_cards: { id: string }[] }>(`/v1/saved-cards?shopper_id=c-7${query}`)).saved_cards;
  const [card] = await cards('');
  expect(await cards('&account=default')).toEqual([]);
  const shown = async (account: TestAccountName): Promise<unknown> => {
    const opened = await system.openSession({ ...order, account });
    const view = await system.browser(opened.token, 'GET', '/checkout/session');
    return ((await view.json()) as { saved_cards?: { token_id: string }[] }).saved_cards?.map(({ token_id: id }) => id);
  };
  expect(await shown('uk')).toEqual([card?.id]);
  expect(await shown('default')).toEqual([]);
  const foreign = await system.openSession({ ...order, account: 'default' });
  const { card: _card, ...submit } = createCardSubmit();
  const sent = requests('authorise').length;
  const charged = await system.browser(foreign.token, 'POST', '/checkout/payments', { ...submit, token_id: card?.id });
  expect(charged.status).toBe(400);
  const removed = await system.browser(foreign.token, 'DELETE', `/checkout/saved-cards/${String(card?.id)}`);
  expect(removed.status).toBe(200);
  const listOf = async (account: TestAccountName): Promise<string> => {
    const { token } = await system.post<{ token: string }>('/v1/cards-sessions', {
      ...{ shopper: order.shopper, account, currency: 'EUR', return_url: 'https://shop.example/' },
    });
    return (await system.browser(token, 'GET', '/checkout/cards')).text();
  };
  expect(await listOf('uk')).toContain(String(card?.id));
  expect(await listOf('default')).not.toContain(String(card?.id));
  const charge = (account: TestAccountName, more: object) =>
    system.merchant('POST', '/v1/payments', {
      ...{ order_no: nextOrderNo(), account, currency: 'EUR', amount: '9.00', return_url: 'https://shop.example/' },
      ...{ shopper: order.shopper, shopper_ip: '192.0.2.1', description: 'Refill', ...more },
    });
  for (const more of [{}, { saved_card_id: card?.id }]) expect((await charge('default', more)).status).toBe(400);
  expect(requests('authorise')).toHaveLength(sent);
  expect(await cards('')).toMatchObject([{ id: card?.id, default: true }]);
  const paid = await charge('uk', {});
  expect(await paid.json()).toMatchObject({ status: 'paid', payment: { account: 'uk' } });
  expect(requests('authorise').at(-1)?.fields).toMatchObject({ account_id: CREDENTIALS_OF_ACCOUNT.uk.account_id });
});

test('refused credentials of one account pause its payments, and the other account goes on', async () => {
  await system.close();
  const { uk } = CREDENTIALS_OF_ACCOUNT;
  system = await startTwoAccountSystem({
    companion: {
      accounts: { uk: { merchantId: uk.merchant_id, accountId: uk.account_id, signKey: 'sandbox_wrong_key' } },
    },
  });
  for (let index = 0; index < 4; index += 1) {
    await system.pay((await system.openSession({ account: 'uk' })).token);
  }
  const paused = await system.browser(
    (await system.openSession({ account: 'uk' })).token,
    'POST',
    '/checkout/payments',
    createCardSubmit(),
  );
  expect(await paused.json()).toMatchObject({ code: 'gateway_misconfigured' });
  expect(await paidIn('default')).toMatchObject({ status: 'paid' });
});

test('submits are counted for each account apart, and a short window of one does not end the long one of the other', async () => {
  await system.close();
  const { uk } = TWO_ACCOUNT_OPTIONS.accounts;
  system = await startTwoAccountSystem({
    companion: { limits: 'shopper=1/24h', accounts: { uk: { ...uk, limits: 'shopper=1/1m' } } },
  });
  const submit = async (account: TestAccountName): Promise<number> => {
    const { token } = await system.openSession({ account });
    return (await system.browser(token, 'POST', '/checkout/payments', createCardSubmit('4000000000000002'))).status;
  };
  expect([await submit('default'), await submit('uk')]).toEqual([200, 200]);
  expect([await submit('default'), await submit('uk')]).toEqual([429, 429]);
});

test('an order number that two accounts use is two orders, also where orders are paid once', async () => {
  await system.close();
  system = await startTwoAccountSystem({ companion: { ordersOnce: true } });
  const order_no = nextOrderNo();
  for (const account of ACCOUNT_NAMES) {
    expect(await system.paid({ account, order_no })).toMatchObject({ account, status: 'paid', duplicate: false });
  }
  const again = await system.merchant('POST', '/v1/sessions', {
    ...{ ...TEST_SESSION_FIELDS, order_no, account: 'uk' },
  });
  expect(again.status).toBe(409);
});

test('an entry of a batch that no payment places asks for the account, and nothing is sent', async () => {
  const refund = {
    transaction_id: 'T-of-nobody',
    order_no: nextOrderNo(),
    refund_amount: '1.00',
    refund_reason: 'broken',
  };
  const captures = [{ transaction_id: 'T-of-nobody' }];
  const bodies = { refunds: [refund], captures, cancellations: captures };
  for (const [name, list] of Object.entries(bodies)) {
    const response = await system.merchant('POST', `/v1/${name}`, { [name]: list });
    expect(response.status, name).toBe(400);
    expect(await response.json(), name).toMatchObject({ fields: [{ path: 'account', code: 'required' }] });
  }
  for (const operation of ['refund', 'capture', 'cancel']) expect(requests(operation)).toEqual([]);
});

test('a cancellation goes to the account that the call names, also where another has a subscription of the same ID', async () => {
  const session = await system.openSession({
    subscription: { contract_name: 'Gold', contract_amount: '24.00', interval: 'month' },
  });
  const outcome = await system.pay(session.token, { ...createCardSubmit(), subscription_agreed: true });
  const { recurring_id } = await payment(String(outcome.payment_id));
  const path = `/v1/subscriptions/${String(recurring_id)}/cancel?account=uk`;
  const answer = await system.merchant('POST', path, { contract_name: 'Silver' });
  expect(await answer.json()).toMatchObject({
    code: 'gateway_refused',
    detail: 'The gateway refused: S0001:Unknown subscription',
  });
  expect(requests('cancelsubscription').map(({ fields }) => fields)).toMatchObject([
    { account_id: CREDENTIALS_OF_ACCOUNT.uk.account_id, contract_name: 'Silver' },
  ]);
  const own = await system.get<{ status: string }>(`/v1/subscriptions/${String(recurring_id)}`);
  expect(own.status).toBe('Active');
});

test('a payout is of the account that the call names, and its request_id is not taken up by another', async () => {
  const payout = {
    request_id: crypto.randomUUID(),
    payment_currency: 'EUR',
    payment_amount: '12.00',
    reference: 'R-1',
    beneficiary: { name: 'Ana Souza', account_number: 'DE02120300000000202051' },
  };
  const first = await system.merchant('POST', '/v1/payouts?account=uk', payout);
  expect([201, 202]).toContain(first.status);
  expect(await first.json()).toMatchObject({ operation: { account: 'uk' } });
  expect(requests('payout').at(-1)?.fields).toMatchObject({ account_id: CREDENTIALS_OF_ACCOUNT.uk.account_id });
  const second = await system.merchant('POST', '/v1/payouts', payout);
  expect(second.status).toBe(422);
  expect(requests('payout')).toHaveLength(1);
  await system.merchant('POST', '/v1/payouts', { ...payout, request_id: crypto.randomUUID(), payment_currency: 'GBP' });
  expect(requests('payout').at(-1)?.fields).toMatchObject({ account_id: CREDENTIALS_OF_ACCOUNT.uk.account_id });
});
