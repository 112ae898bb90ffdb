import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeItems } from '../../shared/items.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import {
  TEST_SESSION_FIELDS,
  SHOP_ORIGIN,
  startTestSystem,
  createCardSubmit,
  type TestSystem,
} from '../support/system.ts';

/** The Big List of Naughty Strings: texts that have broken programs before. */
const STRINGS = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('big-list-of-naughty-strings'), 'utf8'),
) as string[];

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ companion: { maxAttempts: 100_000 } });
});
afterAll(() => system.close());

let count = 0;
const fresh = (): string => `B-${String((count += 1))}`;
const shopper = { id: 'c-1', email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' };

/** Every text field of an order, by the path by which a refusal names it. */
const ORDER_FIELDS = [
  ...[
    'order_no',
    'currency',
    'amount',
    'return_url',
    'cancel_url',
    'website',
    'note',
    'custom',
    'metadata.text',
    'locale',
  ],
  ...['items.0.name', 'items.0.sku', 'items.0.unit_price', 'methods.0.label', 'order_type', 'price_id', 'quote_id'],
  ...['shopper.id', 'shopper.email', 'shopper.first_name', 'shopper.phone', 'shopper.birth_date', 'shopper.document'],
  ...['billing.country', 'billing.address', 'billing.postal_code', 'delivery.city', 'delivery.district_name'],
];

/** Every text field that a shopper fills in, and what the wire calls it where it travels as it is. */
const SHOPPER_FIELDS: Readonly<Record<string, string | undefined>> = {
  'shopper.first_name': 'first_name',
  'shopper.phone': 'shopper_phone',
  'billing.address': 'billing_address',
  'billing.postal_code': 'billing_postal_code',
  'delivery.city': 'delivery_city',
  'device.browser_lang': 'browser_lang',
  'device.fingerprint': 'device_fingerprint',
  'device.cookie_new': 'cookie_new',
  'card.holder_name': undefined,
  'card.number': undefined,
  'card.security_code': undefined,
  attempt_id: undefined,
  method: undefined,
};

/** Sets what a path names, as deep as it is. */
function put(body: object, path: string, text: string): void {
  const keys = path.split('.');
  let owner = body as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) owner = (owner[key] ??= {}) as Record<string, unknown>;
  owner[keys.at(-1)!] = text;
}

/**
 * Sends a text in every field at once, takes out the fields by which it is refused, and sends the rest again until it
 * is taken. Returns the fields that took it.
 */
async function spread(
  fields: readonly string[],
  text: string,
  fresh: () => object,
  send: (body: object) => Promise<Response>,
): Promise<{ taken: string[]; answer: Response }> {
  let left = [...fields];
  for (;;) {
    const body = fresh();
    for (const path of left) put(body, path, text);
    const answer = await send(body);
    if (answer.ok) return { taken: left, answer };
    expect(answer.status, JSON.stringify(text)).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const problem = (await answer.json()) as Problem;
    expect(problem.code).toBe('invalid_request');
    const paths = problem.fields?.map((field) => field.path) ?? [];
    const refused = left.filter((path) =>
      paths.some((found) => found !== '' && (path === found || path.startsWith(`${found}.`))),
    );
    expect(refused, `${JSON.stringify(text)} refused by ${paths.join()}`).not.toEqual([]);
    left = left.filter((path) => !refused.includes(path));
  }
}

test(
  'promise 18: every hostile string in every order field is accepted in NFC or rejected by the field’s name',
  { timeout: 180_000 },
  async () => {
    expect(STRINGS.length).toBeGreaterThan(400);
    let took = 0;
    const order = (): object =>
      structuredClone({ ...TEST_SESSION_FIELDS, order_no: fresh(), shopper, methods: [{ method: 'card' }] });
    for (const text of STRINGS) {
      const { taken, answer } = await spread(ORDER_FIELDS, text, order, (body) =>
        system.merchant('POST', '/v1/sessions', body),
      );
      took += taken.length;
      const { id } = (await answer.json()) as { id: string };
      const kept = await system.get<{
        order_no: string;
        items: { name: string; sku: string }[];
        metadata: { text?: string };
        shopper_id: string;
      }>(`/v1/sessions/${id}`);
      const shown: Record<string, unknown> = {
        order_no: kept.order_no,
        'items.0.name': kept.items[0]!.name,
        'items.0.sku': kept.items[0]!.sku,
        'metadata.text': kept.metadata.text,
        'shopper.id': kept.shopper_id,
      };
      // An optional text that is empty counts as absent.
      for (const path of taken)
        if (Object.hasOwn(shown, path)) expect(shown[path] ?? '', path).toBe(text.normalize('NFC'));
    }
    expect(took).toBeGreaterThan(STRINGS.length * 10);
    recordPromiseFigures(18, {
      naughty_strings: STRINGS.length,
      naughty_fields: ORDER_FIELDS.length,
      naughty_values_sent: STRINGS.length * ORDER_FIELDS.length,
    });
  },
);

test(
  'promise 18: every hostile string that a shopper types is paid unchanged or rejected by the field’s name',
  { timeout: 180_000 },
  async () => {
    const { id, email, last_name } = shopper;
    let took = 0;
    for (const text of STRINGS) {
      const session = await system.openSession({ order_no: fresh(), shopper: { id, email, last_name } });
      const submit = (): object => ({ ...structuredClone(createCardSubmit()), shopper: { first_name: 'Ana' } });
      const { taken } = await spread(Object.keys(SHOPPER_FIELDS), text, submit, (body) =>
        system.browser(session.token, 'POST', '/checkout/payments', body),
      );
      took += taken.length;
      const arrived = system.sandbox.sandbox.state.requests.at(-1)!.fields;
      for (const path of taken) {
        const wire = SHOPPER_FIELDS[path];
        if (wire !== undefined)
          expect(arrived[wire] ?? '', `${path}: ${JSON.stringify(text)}`).toBe(text.normalize('NFC'));
      }
    }
    expect(took).toBeGreaterThan(STRINGS.length * 4);
    recordPromiseFigures(18, { naughty_values_sent: STRINGS.length * Object.keys(SHOPPER_FIELDS).length });
  },
);

test('promise 16: items with hostile names reach the gateway unchanged', async () => {
  let compared = 0;
  for (const text of STRINGS) {
    const opened = await system.merchant('POST', '/v1/sessions', {
      ...TEST_SESSION_FIELDS,
      order_no: fresh(),
      items: [{ ...TEST_SESSION_FIELDS.items[0]!, name: text, sku: text.slice(0, 90) }],
    });
    if (opened.status !== 201) continue;
    const { token } = (await opened.json()) as { token: string };
    await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
    const [item] = decodeItems(String(system.sandbox.sandbox.state.requests.at(-1)!.fields['items']));
    expect(item).toMatchObject({ name: text.normalize('NFC'), sku: text.slice(0, 90).normalize('NFC') });
    compared += 1;
  }
  expect(compared).toBeGreaterThan(300);
});

test('promise 18: hostile strings in addresses, queries and headers cause no 5xx', async () => {
  for (const text of STRINGS) {
    const part = encodeURIComponent(text.toWellFormed());
    for (const path of [
      `/v1/payments/${part}`,
      `/v1/payments?order_no=${part}&cursor=${part}`,
      `/pay/${part}`,
      `/checkout/return/${part}`,
      `/widget/${part}`,
      `/${part}`,
    ]) {
      const headers = { authorization: `Bearer ${text.replace(/[^\x21-\x7e]/g, '') || 'x'}`, origin: SHOP_ORIGIN };
      const answer = await system.companion.fetch(new Request(`http://pay.localhost:4001${path}`, { headers }));
      expect(answer.status, path).toBeLessThan(500);
      expect(await answer.text()).not.toContain('<script>alert');
      const merchant = await system.merchant('GET', path.startsWith('/v1') ? path : `/v1/sessions/${part}`);
      expect(merchant.status, path).toBeLessThan(500);
    }
  }
});
