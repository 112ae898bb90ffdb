import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { createFaultyStore } from '../support/faulty-store.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { pickRunSize } from '../support/full-size.ts';
import { openStore } from '../../server/store/open-store.ts';
import { startTestSystem, createCardSubmit, untilDefined, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const SIGN_KEY: string = SANDBOX_CREDENTIALS.sign_key;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-promises-'));
let count = 0;
let stub: StubGateway;
let system: TestSystem;
let options: Partial<CheckoutServerOptions>;
let clock: { at: number };

beforeAll(async () => {
  stub = await startStubGateway();
});

afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  stub.charges.length = 0;
  stub.queries.length = 0;
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
  stub.respondToQuery = () => ({ return_status: '1', orders_list: [] });
  clock = { at: Date.now() };
  options = {
    gatewayUrl: stub.url,
    dataDir: join(folder, String((count += 1))),
    now: () => clock.at,
    deadlines: { headers: 500, total: 1_000 },
  };
  system = await startTestSystem({ companion: options });
});

afterEach(() => system.close());

const statusOf = async (paymentId: string | null): Promise<string> =>
  ((await (await system.merchant('GET', `/v1/payments/${String(paymentId)}`)).json()) as { status: string }).status;

/** A companion on the same database as `system`, as after a restart or as a second instance. */
async function another(): Promise<TestSystem> {
  return startTestSystem({ companion: options });
}

/** A query response about an order. */
const reported = (order_no: string, payment_status: string, transaction_id = `${order_no}-00001`) => ({
  return_status: '1',
  orders_list: [
    {
      order_no,
      currency: 'EUR',
      amount: '24.00',
      payment_status,
      query_result: '1',
      transaction_id,
      transaction_date: '20300101000000',
    },
  ],
});

function notification(orderNo: string, changes: Record<string, string> = {}, key = SIGN_KEY): URLSearchParams {
  const fields: Record<string, string> = {
    merchant_id: SANDBOX_CREDENTIALS.merchant_id,
    account_id: SANDBOX_CREDENTIALS.account_id,
    order_no: orderNo,
    currency: 'EUR',
    amount: '24.00',
    transaction_id: `${orderNo}-00001`,
    order_status: '1',
    result_info: '0000:Success',
    webhooks_type: 'PAYMENT',
    ...changes,
  };
  return new URLSearchParams({
    ...fields,
    encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, fields, key),
  });
}

const toXml = (fields: URLSearchParams): string =>
  `<respon>${[...fields].map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</respon>`;

const notify = (paymentId: string, body: URLSearchParams | string, type?: string): Promise<Response> =>
  Promise.resolve(
    system.companion.fetch(
      new Request(`http://x/gateway/notify/${paymentId}`, {
        method: 'POST',
        body: body.toString(),
        headers: { 'content-type': type ?? 'application/x-www-form-urlencoded' },
      }),
    ),
  );

/** A payment whose answer was lost. */
async function lostPayment(): Promise<{ paymentId: string; orderNo: string; token: string }> {
  stub.respond = (_fields, response) => response.destroy();
  const { token } = await system.openSession();
  const outcome = await system.pay(token);
  expect(outcome.status).toBe('unknown');
  return { paymentId: String(outcome.payment_id), orderNo: String(stub.charges.at(-1)!['order_no']), token };
}

test('promise 1: 1,000 concurrent submits of one session make one gateway request and one result', async () => {
  const { token } = await system.openSession();
  const submit = createCardSubmit();
  stub.respond = (fields, response) => void setTimeout(() => sendXml(response, authoriseResponse(fields)), 200);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => system.browser(token, 'POST', '/checkout/payments', submit)),
  );
  const bodies = new Set<string>();
  for (const answer of answers) {
    if (answer.status === 200) bodies.add(await answer.text());
    else expect(answer.status).toBe(409);
  }
  expect(bodies.size).toBe(1);
  expect(stub.charges).toHaveLength(1);
  recordPromiseFigures(1, { submits: 1_000, calls: stub.charges.length });
});

test('promise 1: 200 concurrent attempts of one session make one gateway request', async () => {
  const { token } = await system.openSession();
  stub.respond = (fields, response) => void setTimeout(() => sendXml(response, authoriseResponse(fields)), 200);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => system.browser(token, 'POST', '/checkout/payments', createCardSubmit())),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(stub.charges).toHaveLength(1);
});

test('promise 2: an attempt repeated with another body returns 422, and with the same body the same bytes, also after a restart', async () => {
  const { token } = await system.openSession();
  const submit = createCardSubmit();
  const first = await (await system.browser(token, 'POST', '/checkout/payments', submit)).text();
  const other = await system.browser(token, 'POST', '/checkout/payments', { ...submit, save_card: true });
  expect(other.status).toBe(422);
  expect(await (await system.browser(token, 'POST', '/checkout/payments', submit)).text()).toBe(first);
  const restarted = await another();
  expect(await (await restarted.browser(token, 'POST', '/checkout/payments', submit)).text()).toBe(first);
  await restarted.close();
  expect(stub.charges).toHaveLength(1);
});

test('promise 2: an idempotency key returns the same bytes again, also after a restart, and rejects another body', async () => {
  const body = {
    order_no: 'IDEM-1',
    currency: 'EUR',
    amount: '24.00',
    items: [{ name: 'a', sku: 'b', unit_price: '24.00', quantity: 1 }],
    return_url: 'https://shop.example/',
  };
  const headers = { 'idempotency-key': 'key-1' };
  const first = await (await system.merchant('POST', '/v1/sessions', body, headers)).text();
  expect(await (await system.merchant('POST', '/v1/sessions', body, headers)).text()).toBe(first);
  const restarted = await another();
  expect(await (await restarted.merchant('POST', '/v1/sessions', body, headers)).text()).toBe(first);
  await restarted.close();
  const reused = await system.merchant('POST', '/v1/sessions', { ...body, amount: '25.00' }, headers);
  expect(reused.status).toBe(422);
});

test('promise 3: the payment is stored before it is sent to the gateway, without card data', async () => {
  const { token, id } = await system.openSession();
  const other = await another();
  let seen: { payments: { status: string }[] } | undefined;
  stub.respond = (fields, response) => {
    void other.merchant('GET', `/v1/payments?order_no=${String(fields['order_no'])}`).then(async (answer) => {
      seen = (await answer.json()) as typeof seen;
      sendXml(response, authoriseResponse(fields));
    });
  };
  expect((await system.pay(token)).status).toBe('paid');
  expect(seen?.payments).toMatchObject([{ status: 'submitting', session_id: id }]);
  expect(JSON.stringify(seen)).not.toContain('4242424242424242');
  await other.close();
});

test('promise 3: a companion without its database returns 503 and sends nothing', async () => {
  const { token } = await system.openSession();
  const deadly = createCheckoutServer({
    ...options,
    publicUrl: 'http://pay.localhost:4001',
    gatewayUrl: stub.url,
    merchantId: '70519',
    accountId: '984747105',
    signKey: SIGN_KEY,
    apiKeys: `${testApiKey('shop')}:pay`,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    logLevel: 'silent',
  });
  const answer = await deadly.fetch(
    new Request('http://x/checkout/payments', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(createCardSubmit()),
    }),
  );
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
  expect(stub.charges).toEqual([]);
  await deadly.close();
});

describe('promises 5 and 9: payment whose response was lost', () => {
  test('a payment whose response was lost stays unknown at any age while queries find nothing', async () => {
    const { paymentId } = await lostPayment();
    const worker = createWorker();
    for (let hour = 0; hour < 30; hour += 1) {
      clock.at += 3_600_000;
      await worker.round();
    }
    expect(await statusOf(paymentId)).toBe('unknown');
    expect(stub.queries.length).toBeGreaterThan(10);
    await worker.close();
  });

  test('a payment whose response was lost is queried after 10 s, 60 s, five times every 5 minutes, then hourly for a day', async () => {
    await lostPayment();
    const worker = createWorker();
    const start = clock.at;
    const asked: number[] = [];
    while (clock.at - start <= 26 * 3_600_000) {
      const before = stub.queries.length;
      await worker.round();
      if (stub.queries.length > before) asked.push(Math.round((clock.at - start) / 10_000) * 10);
      // In short steps as long as it is asked about often.
      clock.at += clock.at - start < 1_800_000 ? 10_000 : 120_000;
    }
    expect(asked.slice(0, 7)).toEqual([10, 60, 360, 660, 960, 1260, 1560]);
    expect(asked.slice(7, 10)).toEqual([3600, 7200, 10_800]);
    expect(asked.at(-1)).toBeLessThanOrEqual(86_400);
    await worker.close();
  }, 60_000);

  test.each([
    ['3000', 'paid'],
    ['4000', 'declined'],
    ['2000', 'pending'],
    ['4100', 'paid'],
    ['9999', 'unknown'],
  ])('a query with status %s makes a payment whose response was lost %s', async (status, expected) => {
    const { paymentId, orderNo } = await lostPayment();
    stub.respondToQuery = () => reported(orderNo, status);
    await system.merchant('POST', `/v1/payments/${paymentId}/sync`);
    expect(await statusOf(paymentId)).toBe(expected);
  });

  test('a query that fails, is refused or reports another amount leaves the payment unknown', async () => {
    const { paymentId, orderNo } = await lostPayment();
    const answers: (() => unknown)[] = [
      () => ({
        ...reported(orderNo, '3000'),
        orders_list: [{ ...reported(orderNo, '3000').orders_list[0], amount: '1.00' }],
      }),
      () => ({ ...reported(orderNo, '3000'), return_status: '0' }),
      () => ({ ...reported(orderNo, '3000'), merchant_id: 'x' }),
      () => ({ orders_list: 'none' }),
      () => null,
    ];
    for (const answer of answers) {
      stub.respondToQuery = answer;
      await system.merchant('POST', `/v1/payments/${paymentId}/sync`);
      expect(await statusOf(paymentId)).toBe('unknown');
    }
    stub.respondToQuery = undefined;
    await system.merchant('POST', `/v1/payments/${paymentId}/sync`);
    expect(await statusOf(paymentId)).toBe('unknown');
  });

  test('an unknown payment blocks its session until it is resolved', async () => {
    const { paymentId, token } = await lostPayment();
    const again = await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
    expect(again.status).toBe(409);
    const resolved = await system.merchant('POST', `/v1/payments/${paymentId}/resolve`, {
      status: 'declined',
      reason: 'the acquirer says on the phone that nothing was booked',
    });
    expect(await resolved.json()).toMatchObject({ status: 'declined' });
    stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
    expect((await system.pay(token)).status).toBe('paid');
  });
});

describe('promise 7: killed process', () => {
  test('a process killed between the stored payment and its response leaves a payment that becomes unknown and then takes the gateway’s result', async () => {
    const { token } = await system.openSession();
    stub.respond = () => undefined;
    void system.browser(token, 'POST', '/checkout/payments', createCardSubmit()).catch(() => undefined);
    await untilDefined(() => stub.charges.length || undefined);
    const orderNo = String(stub.charges[0]!['order_no']);
    // The other companion knows only the database, as after kill -9.
    const worker = createWorker();
    clock.at += 5_000;
    stub.respondToQuery = () => reported(orderNo, '3000');
    await worker.round();
    clock.at += 120_000;
    await worker.round();
    const { payments } = await (await system.merchant('GET', `/v1/payments?order_no=${orderNo}`)).json();
    expect(payments).toMatchObject([{ status: 'paid' }]);
    expect(stub.charges).toHaveLength(1);
    await worker.close();
  });
});

describe('promise 8: notification', () => {
  test('a notification with a valid digest applies its result, and repeated, earlier and later ones change nothing', async () => {
    const { paymentId, orderNo } = await lostPayment();
    const early: Record<string, string> = { order_status: '-1', result_info: 'P0001:Processing' };
    for (const changes of [{}, {}, early]) {
      expect((await notify(paymentId, notification(orderNo, changes))).status).toBe(200);
    }
    await untilDefined(async () => ((await statusOf(paymentId)) === 'paid' ? true : undefined));
    expect(
      (await notify(paymentId, notification(orderNo, { order_status: '0', result_info: 'D0005:No' }))).status,
    ).toBe(200);
    await system.settle();
    expect(await statusOf(paymentId)).toBe('paid');
  });

  test('a JSON or XML notification with a valid digest applies its result', async () => {
    const first = await lostPayment();
    const fields = Object.fromEntries(notification(first.orderNo));
    await notify(first.paymentId, JSON.stringify(fields), 'application/json');
    await untilDefined(async () => ((await statusOf(first.paymentId)) === 'paid' ? true : undefined));
    const second = await lostPayment();
    const { webhooks_type: _type, ...rest } = Object.fromEntries(notification(second.orderNo));
    await notify(second.paymentId, toXml(new URLSearchParams(rest)), 'application/xml');
    await untilDefined(async () => ((await statusOf(second.paymentId)) === 'paid' ? true : undefined));
  });

  test(
    'forged notifications of any form change nothing and cause at most 3 queries a payment',
    async () => {
      const { paymentId, orderNo } = await lostPayment();
      const before = stub.queries.length;
      const count = pickRunSize(2_000, 10_000);
      const shapes: ((fields: URLSearchParams) => [body: string, type?: string])[] = [
        (fields) => [fields.toString()],
        (fields) => [JSON.stringify(Object.fromEntries(fields)), 'application/json'],
        (fields) => [toXml(fields), 'application/xml'],
        (fields) => [toXml(fields), 'text/xml; charset=gbk'],
        (fields) => [`${fields.toString()}&order_status=1`],
        (fields) => [fields.toString().toUpperCase(), 'text/plain'],
        (fields) => [`\ufeff${fields.toString()}`, 'application/x-www-form-urlencoded; charset=utf-16'],
      ];
      for (let index = 0; index < count; index += 1) {
        const forged = notification(orderNo, { note: String(index) }, 'a guessed key');
        const answer = await notify(paymentId, ...shapes[index % shapes.length]!(forged));
        expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
      }
      await system.settle();
      const queries = stub.queries.length - before;
      expect(queries, 'an unverified notification causes a query').toBeGreaterThan(0);
      expect(queries).toBeLessThanOrEqual(3);
      expect(await statusOf(paymentId)).toBe('unknown');
      // The true one still settles it.
      expect((await notify(paymentId, notification(orderNo))).status).toBe(200);
      await untilDefined(async () => ((await statusOf(paymentId)) === 'paid' ? true : undefined));
      recordPromiseFigures(8, {
        'forged notifications': count,
        'queries they caused': queries,
        'changes they made': 0,
      });
    },
    pickRunSize(60_000, 600_000),
  );

  test(
    'notifications in any order and number end with the result of the gateway’s records',
    async () => {
      const rounds = pickRunSize(20, 200);
      for (let round = 0; round < rounds; round += 1) {
        const truth = round % 2 === 0 ? 'paid' : 'declined';
        const { paymentId, orderNo } = await lostPayment();
        stub.respondToQuery = () => reported(orderNo, truth === 'paid' ? '3000' : '4000');
        const end: Record<string, string> = truth === 'paid' ? {} : { order_status: '0', result_info: 'D0005:No' };
        const early = { order_status: '-1', result_info: 'P0001:Processing' };
        const bodies = [
          ...[end, end, early].map((changes) => notification(orderNo, changes)),
          notification(orderNo, { order_status: truth === 'paid' ? '0' : '1' }, 'a guessed key'),
          notification('OTHER', end),
        ].sort(() => Math.random() - 0.5);
        await Promise.all(bodies.map((body) => notify(paymentId, body)));
        await untilDefined(async () => ((await statusOf(paymentId)) === truth ? true : undefined));
        await notify(paymentId, notification(orderNo, early));
        await Promise.all(bodies.map((body) => notify(paymentId, body)));
        await system.settle();
        expect(await statusOf(paymentId)).toBe(truth);
      }
      recordPromiseFigures(8, { 'reordered rounds': rounds, 'wrong ends': 0 });
    },
    pickRunSize(60_000, 600_000),
  );

  test.each([
    ['another amount', { amount: '1.00' }],
    ['another currency', { currency: 'USD' }],
    ['another order', { order_no: 'OTHER' }],
    ['another merchant', { merchant_id: '1' }],
    ['success with the code of a decline', { result_info: 'D0005:No' }],
    ['an unknown status', { order_status: '11' }],
  ])('a notification with a valid digest but %s applies no result', async (_name, changes) => {
    const { paymentId, orderNo } = await lostPayment();
    await notify(paymentId, notification(orderNo, changes));
    await system.settle();
    expect(await statusOf(paymentId)).toBe('unknown');
  });

  test('a notification with a valid digest at a public address applies its covered fields, with any type', async () => {
    const { paymentId, orderNo } = await lostPayment();
    stub.respondToQuery = undefined;
    await notify(paymentId, notification(orderNo, { webhooks_type: 'REFUND RESULT' }));
    await untilDefined(async () => ((await statusOf(paymentId)) === 'paid' ? true : undefined));
  });

  test.each(['DISPUTE RESULT', 'REFUND RESULT'])(
    'a declined notification with a valid digest and the type %s takes its result from a query',
    async (webhooks_type) => {
      const { paymentId, orderNo } = await lostPayment();
      stub.respondToQuery = () => reported(orderNo, '3000');
      await notify(paymentId, notification(orderNo, { webhooks_type, order_status: '0', result_info: 'D0005:No' }));
      await untilDefined(async () => ((await statusOf(paymentId)) === 'paid' ? true : undefined));
    },
  );

  test('a notification for an unknown payment and an unreadable one get the same response', async () => {
    const { paymentId, orderNo } = await lostPayment();
    const known = await notify(paymentId, notification(orderNo));
    const unknown = await notify('pay_doesnotexist', notification(orderNo));
    const broken = await notify(paymentId, '\u0000\u0001', 'application/octet-stream');
    for (const answer of [known, unknown, broken]) {
      expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    }
  });
});

describe('promise 8: notification while the store is unreachable', () => {
  test('a notification that cannot be stored returns 503, and the next one applies its result', async () => {
    const faulty = createFaultyStore(openStore({ dataDir: String(options.dataDir) }));
    const own = await startTestSystem({ companion: { ...options, store: faulty.store } });
    const { paymentId, orderNo } = await lostPayment();
    const send = async (): Promise<number> => {
      const request = new Request(`http://x/gateway/notify/${paymentId}`, {
        method: 'POST',
        body: notification(orderNo),
      });
      return (await own.companion.fetch(request)).status;
    };
    for (const method of ['findPayment', 'recordNotification'] as const) {
      faulty.fault = (called) => (called === method ? 'before' : undefined);
      expect(await send()).toBe(503);
      expect(await statusOf(paymentId)).toBe('unknown');
    }
    // Kept, and its acknowledgement lost: the gateway sends it again, and it is applied once.
    faulty.fault = (called) => (called === 'recordNotification' ? 'after' : undefined);
    expect(await send()).toBe(503);
    faulty.fault = (called) => (called === 'updatePayment' ? 'before' : undefined);
    expect(await send()).toBe(200);
    faulty.fault = () => undefined;
    clock.at += 120_000;
    await own.companion.reconcile();
    expect(await statusOf(paymentId)).toBe('paid');
    await own.close();
  });
});

describe('promises 3 and 5: store whose calls fail before or after their work', () => {
  test(
    'a faulty store sends no payment without a stored intent and loses no payment that was sent',
    async () => {
      const inner = openStore({ dataDir: String(options.dataDir) });
      const faulty = createFaultyStore(inner);
      const own = await startTestSystem({ companion: { ...options, store: faulty.store } });
      const rounds = pickRunSize(60, 600);
      for (let round = 0; round < rounds; round += 1) {
        const { token } = await own.openSession();
        const before = stub.charges.length;
        const random = (): number => Math.random();
        const intent = { begun: false };
        faulty.fault = (method) => {
          const fault = random() < 0.25 ? (random() < 0.5 ? ('before' as const) : ('after' as const)) : undefined;
          if (method === 'beginPayment') intent.begun = fault !== 'before';
          return fault;
        };
        const body = createCardSubmit();
        await own.browser(token, 'POST', '/checkout/payments', body);
        if (!intent.begun) expect(stub.charges.length, 'sent without an intent').toBe(before);
        faulty.fault = () => undefined;
        await own.browser(token, 'POST', '/checkout/payments', body);
        expect(stub.charges.length - before, 'charges of one attempt').toBeLessThanOrEqual(1);
      }
      // A result that could not be stored comes from a query.
      stub.respondToOrderQuery = (order) => {
        const charged = stub.charges.some((fields) => fields['order_no'] === order);
        return charged ? reported(order, '3000') : { return_status: '1', orders_list: [] };
      };
      clock.at += 300_000;
      await own.companion.reconcile();
      const orders = stub.charges.map((fields) => String(fields['order_no']));
      expect(new Set(orders).size).toBe(orders.length);
      for (const order of orders) {
        const { payments } = await inner.listPayments({ orderNo: order, limit: 10 });
        expect(payments.map((payment) => payment.status)).toEqual(['paid']);
      }
      stub.respondToOrderQuery = undefined;
      recordPromiseFigures(3, { 'rounds with a faulty store': rounds, lost: 0, doubled: 0 });
      await own.close();
    },
    pickRunSize(120_000, 1_800_000),
  );
});

describe('an intent that is stored although the store did not confirm it', () => {
  /** A submit that gets 503 and whose intent is stored, at a companion of its own. */
  async function begin() {
    const inner = openStore({ dataDir: String(options.dataDir) });
    const faulty = createFaultyStore(inner);
    const own = await startTestSystem({ companion: { ...options, store: faulty.store } });
    const { token, id } = await own.openSession();
    const submit = createCardSubmit();
    const send = (): Promise<Response> => own.browser(token, 'POST', '/checkout/payments', submit);
    faulty.fault = (method) => (method === 'beginPayment' ? 'after' : undefined);
    expect((await send()).status).toBe(503);
    faulty.fault = () => undefined;
    return { own, faulty, token, id, send };
  }

  const paymentsOf = async (sessionId: string): Promise<unknown[]> => {
    const answer = await system.merchant('GET', `/v1/sessions/${sessionId}`);
    const { order_no: orderNo } = (await answer.json()) as { order_no: string };
    const list = await system.merchant('GET', `/v1/payments?order_no=${orderNo}`);
    return ((await list.json()) as { payments: { status: string }[] }).payments.map(({ status }) => status);
  };

  test('ends as not sent once the store is back, and the session is free again with all its attempts', async () => {
    const { own, faulty, token, id, send } = await begin();
    let outages = 0;
    faulty.fault = (method) => (method === 'findPayment' && (outages += 1) < 3 ? 'before' : undefined);
    const again = await untilDefined(async () => {
      const answer = await send();
      return answer.status === 409 ? undefined : answer;
    });
    expect(outages).toBeGreaterThan(2);
    expect(again.status).toBe(503);
    expect(await again.json()).toMatchObject({ code: 'gateway_unreachable' });
    expect(stub.charges).toEqual([]);
    const session = (await (await system.merchant('GET', `/v1/sessions/${id}`)).json()) as Record<string, unknown>;
    expect(session).toMatchObject({ status: 'open', attempts_left: 5 });
    expect((await own.pay(token)).status).toBe('paid');
    expect(stub.charges).toHaveLength(1);
    await own.close();
  });

  test('ends as not sent before the companion stops', async () => {
    const { own, id } = await begin();
    await own.close();
    expect(await paymentsOf(id)).toEqual(['not_sent']);
  });

  test('tells the shop where it was told of an unknown result', async () => {
    const { own, id } = await begin();
    clock.at += 200_000;
    await system.companion.reconcile();
    expect(await paymentsOf(id)).toEqual(['unknown']);
    await own.close();
    expect(await paymentsOf(id)).toEqual(['not_sent']);
    const events = (await (await system.merchant('GET', '/v1/events')).json()) as { events: { type: string }[] };
    expect(events.events.map(({ type }) => type).toSorted()).toEqual(['payment.not_sent', 'payment.unknown']);
    expect(stub.charges).toEqual([]);
  });
});

test('promise 11: two companions on one database charge a session once', async () => {
  const other = await another();
  const { token } = await system.openSession();
  stub.respond = (fields, response) => void setTimeout(() => sendXml(response, authoriseResponse(fields)), 100);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? system : other).browser(token, 'POST', '/checkout/payments', createCardSubmit()),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(stub.charges).toHaveLength(1);
  await other.close();
});

test('promise 12: values from the browser cannot change the amount and order that the session fixes', async () => {
  const { token } = await system.openSession();
  await system.pay(token, {
    shopper: { email: 'thief@example.com', first_name: 'Eve' },
    billing: { city: 'Here' },
  });
  expect(stub.charges[0]).toMatchObject({
    shopper_email: 'ana@example.com',
    first_name: 'Ana',
    shopper_id: 'c-1',
    amount: '24.00',
    billing_city: 'Here',
  });
});

test('promise 17: the shopper returns to the shop’s own return_url with any values from the browser', async () => {
  stub.respond = (fields, response) =>
    sendXml(
      response,
      authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url: `${stub.url}/acs` }),
    );
  const { token, id } = await system.openSession();
  const outcome: Outcome = await system.pay(token);
  expect(outcome.status).toBe('action_required');
  const answer = await system.companion.fetch(
    new Request(`http://x/checkout/return/${String(outcome.payment_id)}?return_url=https://evil.example&status=paid`, {
      method: 'POST',
    }),
  );
  expect(answer.headers.get('location')).toBe(`http://shop.localhost:4000/thank-you?order=1&session_id=${id}`);
  expect(await statusOf(outcome.payment_id)).toBe('action_required');
});

/** The reconciling part of a second companion on the same database, driven by hand. */
function createWorker(): { round(): Promise<void>; close(): Promise<void> } {
  const worker = createCheckoutServer({
    ...options,
    publicUrl: 'http://pay.localhost:4001',
    gatewayUrl: stub.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKey: SIGN_KEY,
    apiKeys: `${testApiKey('shop')}:pay`,
    logLevel: 'silent',
    reconcileEvery: 0,
  });
  return {
    async round() {
      await worker.reconcile();
    },
    close: () => worker.close(),
  };
}
