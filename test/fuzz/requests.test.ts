import fc from 'fast-check';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { maskCardNumbers } from '../../server/gateway/redact.ts';
import { CreateBasketSession } from '../../shared/contract/create-basket.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { SubmitPayment } from '../../shared/contract/submit-payment.ts';
import { arbitraryBody, arbitraryCorruptBody } from '../support/bodies.ts';
import { checkProperty, arbitraryHostileText, fuzzTimeout } from '../support/fuzz.ts';
import {
  API_KEY,
  TEST_SESSION_FIELDS,
  SHOP_ORIGIN,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestSystem,
} from '../support/system.ts';

let system: TestSystem;
let token: string;

beforeAll(async () => {
  system = await startTestSystem({
    companion: {
      maxAttempts: 1_000_000,
      deadlines: { total: 2_000 },
      priceList: {
        currency: 'EUR',
        tax: 'included',
        return_url: `${SHOP_ORIGIN}/thanks`,
        products: [{ sku: 'MUG-1', name: 'Mug', unit_price: '12.00' }],
      },
    },
  });
  ({ token } = await system.openSession({ methods: ['card', 'bank_transfer'] }));
});
afterAll(() => system.close());

/** Every response has an error code of the API and is never a 5xx. */
async function judge(response: Response): Promise<Problem | undefined> {
  expect(response.status).not.toBe(500);
  if (response.status < 400) return undefined;
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({ status: response.status, code: expect.stringMatching(/^[a-z_]+$/) as string });
  if (problem.code === 'invalid_request' || problem.code === 'duplicate_key') {
    expect(problem.detail).toMatch(/\w/);
    for (const field of problem.fields ?? []) {
      expect(field).toEqual({
        path: expect.any(String) as string,
        code: expect.any(String) as string,
        rule: expect.stringMatching(/\w/) as string,
      });
    }
  }
  return problem;
}

function send(
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
  };
  if (body !== undefined) init.body = body;
  return Promise.resolve(system.companion.fetch(new Request(`http://pay.localhost:4001${path}`, init)));
}

const jsonSchemaOf = (schema: z.ZodMiniType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
const filled = (path: string): string => path.replace(/:\w+/g, '123456');

describe('merchant API with random requests', () => {
  const posts = API_ROUTES.filter((route) => route.method === 'POST');
  test.each(posts.map((route) => [route.path, route] as const))(
    'promise 18: POST /v1%s accepts or rejects random bodies and never returns a 5xx',
    { timeout: fuzzTimeout(40, 20) },
    (_path, route) => {
      const bodies = arbitraryBody(jsonSchemaOf(route.body ?? z.strictObject({})));
      return checkProperty(
        18,
        40,
        fc.asyncProperty(fc.oneof(bodies, arbitraryCorruptBody(bodies), fc.jsonValue()), async (body) => {
          await judge(await send('POST', `/v1${filled(route.path)}`, JSON.stringify(body)));
        }),
      );
    },
  );

  const reads = API_ROUTES.filter((route) => route.method !== 'POST');
  test(
    'promise 18: GET and DELETE accept or reject random IDs, cursors and queries',
    { timeout: fuzzTimeout(600, 10) },
    () =>
      checkProperty(
        18,
        600,
        fc.asyncProperty(
          fc.constantFrom(...reads),
          arbitraryHostileText(20),
          fc.dictionary(
            fc.constantFrom('cursor', 'limit', 'status', 'email', 'order_no', 'from', 'to', 'ref', 'x'),
            fc.oneof(arbitraryHostileText(20), fc.nat().map(String), cursorText()),
            { maxKeys: 3 },
          ),
          async (route, id, query) => {
            const path = route.path.replace(/:\w+/g, encodeURIComponent(id.toWellFormed()) || 'x');
            const search = new URLSearchParams(query).toString();
            await judge(await send(route.method, `/v1${path}?${search}`, undefined));
          },
        ),
      ),
  );

  test(
    'promise 2: a random request repeated with one Idempotency-Key runs once, and another body is rejected',
    { timeout: fuzzTimeout(60, 30) },
    () => {
      const sessions = posts.find((route) => route.path === '/sessions')!;
      const bodies = arbitraryBody(jsonSchemaOf(sessions.body!));
      return checkProperty(
        2,
        60,
        fc.asyncProperty(bodies, bodies, async (first, second) => {
          const headers = { 'idempotency-key': crypto.randomUUID() };
          const [a, b, c] = [JSON.stringify(first), JSON.stringify(first), JSON.stringify(second)];
          const answers = await Promise.all([
            send('POST', '/v1/sessions', a, headers),
            send('POST', '/v1/sessions', b, headers),
          ]);
          const texts = await Promise.all(answers.map((answer) => answer.text()));
          const made = answers.findIndex((answer) => answer.status === 201);
          if (made < 0) return;
          const other = answers[1 - made]!;
          if (other.status === 409) expect(texts[1 - made]).toContain('request_in_progress');
          else expect(texts[1 - made]).toBe(texts[made]);
          const again = await send('POST', '/v1/sessions', a, headers);
          expect(await again.text()).toBe(texts[made]);
          const changed = await send('POST', '/v1/sessions', c, headers);
          if (changed.status === 201) expect(await changed.text()).toBe(texts[made]);
          else expect([400, 422]).toContain(changed.status);
        }),
      );
    },
  );
});

/** What a cursor could be taken for. */
function cursorText(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.oneof(fc.nat().map(String), arbitraryHostileText(5)), arbitraryHostileText(10))
    .map(([at, id]) => Buffer.from(`${at} ${id}`).toString('base64url'));
}

describe('checkout API and notifications with random requests', () => {
  const browser = (path: string, body: string): Promise<Response> =>
    send('POST', path, body, { authorization: `Bearer ${token}`, origin: SHOP_ORIGIN });

  test(
    'promise 18: a submit with a random body is accepted or rejected and never returns a 5xx',
    { timeout: fuzzTimeout(300, 30) },
    () => {
      const bodies = arbitraryBody(jsonSchemaOf(SubmitPayment));
      return checkProperty(
        18,
        300,
        fc.asyncProperty(fc.oneof(bodies, arbitraryCorruptBody(bodies)), async (body) => {
          const before = system.sandbox.sandbox.state.ledger.all().length;
          const problem = await judge(await browser('/checkout/payments', JSON.stringify(body)));
          // What was refused never reached the gateway.
          if (problem?.code === 'invalid_request')
            expect(system.sandbox.sandbox.state.ledger.all().length).toBe(before);
          if (problem?.code === 'session_closed' || problem === undefined)
            ({ token } = await system.openSession({ methods: ['card', 'bank_transfer'] }));
        }),
      );
    },
  );

  test(
    'promise 12: a random basket is accepted or rejected, and its price never comes from the page',
    { timeout: fuzzTimeout(200, 20) },
    () => {
      const bodies = arbitraryBody(jsonSchemaOf(CreateBasketSession));
      return checkProperty(
        12,
        200,
        fc.asyncProperty(fc.oneof(bodies, arbitraryCorruptBody(bodies)), async (body) => {
          await judge(await browser('/checkout/sessions', JSON.stringify(body)));
        }),
      );
    },
  );

  test(
    'promise 18: invalid bytes are rejected with an error code at every address',
    { timeout: fuzzTimeout(300, 10) },
    () =>
      checkProperty(
        18,
        300,
        fc.asyncProperty(
          fc.constantFrom(
            '/v1/sessions',
            '/v1/refunds',
            '/v1/payouts',
            '/checkout/payments',
            '/checkout/sessions',
            '/checkout/abandon',
          ),
          fc.oneof(
            fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
            arbitraryHostileText(60),
            fc.json().map((text) => text.slice(0, -1)),
          ),
          fc.constantFrom(
            'application/json',
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data; boundary=x',
          ),
          async (path, text, type) => {
            const authorization = path.startsWith('/v1') ? API_KEY : token;
            await judge(
              await send('POST', path, text, {
                authorization: `Bearer ${authorization}`,
                'content-type': type,
                origin: SHOP_ORIGIN,
              }),
            );
          },
        ),
      ),
  );

  test(
    'promise 8: notifications of random bytes all get the same response and change nothing',
    { timeout: fuzzTimeout(400, 10) },
    async () => {
      const session = await system.openSession();
      const outcome = await system.pay(session.token, createCardSubmit('4000000000005126'));
      const id = String(outcome.payment_id);
      await checkProperty(
        8,
        400,
        fc.asyncProperty(
          fc.oneof(
            fc
              .dictionary(
                fc.constantFrom(
                  'order_no',
                  'order_status',
                  'amount',
                  'webhooks_type',
                  'result_info',
                  'encryption_data',
                  'transaction_id',
                  '__proto__',
                ),
                arbitraryHostileText(20),
              )
              .map((fields) => new URLSearchParams(Object.entries(fields)).toString()),
            arbitraryHostileText(100),
            fc.json(),
          ),
          fc.constantFrom(
            'application/x-www-form-urlencoded',
            'application/json',
            'text/xml',
            'application/octet-stream',
            'text/plain; charset=gbk',
          ),
          fc.boolean(),
          async (body, type, known) => {
            const answer = await send('POST', `/gateway/notify/${known ? id : 'pay_of_nobody'}`, body, {
              'content-type': type,
            });
            expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
          },
        ),
      );
      await untilDefined(async () =>
        (await system.get<{ status: string }>(`/v1/payments/${id}`)).status === 'pending' ? true : undefined,
      );
    },
  );

  test('promise 18: random addresses, methods and headers never return a 5xx', { timeout: fuzzTimeout(500, 10) }, () =>
    checkProperty(
      18,
      500,
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD'),
        fc.constantFrom(
          '/',
          '/pay/',
          '/checkout/',
          '/v1/',
          '/widget/',
          '/assets/',
          '/checkout/return/',
          '/gateway/notify/',
          '/docs',
        ),
        arbitraryHostileText(20),
        fc.string({ unit: fc.constantFrom(...'abcXYZ019-_ ;,=/"\\'.split('')), maxLength: 30 }),
        async (method, root, rest, header) => {
          const headers: Record<string, string> = {
            authorization: header.trim(),
            origin: header.trim(),
            'x-forwarded-for': header.trim(),
            cookie: header.trim(),
            'user-agent': header.trim(),
          };
          const init: RequestInit = { method, headers };
          if (method === 'POST' || method === 'PUT' || method === 'PATCH') init.body = rest;
          const path = encodeURI(rest.toWellFormed()).replace(/^\/+/, '').replaceAll('?', '%3F').replaceAll('#', '%23');
          const answer = await system.companion.fetch(new Request(`http://pay.localhost:4001${root}${path}`, init));
          expect(answer.status).toBeLessThan(500);
        },
      ),
    ),
  );
});

test(
  'promise 18: a session returns the shop’s texts in NFC, byte for byte, with card numbers masked',
  { timeout: fuzzTimeout(150, 20) },
  () =>
    checkProperty(
      18,
      150,
      fc.asyncProperty(
        arbitraryHostileText(30),
        arbitraryHostileText(30),
        arbitraryHostileText(30),
        async (name, value, note) => {
          const body = {
            ...TEST_SESSION_FIELDS,
            order_no: `N-${crypto.randomUUID()}`,
            items: [{ ...TEST_SESSION_FIELDS.items[0]!, name }],
            metadata: { note: value },
            note,
          };
          const answer = await send('POST', '/v1/sessions', JSON.stringify(body));
          const problem = await judge(answer.clone());
          if (problem !== undefined) {
            const paths = (problem.fields ?? []).map((field) => field.path);
            expect(
              paths.every((path) => ['items.0.name', 'metadata.note', 'note', 'items'].includes(path)),
              paths.join(),
            ).toBe(true);
            return;
          }
          const { id } = (await answer.json()) as { id: string };
          const kept = await system.get<{ items: { name: string }[]; metadata: { note: string } }>(
            `/v1/sessions/${id}`,
          );
          expect(kept.items[0]!.name).toBe(maskCardNumbers(name.normalize('NFC')));
          expect(kept.metadata.note).toBe(maskCardNumbers(value.normalize('NFC')));
        },
      ),
    ),
);
