import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../server/observability/log.ts';
import { extractDigitsAsAscii } from '../../shared/card-numbers.ts';
import type { Problem, SubmitPayment } from '../../shared/contract/index.ts';
import { recordedSpans, recordSpans } from '../support/recorded-spans.ts';
import { startWebhookEndpoint, type TestWebhookEndpoint } from '../support/webhook-endpoint.ts';
import {
  nextOrderNo,
  TEST_SESSION_FIELDS,
  SHOP_ORIGIN,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';

const NUMBER = '5200828282828210';
const grouped = (separator: string): string => NUMBER.match(/.{4}/g)!.join(separator);

/** Ways in which people type a card number where none belongs. */
const TYPED = {
  'as it is': NUMBER,
  'with slashes': grouped('/'),
  'with underscores': grouped('_'),
  'with points': grouped('.'),
  'with hyphens': grouped('-'),
  'with two spaces': grouped('  '),
  'with thin spaces': grouped('\u2009'),
  'with no-break spaces': grouped('\u00a0'),
  'with en dashes': grouped('\u2013'),
  'with em dashes': grouped('\u2014'),
  'in full-width digits': String.fromCodePoint(...Array.from(NUMBER, (digit) => 0xff10 + Number(digit))),
  'in Arabic digits': String.fromCodePoint(...Array.from(NUMBER, (digit) => 0x660 + Number(digit))),
  'in Thai digits with spaces': String.fromCodePoint(
    ...Array.from(grouped(' '), (sign) => (sign === ' ' ? 0x20 : 0xe50 + Number(sign))),
  ),
  'beside its expiry': `${grouped(' ')} 12/31 123`,
} as const;

const dataDir = mkdtempSync(join(tmpdir(), 'tillgate-typed-'));
const lines: string[] = [];
const answers: string[] = [];
let inbox: TestWebhookEndpoint;
let system: TestSystem;
let stopRecording: () => void;

beforeAll(async () => {
  stopRecording = recordSpans();
  inbox = await startWebhookEndpoint();
  system = await startTestSystem({
    companion: {
      dataDir,
      logger: createLogger('debug', { write: (line) => void lines.push(line) }),
      webhookUrl: inbox.url,
      webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  });
});
beforeEach(() => {
  system.sandbox.sandbox.state.requests.length = 0;
});
afterAll(async () => {
  await system.close();
  await inbox.close();
  stopRecording();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every row, log line, event, span and response so far. */
async function everywhere(): Promise<string> {
  const database = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${name}"`).all());
  database.close();
  const lists = ['sessions', 'payments', 'refunds', 'events', 'audit'];
  const shown = await Promise.all(lists.map((name) => system.get(`/v1/${name}?limit=100`)));
  const spans = recordedSpans.map(({ name, attributes, events }) => ({ name, attributes, events }));
  const events = inbox.received.map(({ body }) => body);
  return JSON.stringify([rows, shown, spans, lines, answers, events]);
}

async function submit(token: string, changes: Partial<SubmitPayment>): Promise<Response> {
  const response = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), ...changes });
  answers.push(await response.clone().text());
  return response;
}

const pathsOf = async (response: Response): Promise<string[]> =>
  ((await response.json()) as Problem).fields?.map(({ path }) => path) ?? [];

describe.each(Object.entries(TYPED))('card number typed %s', (_way, typed) => {
  const email = `${typed.replaceAll(/\s/gu, '.')}@example.com`;
  const fields: [string, Partial<SubmitPayment>][] = [
    ['shopper.first_name', { shopper: { first_name: typed } }],
    ['shopper.last_name', { shopper: { last_name: `x ${typed}` } }],
    ['shopper.email', { shopper: { email } }],
    ['billing.address', { billing: { address: `Main Street ${typed}` } }],
    ['billing.postal_code', { billing: { postal_code: typed } }],
    ['delivery.city', { delivery: { city: typed } }],
    ['person.address_number', { method: 'bank_transfer', person: { address_number: typed } }],
  ];

  test.each(fields)(
    'a card number in a submit’s %s is rejected before anything is stored or sent',
    async (path, changes) => {
      const { token } = await system.openSession({ methods: ['card', 'bank_transfer'] });
      const response = await submit(token, changes);
      expect(response.status).toBe(400);
      expect(await pathsOf(response)).toContain(path);
      expect(system.sandbox.sandbox.state.requests).toEqual([]);
    },
  );

  test('a card number in a session’s shopper data is rejected', async () => {
    const shopper = { ...TEST_SESSION_FIELDS.shopper, email, first_name: typed };
    const given = { shopper, person: { social_name: typed }, prefill: { billing: { city: typed } } };
    const response = await system.merchant('POST', '/v1/sessions', {
      ...TEST_SESSION_FIELDS,
      order_no: nextOrderNo(),
      ...given,
    });
    answers.push(await response.clone().text());
    expect(response.status).toBe(400);
    const paths = ['shopper.email', 'shopper.first_name', 'person.social_name', 'prefill.billing.city'];
    expect(await pathsOf(response)).toEqual(expect.arrayContaining(paths));
  });

  test('a card number in a session’s free texts is masked, and the payment continues', async () => {
    const text = `paid with ${typed}`;
    const item = { ...TEST_SESSION_FIELDS.items[0]!, name: text };
    const { token, id } = await system.openSession({
      note: text,
      custom: text,
      metadata: { comment: text },
      items: [item],
    });
    expect((await system.pay(token)).status).toBe('paid');
    const session = await system.get<{ metadata: Record<string, string> }>(`/v1/sessions/${id}`);
    expect(session.metadata['comment']).toContain('***');
    const [request] = system.sandbox.sandbox.state.requests;
    expect(request?.fields).toMatchObject({ note: session.metadata['comment'], custom: session.metadata['comment'] });
  });

  test('a card number in a refund reason is masked', async () => {
    const { id } = await system.paid();
    const { refunds } = await system.post<{ refunds: { refund: { refund_reason: string } }[] }>('/v1/refunds', {
      refunds: [{ payment_id: id, refund_amount: '1.00', refund_reason: `back to ${typed}` }],
    });
    expect(refunds[0]?.refund.refund_reason).toMatch(/^back to 520082\*{3}\d{4}/);
  });

  test('a card number in a notification’s field names and values is masked', async () => {
    const { id } = await system.paid();
    const body = new URLSearchParams({ order_no: 'x', note: typed, [`field ${typed}`]: typed, status: typed });
    const response = await system.companion.fetch(
      new Request(`http://pay.localhost:4001/gateway/notify/${id}`, { method: 'POST', body }),
    );
    expect(response.status).toBe(200);
  });

  test('a card number is in no row, log line, event, span or response', async () => {
    await system.companion.reconcile();
    expect(inbox.received).not.toEqual([]);
    expect(extractDigitsAsAscii(await everywhere())).not.toContain(NUMBER);
  });
});

describe('card number in a request of a program', () => {
  test.each([NUMBER, grouped('-'), grouped('_'), `attempt-${NUMBER}`])(
    'a card number as the attempt_id %s is rejected',
    async (attempt_id) => {
      const { token } = await system.openSession();
      const response = await submit(token, { attempt_id });
      expect(response.status).toBe(400);
      expect(await pathsOf(response)).toEqual(['attempt_id']);
    },
  );

  test('a card number in the User-Agent, a path or an origin is neither logged nor sent to the gateway', async () => {
    const { token, id } = await system.openSession();
    const call = (path: string, init?: RequestInit): Promise<Response> =>
      Promise.resolve(system.companion.fetch(new Request(`http://pay.localhost:4001${path}`, init)));
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': `Browser ${grouped('/')}`,
      origin: `https://${grouped('-')}.example`,
    };
    await call('/checkout/payments', { method: 'POST', headers, body: JSON.stringify(createCardSubmit()) });
    expect(JSON.stringify(system.sandbox.sandbox.state.requests)).not.toContain(grouped('/'));
    for (const path of ['/v1/payments/', '/v1/sessions/', '/v1/refunds/', '/checkout/return/', '/pay/']) {
      await call(`${path}${encodeURIComponent(grouped(' '))}`, { headers: { origin: SHOP_ORIGIN } });
      await system.merchant('POST', `${path}${NUMBER}/expire`);
      await system.merchant('POST', `${path}${encodeURIComponent(grouped('\u2009'))}/resolve`, { reason: NUMBER });
    }
    const written = JSON.parse(await everywhere()) as unknown[];
    expect(extractDigitsAsAscii(JSON.stringify(written))).not.toContain(NUMBER);
    expect(JSON.stringify(written)).toContain(id);
  });
});

describe('digits that resemble a card number', () => {
  test('digits in identifiers, documents, phone numbers and bank fields stay unmasked, and the payment continues', async () => {
    const metadata = { erp_id: NUMBER, order_number: NUMBER, phone: NUMBER };
    const { token, id } = await system.openSession({
      order_no: NUMBER,
      price_id: NUMBER,
      metadata,
      items: [{ ...TEST_SESSION_FIELDS.items[0]!, sku: NUMBER }],
      shopper: { ...TEST_SESSION_FIELDS.shopper, id: NUMBER },
      methods: ['card', 'bank_transfer'],
    });
    const outcome = await system.pay(token, {
      method: 'bank_transfer',
      card: undefined,
      bank_code: 'BANK1',
      shopper: { phone: NUMBER, document: NUMBER },
      person: {
        document_number: NUMBER,
        phone_number: NUMBER,
        documents: { labels: { bank_account: { account_number: NUMBER, branch_number: NUMBER } } },
      },
    });
    expect(outcome).toMatchObject({ payment_id: expect.stringMatching(/^pay_/) });
    const [request] = system.sandbox.sandbox.state.requests;
    expect(request?.fields).toMatchObject({
      order_no: NUMBER,
      price_id: NUMBER,
      shopper_id: NUMBER,
      shopper_phone: NUMBER,
      document: NUMBER,
      person: { document_number: NUMBER, documents: { labels: { bank_account: { account_number: NUMBER } } } },
    });
    expect(await system.get(`/v1/sessions/${id}`)).toMatchObject({ order_no: NUMBER, metadata });
  });

  test('digits in texts stay unmasked if they fail the Luhn check or match no brand', async () => {
    const metadata = { comment: '5200828282828211 and 1234567890123452 and +5200 8282 8282 821' };
    const { id } = await system.openSession({ metadata });
    expect(await system.get(`/v1/sessions/${id}`)).toMatchObject({ metadata });
  });
});
