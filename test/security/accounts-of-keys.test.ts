import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookEventBody } from '../../shared/contract/merchant/webhook-events.ts';
import { API_ROUTES, type ApiRoute } from '../../server/api/index.ts';
import { receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import {
  TEST_SESSION_FIELDS,
  nextOrderNo,
  createCardSubmit,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';
import {
  CREDENTIALS_OF_ACCOUNT,
  API_KEY_OF_ACCOUNT,
  ACCOUNT_NAMES,
  startTwoAccountSystem,
  type TestAccountName,
} from '../support/two-accounts.ts';

/** One record of every kind, of one account. */
interface Records {
  payment: TestPaymentDetails;
  refund: string;
  dispute: string;
  subscription: string;
  card: string;
  operation: string;
  event: string;
}

let system: TestSystem;
const records = {} as Record<TestAccountName, Records>;

const other = (account: TestAccountName): TestAccountName => (account === 'default' ? 'uk' : 'default');

beforeAll(async () => {
  system = await startTwoAccountSystem();
  for (const account of ACCOUNT_NAMES) records[account] = await make(account);
});
afterAll(() => system.close());

async function make(account: TestAccountName): Promise<Records> {
  const session = await system.openSession({
    account,
    saved_cards: true,
    shopper: { ...TEST_SESSION_FIELDS.shopper, id: `c-${account}` },
    subscription: { contract_name: 'Gold', contract_amount: '24.00', interval: 'month' },
  });
  const outcome = await system.pay(session.token, {
    ...createCardSubmit(),
    save_card: true,
    subscription_agreed: true,
  });
  const id = String(outcome.payment_id);
  const { order_no, transaction_id } = await system.get<TestPaymentDetails>(`/v1/payments/${id}`);
  const disputed = { webhooks_type: 'DISPUTE', chargeback_reason: 'fraud' };
  await system.companion.fetch(
    new Request(receivedNotifyUrlOf(system, id), {
      method: 'POST',
      body: new URLSearchParams(
        signedPaidResult(order_no, String(transaction_id), disputed, CREDENTIALS_OF_ACCOUNT[account]),
      ),
    }),
  );
  await system.settle();
  const { refunds } = await system.post<{ refunds: { refund: { id: string } }[] }>('/v1/refunds', {
    refunds: [{ payment_id: id, refund_amount: '1.00', refund_reason: 'broken' }],
  });
  const { operation } = await system.post<{ operation: { id: string } }>(`/v1/payouts?account=${account}`, {
    payment_currency: 'EUR',
    payment_amount: '12.00',
    reference: 'R-1',
    beneficiary: { name: 'Ana Souza', account_number: 'DE02120300000000202051' },
  });
  const payment = await system.get<TestPaymentDetails & { disputes: { id: string }[] }>(`/v1/payments/${id}`);
  const { saved_cards } = await system.get<{ saved_cards: { id: string }[] }>(
    `/v1/saved-cards?shopper_id=c-${account}`,
  );
  const { events } = await system.get<{ events: WebhookEventBody[] }>(`/v1/events?ref=${id}`);
  return {
    payment,
    refund: String(refunds[0]?.refund.id),
    dispute: String(payment.disputes[0]?.id),
    subscription: String(payment.recurring_id),
    card: String(saved_cards[0]?.id),
    operation: operation.id,
    event: String(events[0]?.id),
  };
}

function call(key: TestAccountName, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${API_KEY_OF_ACCOUNT[key]}`,
    'idempotency-key': crypto.randomUUID(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return Promise.resolve(
    system.companion.fetch(new Request(`http://pay.localhost:4001/v1${path}`, { method, headers, ...init })),
  );
}

/** The calls about one record, by their paths: the ID that they take, and a body that they accept. */
const OF_ONE: Readonly<Record<string, { id: (of: Records) => string; body?: unknown }>> = {
  '/sessions/:id': { id: ({ payment }) => payment.session_id, body: { amount: '1.00' } },
  '/sessions/:id/expire': { id: ({ payment }) => payment.session_id },
  '/payments/:id': { id: ({ payment }) => payment.id },
  '/payments/:id/sync': { id: ({ payment }) => payment.id },
  '/payments/:id/capture': { id: ({ payment }) => payment.id },
  '/payments/:id/cancel': { id: ({ payment }) => payment.id },
  '/payments/:id/resolve': { id: ({ payment }) => payment.id, body: { status: 'declined', reason: 'x' } },
  '/payments/:id/accept': { id: ({ payment }) => payment.id, body: { notification_id: 'ntf_1' } },
  '/payments/:id/notes': { id: ({ payment }) => payment.id, body: { text: 'x' } },
  '/refunds/:id': { id: ({ refund }) => refund },
  '/refunds/:id/resolve': { id: ({ refund }) => refund, body: { status: 'refused', reason: 'x' } },
  '/disputes/:id/deadline': { id: ({ dispute }) => dispute, body: { due_at: '2031-01-01' } },
  '/subscriptions/:recurring_id': { id: ({ subscription }) => subscription },
  '/subscriptions/:recurring_id/cancel': { id: ({ subscription }) => subscription, body: {} },
  '/subscriptions/:recurring_id/resolve': {
    id: ({ subscription }) => subscription,
    body: { status: 'cancelled', reason: 'x' },
  },
  '/operations/:id': { id: ({ operation }) => operation },
  '/operations/:id/resolve': { id: ({ operation }) => operation, body: { status: 'refused', reason: 'x' } },
  '/events/:id': { id: ({ event }) => event },
  '/events/:id/redeliver': { id: ({ event }) => event },
};

const ROUTES_OF_ONE = API_ROUTES.filter(
  ({ path, scope }) => path.includes(':') && scope !== 'users' && !path.startsWith('/issuing/'),
).filter(({ path }) => path !== '/saved-cards/:id');
const LISTS = API_ROUTES.filter(({ method, path, scope }) => {
  const isAccountless = path === '/audit' || path.startsWith('/reports/');
  return method === 'GET' && !path.includes(':') && scope !== 'users' && !isAccountless;
});

const snapshot = (account: TestAccountName): Promise<unknown> =>
  system.get(`/v1/payments/${records[account].payment.id}`);

describe.each(ACCOUNT_NAMES)('a key that is bound to %s', (account) => {
  test.each(ROUTES_OF_ONE.map((route): [string, ApiRoute] => [`${route.method} ${route.path}`, route]))(
    '%s of a record of the other account is 404, and changes and sends nothing',
    async (_name, { method, path }) => {
      const { id, body } = OF_ONE[path] ?? { id: () => 'no such call in OF_ONE' };
      const theirs = records[other(account)];
      const sent = system.sandbox.sandbox.state.requests.length;
      const before = await snapshot(other(account));
      const response = await call(
        account,
        method,
        path.replace(/:\w+/, id(theirs)),
        method === 'GET' ? undefined : body,
      );
      expect(response.status).toBe(404);
      expect(await snapshot(other(account))).toEqual(before);
      expect(system.sandbox.sandbox.state.requests).toHaveLength(sent);
    },
  );

  test.each(ROUTES_OF_ONE.filter(({ method }) => method === 'GET').map(({ path }) => path))(
    'GET %s of its own account is 200',
    async (path) => {
      const own = OF_ONE[path]?.id(records[account]) ?? '';
      expect((await call(account, 'GET', path.replace(/:\w+/, own))).status).toBe(200);
    },
  );

  test.each(LISTS.map(({ path }) => path))('GET %s lists its own account only', async (path) => {
    const query = path === '/saved-cards' ? '?shopper_id=c-' : '?limit=';
    const read = async (key: TestAccountName, of: TestAccountName): Promise<string> => {
      const end = path === '/saved-cards' ? of : '100';
      const response = await call(key, 'GET', `${path}${query}${end}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    const [own, theirs] = [await read(account, account), await read(account, other(account))];
    const ids = (of: Records): string[] => [
      ...[of.payment.id, of.payment.session_id, of.payment.order_no, of.refund, of.dispute],
      ...[of.subscription, of.card, of.operation, of.event],
    ];
    for (const id of ids(records[other(account)])) {
      expect(own).not.toContain(id);
      expect(theirs).not.toContain(id);
    }
    expect(ids(records[account]).some((id) => own.includes(id))).toBe(true);
  });

  test('a filter by the other account lists nothing', async () => {
    for (const { path } of LISTS) {
      const shopper = path === '/saved-cards' ? `&shopper_id=c-${other(account)}` : '';
      const response = await call(account, 'GET', `${path}?account=${other(account)}${shopper}`);
      const { next_cursor: next, ...lists } = (await response.json()) as Record<string, unknown>;
      expect(next).toBeNull();
      expect(Object.values(lists)).toEqual([[]]);
    }
  });

  test('a search does not find what only the other account has', async () => {
    const { order_no, transaction_id } = records[other(account)].payment;
    for (const text of [order_no, transaction_id, order_no.slice(2)]) {
      const response = await call(account, 'GET', `/payments?search=${encodeURIComponent(String(text))}`);
      expect(await response.json()).toMatchObject({ payments: [] });
    }
  });

  test('a saved card of the other account is not deleted', async () => {
    const { card } = records[other(account)];
    const response = await call(account, 'DELETE', `/saved-cards/${card}`);
    expect(await response.json()).toEqual({ id: card, deleted: false });
  });

  test('batches neither find nor send what is the other account’s', async () => {
    const { id, transaction_id } = records[other(account)].payment;
    const sent = system.sandbox.sandbox.state.requests.length;
    for (const target of [{ payment_id: id }, { transaction_id }]) {
      const bodies = {
        refunds: { ...target, refund_amount: '1.00', refund_reason: 'x' },
        captures: target,
        cancellations: target,
        reviews: { ...target, decision: 'approve' },
      };
      for (const [name, item] of Object.entries(bodies)) {
        const response = await call(account, 'POST', `/${name}`, { [name]: [item] });
        expect(response.status).toBe(200);
        const results = ((await response.json()) as Record<string, { error: { code: string } }[]>)[name];
        expect(results?.[0]?.error.code, name).toBe('not_found');
      }
    }
    expect(system.sandbox.sandbox.state.requests).toHaveLength(sent);
  });

  test('a call for the other account is refused with the names that the key may use', async () => {
    const calls = [
      ['/payouts', { payment_currency: 'EUR', payment_amount: '1.00', beneficiary: {} }],
      ['/balance/payout', {}],
      ['/transactions/query', { orders: ['A-1'] }],
      ['/refunds/search', { orders: ['A-1'] }],
      ['/issuing/balance', {}],
    ] as const;
    for (const [path, body] of calls) {
      const response = await call(account, 'POST', `${path}?account=${other(account)}`, body);
      expect(response.status, path).toBe(400);
      expect(await response.json()).toMatchObject({ fields: [{ path: 'account', rule: `one of ${account}` }] });
    }
    const order = { ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), account: other(account) };
    expect((await call(account, 'POST', '/sessions', order)).status).toBe(400);
  });

  test('a session without an account is of the account of the key', async () => {
    for (const currency of ['EUR', 'GBP']) {
      const response = await call(account, 'POST', '/sessions', {
        ...TEST_SESSION_FIELDS,
        currency,
        order_no: nextOrderNo(),
      });
      expect(await response.json()).toMatchObject({ account });
    }
  });

  test('reports count its own account', async () => {
    const volume = await call(account, 'GET', '/reports/gross-volume?days=1');
    const { days } = (await volume.json()) as { days: { paid_count: number }[] };
    expect(days.reduce((sum, row) => sum + row.paid_count, 0)).toBe(1);
    const attention = await call(account, 'GET', '/reports/attention');
    expect(await attention.json()).toMatchObject({ disputes: { received: 1 } });
  });

  test('the audit log has its own calls only', async () => {
    const response = await call(account, 'GET', '/audit?limit=100');
    const { entries } = (await response.json()) as {
      entries: { key_id: string; target: string | null; order_no: string | null }[];
    };
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map(({ key_id: id }) => id)).size).toBe(1);
    // It tried to capture the other account's payment, and learns no order number by that.
    const theirs = records[other(account)].payment;
    expect(entries.some(({ target }) => target === theirs.id)).toBe(true);
    expect(entries.map(({ order_no: orderNo }) => orderNo)).not.toContain(theirs.order_no);
  });

  test('metrics, which are those of all accounts, are refused', async () => {
    const headers = { authorization: `Bearer ${API_KEY_OF_ACCOUNT[account]}` };
    const response = await system.companion.fetch(new Request('http://pay.localhost:4001/metrics', { headers }));
    expect(response.status).toBe(403);
  });
});

test('a key without accounts sees the records of all', async () => {
  const { payments } = await system.get<{ payments: { id: string; account: string }[] }>('/v1/payments?limit=100');
  expect(new Set(payments.map(({ account }) => account))).toEqual(new Set(ACCOUNT_NAMES));
  const { payments: ofUk } = await system.get<{ payments: { id: string }[] }>('/v1/payments?account=uk');
  expect(ofUk.map(({ id }) => id)).toEqual([records.uk.payment.id]);
});
