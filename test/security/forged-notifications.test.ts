import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import LibsqlDatabase from 'libsql';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_PROFILE, computeDigest } from '../../server/gateway/index.ts';
import { COMPANION_CREDENTIALS, startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { authoriseResponse, sendXml } from '../support/stub-gateway.ts';
import { API_KEY, untilDefined } from '../support/system.ts';
import { nextTurn } from '../support/wait.ts';

const FORM = 'application/x-www-form-urlencoded';
const folder = mkdtempSync(join(tmpdir(), 'tillgate-forged-'));
let count = 0;
let dataDir: string;
let target: AttackTarget;

beforeEach(async () => {
  dataDir = join(folder, String((count += 1)));
  target = await startAttackTarget({ dataDir });
});

afterEach(() => target.close());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Waiting {
  paymentId: string;
  orderNo: string;
}

/** A payment that waits for the gateway's word, where a forged word would be worth most. */
async function waiting(): Promise<Waiting> {
  target.gateway.respond = (fields, response) =>
    sendXml(response, authoriseResponse(fields, { order_status: '-1', result_info: 'P0001:Processing' }));
  const answer = await target.submit({ number: '4242424242424242' });
  const { payment_id, status } = (await answer.json()) as { payment_id: string; status: string };
  expect(status).toBe('pending');
  return { paymentId: payment_id, orderNo: String(target.gateway.charges.at(-1)?.['order_no']) };
}

function fieldsOf(orderNo: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    merchant_id: COMPANION_CREDENTIALS.merchantId,
    account_id: COMPANION_CREDENTIALS.accountId,
    order_no: orderNo,
    currency: 'EUR',
    amount: '24.00',
    transaction_id: `${orderNo}-00001`,
    order_status: '1',
    result_info: '0000:Success',
    webhooks_type: 'PAYMENT',
    ...changes,
  };
}

const digestOf = (fields: Record<string, string>, key = COMPANION_CREDENTIALS.signKey): string =>
  computeDigest(DEFAULT_PROFILE.recipes.result, fields, key);

/** To the address of a payment that any browser may have seen. */
const notify = (id: string, body: BodyInit, headers: Record<string, string> = { 'content-type': FORM }) =>
  target.request(`/gateway/notify/${id}`, { method: 'POST', body, headers });

/** Everything that the companion knows of the payment and its session. */
async function bookOf({ paymentId }: Waiting): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${API_KEY}` };
  const payment = (await (await target.request(`/v1/payments/${paymentId}`, { headers })).json()) as {
    session_id: string;
  };
  return [payment, await (await target.request(`/v1/sessions/${payment.session_id}`, { headers })).json()];
}

function xmlOf(fields: Record<string, string>): string {
  return `<respon>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</respon>`;
}

type Forgery = [name: string, make: (orderNo: string) => { body: BodyInit; headers?: Record<string, string> }];

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

const FORGERIES: readonly Forgery[] = [
  ['without a digest', (order) => ({ body: form(fieldsOf(order)) })],
  ['with an empty digest', (order) => ({ body: form({ ...fieldsOf(order), encryption_data: '' }) })],
  ['with a made-up digest', (order) => ({ body: form({ ...fieldsOf(order), encryption_data: 'a'.repeat(64) }) })],
  ['with a digest of another length', (order) => ({ body: form({ ...fieldsOf(order), encryption_data: 'ab' }) })],
  [
    'with a digest of another key',
    (order) => ({ body: form({ ...fieldsOf(order), encryption_data: digestOf(fieldsOf(order), 'x') }) }),
  ],
  [
    'with a digest of an empty key',
    (order) => ({ body: form({ ...fieldsOf(order), encryption_data: digestOf(fieldsOf(order), '') }) }),
  ],
  [
    'with a digest of another amount',
    (order) => ({ body: form({ ...fieldsOf(order), encryption_data: digestOf(fieldsOf(order, { amount: '0.01' })) }) }),
  ],
  [
    'with a digest of a refusal',
    (order) => ({
      body: form({ ...fieldsOf(order), encryption_data: digestOf(fieldsOf(order, { order_status: '0' })) }),
    }),
  ],
  [
    'with parts pushed across a join',
    (order) => ({
      body: form({
        ...fieldsOf(order, { currency: 'EU', amount: 'R24.00' }),
        encryption_data: digestOf(fieldsOf(order)),
      }),
    }),
  ],
  [
    'genuine, of another order',
    () => ({ body: form({ ...fieldsOf('OTHER'), encryption_data: digestOf(fieldsOf('OTHER')) }) }),
  ],
  [
    'genuine, of another merchant',
    (order) => ({
      body: form({
        ...fieldsOf(order, { merchant_id: '1' }),
        encryption_data: digestOf(fieldsOf(order, { merchant_id: '1' })),
      }),
    }),
  ],
  [
    'genuine, of another amount',
    (order) => ({
      body: form({
        ...fieldsOf(order, { amount: '0.01' }),
        encryption_data: digestOf(fieldsOf(order, { amount: '0.01' })),
      }),
    }),
  ],
  [
    'that says a status twice',
    (order) => ({
      body: `${form({ ...fieldsOf(order), encryption_data: digestOf(fieldsOf(order)) }).toString()}&order_status=0`,
      headers: { 'content-type': FORM },
    }),
  ],
  ['as JSON', (order) => ({ body: JSON.stringify(fieldsOf(order)), headers: { 'content-type': 'application/json' } })],
  [
    'as JSON with __proto__',
    (order) => ({
      body: `{"__proto__":${JSON.stringify({ ...fieldsOf(order), verified: true })}}`,
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as JSON with constructor',
    (order) => ({
      body: `{"constructor":{"prototype":{"verified":true}},${JSON.stringify(fieldsOf(order)).slice(1)}`,
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as JSON with a key twice',
    (order) => ({
      body: `{"order_status":"0",${JSON.stringify(fieldsOf(order)).slice(1)}`,
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as JSON with lists for texts',
    (order) => ({
      body: JSON.stringify({ ...fieldsOf(order), encryption_data: [digestOf(fieldsOf(order))] }),
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as JSON with true for a digest',
    (order) => ({
      body: JSON.stringify({ ...fieldsOf(order), encryption_data: true }),
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as a JSON list',
    (order) => ({ body: JSON.stringify([fieldsOf(order)]), headers: { 'content-type': 'application/json' } }),
  ],
  [
    'as very deep JSON',
    () => ({
      body: `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
      headers: { 'content-type': 'application/json' },
    }),
  ],
  ['as XML', (order) => ({ body: xmlOf(fieldsOf(order)), headers: { 'content-type': 'application/xml' } })],
  [
    'as XML with a DOCTYPE',
    (order) => ({
      body: `<!DOCTYPE a [<!ENTITY x "1">]>${xmlOf(fieldsOf(order))}`,
      headers: { 'content-type': 'text/xml' },
    }),
  ],
  [
    'as XML with an element twice',
    (order) => ({ body: xmlOf(fieldsOf(order)).replace('</respon>', '<order_status>0</order_status></respon>') }),
  ],
  ['as XML under a form’s name', (order) => ({ body: xmlOf(fieldsOf(order)), headers: { 'content-type': FORM } })],
  [
    'as multipart',
    (order) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fieldsOf(order))) data.set(name, value);
      return { body: data, headers: {} };
    },
  ],
  [
    'as gzip',
    (order) => ({
      body: gzipSync(form(fieldsOf(order)).toString()),
      headers: { 'content-type': FORM, 'content-encoding': 'gzip' },
    }),
  ],
  [
    'as UTF-16 with a mark',
    (order) => ({
      body: Buffer.from(`\ufeff${JSON.stringify(fieldsOf(order))}`, 'utf16le'),
      headers: { 'content-type': 'application/json' },
    }),
  ],
  [
    'as UTF-16 by its header',
    (order) => ({
      body: Buffer.from(JSON.stringify(fieldsOf(order)), 'utf16le'),
      headers: { 'content-type': 'application/json; charset=utf-16le' },
    }),
  ],
  ['as UTF-7', (order) => ({ body: form(fieldsOf(order)), headers: { 'content-type': `${FORM}; charset=utf-7` } })],
  ['with bytes that are no text', () => ({ body: Buffer.from([0xff, 0xfe, 0xfd, 0x00, 0xc3, 0x28]) })],
  ['with a NUL in a value', (order) => ({ body: form(fieldsOf(order, { order_status: '1\u0000' })) })],
  ['with look-alike digits', (order) => ({ body: form(fieldsOf(order, { order_status: '１', amount: '２４.00' })) })],
  [
    'with names that are no names',
    (order) => ({ body: form({ ...fieldsOf(order), 'a b': '1', '': '2', '__proto__[x]': '3' }) }),
  ],
  [
    'with 5,000 pairs',
    () => ({
      body: Array.from({ length: 5_000 }, (_, at) => `a${String(at)}=1`)
        .join('&')
        .slice(0, 30_000),
    }),
  ],
  ['of nothing', () => ({ body: '' })],
  ['of a dispute', (order) => ({ body: form(fieldsOf(order, { webhooks_type: 'DISPUTE' })) })],
  ['of a dispute’s end', (order) => ({ body: form(fieldsOf(order, { webhooks_type: 'DISPUTE RESULT' })) })],
  ['of a refund', (order) => ({ body: form(fieldsOf(order, { webhooks_type: 'REFUND', refund_amount: '24.00' })) })],
  ['of a review', (order) => ({ body: form(fieldsOf(order, { webhooks_type: 'REVIEW RESULT' })) })],
  [
    'of a contract',
    (order) => ({ body: form(fieldsOf(order, { recurring_id: 'Recurring_1', webhooks_type: 'RECURRING' })) }),
  ],
];

test.each(FORGERIES)(
  'promise 8: a forged notification %s changes nothing and gets the usual response',
  async (_name, make) => {
    const payment = await waiting();
    const before = await bookOf(payment);
    const { body, headers = { 'content-type': FORM } } = make(payment.orderNo);
    const answer = await notify(payment.paymentId, body, headers);
    const unknown = await notify('pay_nobody', make(payment.orderNo).body, headers);
    const seen = async (response: Response): Promise<unknown> => [
      response.status,
      await response.text(),
      [...response.headers].filter(([name]) => name !== 'x-request-id'),
    ];
    expect(answer.status).toBe(200);
    expect(await seen(answer)).toEqual(await seen(unknown));
    await target.settle();
    expect(target.gateway.queries.length).toBeLessThanOrEqual(1);
    expect(await bookOf(payment)).toEqual(before);
    expect(({} as { verified?: boolean }).verified).toBeUndefined();
  },
);

test(
  'promise 8: 10,000 forged notifications of one payment cause no change, at most 3 queries and bounded storage',
  { timeout: 180_000 },
  async () => {
    const payment = await waiting();
    const before = await bookOf(payment);
    const total = 10_000;
    // A valid signature for the order is not a forgery.
    const flood = FORGERIES.filter(([name]) => !/^genuine, of another (amount|merchant)$/.test(name));
    const answers = new Map<string, number>();
    for (let sent = 0; sent < total; sent += 250) {
      const round = Array.from({ length: 250 }, (_, at) => {
        const [, make] = flood[(sent + at) % flood.length]!;
        const { body, headers } = make(payment.orderNo);
        // Each notification has different content.
        const novel = body instanceof URLSearchParams ? new URLSearchParams([...body, ['n', String(sent + at)]]) : body;
        return notify(payment.paymentId, novel, headers);
      });
      for (const answer of await Promise.all(round)) {
        const text = `${String(answer.status)} ${await answer.text()}`;
        answers.set(text, (answers.get(text) ?? 0) + 1);
      }
      // Requests in memory would otherwise leave the loop no turn for the gateway's sockets.
      await nextTurn();
    }
    expect([...answers]).toEqual([['200 OK', total]]);
    await target.settle();
    const queries = target.gateway.queries.length;
    expect(queries).toBeGreaterThan(0);
    expect(queries).toBeLessThanOrEqual(3);
    expect(await bookOf(payment)).toEqual(before);
    const file = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
    const rows = file.prepare('select count(*) as n from notifications').get() as { n: number };
    const unverified = file.prepare('select count(*) as n from notifications where verified = 0').get() as {
      n: number;
    };
    file.close();
    expect(unverified.n).toBeLessThanOrEqual(20);
    expect(rows.n).toBeLessThanOrEqual(20);
    const told = target.log.filter(({ level, message }) => level !== 'debug' && message !== 'request').length;
    recordPromiseFigures(8, { forged: total, changes: 0, queries, rows: rows.n, log_lines: told });

    // A genuine notification is still applied.
    const fields = fieldsOf(payment.orderNo);
    await notify(payment.paymentId, form({ ...fields, encryption_data: digestOf(fields) }));
    await untilDefined(async () => {
      const [record] = (await bookOf(payment)) as [{ status: string }];
      return record.status === 'paid' ? true : undefined;
    }, 20_000);
  },
);

test('promise 8: an unverified notification finds a payment that is paid days later, after any number of forged ones', async () => {
  const payment = await waiting();
  const { orderNo, paymentId } = payment;
  const asked = (): number => target.gateway.queries.length;
  for (let at = 0; at < 12; at += 1) await target.request(`/checkout/return/${paymentId}`);
  expect(asked()).toBe(10);
  for (let at = 0; at < 30; at += 1) await notify(paymentId, form(fieldsOf(orderNo, { n: String(at) })));
  await untilDefined(() => (asked() === 13 ? true : undefined));

  target.clock.ahead += 2 * 86_400_000;
  const { order_no, currency, amount, transaction_id } = fieldsOf(orderNo);
  target.gateway.respondToQuery = () => ({
    return_status: '1',
    orders_list: [{ order_no, currency, amount, transaction_id, payment_status: '3000', query_result: '1' }],
  });
  await notify(paymentId, form(fieldsOf(orderNo, { n: 'at last' })));
  await untilDefined(async () => {
    const [record] = (await bookOf(payment)) as [{ status: string }];
    return record.status === 'paid' ? true : undefined;
  });
  expect(asked()).toBe(14);
});

const DISPUTE = { webhooks_type: 'DISPUTE RECIEVED', chargeback_reason: 'Not as described' };
const unvouched = (): number => target.log.filter(({ facts }) => facts.alert === 'notification_unverified').length;

/** Sends to the payment's secret address. */
const notifySecretly = ({ paymentId }: Waiting, body: BodyInit, at = target): Promise<Response> => {
  const told = target.gateway.charges.map((fields) => fields['notify_url'] ?? '');
  const { pathname } = new URL(told.find((url) => url.includes(paymentId))!);
  return at.request(pathname, { method: 'POST', body, headers: { 'content-type': FORM } });
};

async function untilDisputed(payment: Waiting): Promise<void> {
  await untilDefined(async () => {
    const [record] = (await bookOf(payment)) as [{ dispute_status: string | null }];
    return record.dispute_status === 'received' ? true : undefined;
  });
}

test('promise 8: a dispute that arrives while the sign key is wrong is applied when the gateway sends it again', async () => {
  const payment = await waiting();
  const fields = fieldsOf(payment.orderNo, DISPUTE);
  const body = form({ ...fields, encryption_data: digestOf(fields) });
  const wrong = await startAttackTarget({ dataDir, signKey: 'another_sign_key' }, target);
  await notifySecretly(payment, body, wrong);
  await untilDefined(async () => (await waitingAlert(payment)) || undefined);
  await wrong.close();
  await notifySecretly(payment, body);
  await untilDisputed(payment);
  await untilDefined(async () => !(await waitingAlert(payment)) || undefined);
});

async function waitingAlert(payment: Waiting): Promise<boolean> {
  const [{ alerts }] = (await bookOf(payment)) as [{ alerts: { code: string }[] }];
  return alerts.some(({ code }) => code === 'notification_waits');
}

test('promise 8: an unverified dispute at a public address logs one line a minute and changes nothing', async () => {
  const payment = await waiting();
  const disputed = fieldsOf(payment.orderNo, DISPUTE);
  for (let at = 0; at < 10; at += 1) await notify(payment.paymentId, form({ ...disputed, n: String(at) }));
  await untilDefined(() => (unvouched() > 0 ? true : undefined));
  target.clock.ahead += 61_000;
  await notify(payment.paymentId, form({ ...disputed, n: 'later' }));
  await untilDefined(() => (unvouched() === 2 ? true : undefined));
  expect((await bookOf(payment))[0]).toMatchObject({ dispute_status: null, alerts: [] });
});

test('promise 8: notifications at a public address leave room for those at the secret address', async () => {
  const payment = await waiting();
  const { orderNo, paymentId } = payment;
  const pending = fieldsOf(orderNo, { order_status: '-1', result_info: 'P0001:Processing' });
  const digest = digestOf(pending);
  for (let at = 0; at < 20; at += 1) await notify(paymentId, form(fieldsOf(orderNo, { n: String(at) })));
  for (let at = 0; at < 201; at += 1) {
    await notify(paymentId, form({ ...pending, encryption_data: digest, n: String(at) }));
  }
  const full = 'notifications_dropped';
  expect(target.log.filter(({ facts }) => facts.alert === full)).toHaveLength(1);
  const disputed = fieldsOf(orderNo, DISPUTE);
  await notifySecretly(payment, form({ ...disputed, encryption_data: digestOf(disputed) }));
  await untilDisputed(payment);
});

test('promise 8: unreadable notifications cause three queries, are not stored and log one line', async () => {
  const { paymentId } = await waiting();
  const before = target.log.length;
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 200 }, (_, at) => notify(paymentId, `{${String(round)} ${String(at)}`)));
  }
  await untilDefined(() => (target.gateway.queries.length === 3 ? true : undefined));
  await target.settle();
  expect(target.gateway.queries.length).toBe(3);
  const lines = target.log.slice(before).filter(({ level, message }) => level !== 'debug' && message !== 'request');
  expect(lines).toMatchObject([{ level: 'error', facts: { alert: 'notification_unreadable', payment_id: paymentId } }]);
  expect(await target.readMetric('tillgate_notifications_total{result="unreadable"}')).toBe(2_000);
  const file = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
  const rows = file.prepare('select count(*) as n from notifications').get() as { n: number };
  file.close();
  expect(rows.n).toBe(0);
});

test('promise 8: notifications for unknown orders are counted and log one line', async () => {
  const { paymentId } = await waiting();
  const before = target.log.length;
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => notify(`pay_${String(round)}_${String(at)}`, 'order_status=1')),
    );
  }
  const lines = target.log.slice(before).filter(({ level, message }) => level !== 'debug' && message !== 'request');
  expect(lines).toMatchObject([
    { level: 'warn', message: 'notification without a payment', facts: { payment_id: 'pay_0_0' } },
  ]);
  expect(await target.readMetric('tillgate_notifications_total{result="no_payment"}')).toBe(2_000);
  expect(target.gateway.queries).toEqual([]);
  expect(paymentId).toMatch(/^pay_/);
});

test('promise 18: a notification of more than 32 KB is not read, with or without Content-Length', async () => {
  const { paymentId } = await waiting();
  for (const id of [paymentId, 'pay_nobody']) {
    expect((await notify(id, 'a'.repeat(33 * 1024))).status).toBe(413);
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024).fill(97));
        if (pulled > 5_000) controller.close();
      },
    });
    const request = new Request(`http://x/gateway/notify/${id}`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': FORM },
    } as RequestInit);
    expect((await target.companion.fetch(request)).status).toBe(413);
    expect(pulled).toBeLessThan(60);
  }
});

test('promise 8: a notification with a valid digest is applied even if storage for notifications is full', async () => {
  const payment = await waiting();
  const pending = fieldsOf(payment.orderNo, { order_status: '-1', result_info: 'P0001:Processing' });
  const digest = digestOf(pending);
  for (let at = 0; at < 200; at += 1) {
    await notify(payment.paymentId, form({ ...pending, encryption_data: digest, n: String(at) }));
  }
  const file = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
  const rows = file.prepare('select count(*) as n from notifications').get() as { n: number };
  file.close();
  expect(rows.n).toBe(200);
  const { order_no, currency, amount, transaction_id } = pending;
  target.gateway.respondToQuery = () => ({
    return_status: '1',
    orders_list: [{ order_no, currency, amount, transaction_id, payment_status: '3000', query_result: '1' }],
  });
  const paid = fieldsOf(payment.orderNo);
  await notify(payment.paymentId, form({ ...paid, encryption_data: digestOf(paid) }));
  await untilDefined(async () => {
    const [record] = (await bookOf(payment)) as [{ status: string }];
    return record.status === 'paid' ? true : undefined;
  }, 20_000);
});

test('promise 16: a genuine notification split at other field boundaries is not applied to another order', async () => {
  target.gateway.respond = (_fields, response) => response.destroy();
  const { token } = await target.openSession({ order_no: '99-1' });
  const answer = await target.submit({}, token);
  const { payment_id: id, status } = (await answer.json()) as { payment_id: string; status: string };
  expect(status).toBe('unknown');
  // `199-1-00001` and `199-1` run together as `199-1-000011` and `99-1` do.
  const encryption_data = digestOf(fieldsOf('199-1'));
  const forged = fieldsOf('99-1', { transaction_id: '199-1-000011', encryption_data });
  expect(digestOf(forged)).toBe(encryption_data);
  expect((await notify(id, form(forged))).status).toBe(200);
  await untilDefined(async () =>
    (await target.readMetric('tillgate_notifications_total{result="stored"}')) === 1 ? true : undefined,
  );
  const headers = { authorization: `Bearer ${API_KEY}` };
  const payment = (await (await target.request(`/v1/payments/${id}`, { headers })).json()) as object;
  expect(payment).toMatchObject({ status: 'unknown', transaction_id: null });
});
