import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodesOfRoute } from '../../server/api/errors.ts';
import { API_ROUTES } from '../../server/api/routes.ts';
import { ERRORS } from '../../shared/errors.ts';
import { refuseUndeclaredError } from '../support/declared-errors.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

interface Call {
  operationId: string;
  parameters: { name: string; required: boolean }[];
  responses: Record<string, { 'x-error-codes'?: string[] }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, unknown> };
}

const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-openapi-'));
let system: TestSystem;
let document: Document;

beforeAll(async () => {
  system = await startTestSystem();
  const answer = await system.companion.fetch(new Request('http://pay.localhost:4001/openapi.json'));
  document = (await answer.json()) as Document;
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the document is valid OpenAPI 3.1 and lists every route once', async () => {
  const checked = await new Validator().validate(document as never);
  expect(checked).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
  const named = Object.values(document.paths).flatMap((path) => Object.values(path).map((call) => call.operationId));
  expect(named.sort()).toEqual(API_ROUTES.map((entry) => entry.name).sort());
  expect(new Set(named).size).toBe(named.length);
  expect(JSON.stringify(document)).not.toMatch(/"\$id"|"\$schema"/);
});

test('every property of a session and of a redirect payment has a description', () => {
  for (const name of ['CreateSession', 'CreateRedirectPaymentRequest']) {
    const { properties } = document.components.schemas[name] as {
      properties: Record<string, { description?: string }>;
    };
    expect(properties['expires_in']?.description).toBe('seconds until the session expires');
    const silent = Object.keys(properties).filter((property) => properties[property]?.description === undefined);
    const own = ['shopper_ip', 'user_agent', 'accept', 'os', 'browser', 'device_type', 'device', 'page'];
    expect(silent.filter((property) => !own.includes(property))).toEqual([]);
  }
});

test('every route lists its declared error codes under their statuses, and no others', () => {
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { operationId, responses } of calls) {
    const entry = API_ROUTES.find(({ name }) => name === operationId)!;
    const named = Object.entries(responses).flatMap(([status, { 'x-error-codes': codes = [] }]) =>
      codes.map((code) => [code, status]),
    );
    const declared = errorCodesOfRoute(entry).map((code) => [code, String(ERRORS[code].status)]);
    expect(named.sort(), operationId).toEqual(declared.sort());
    expect(entry.errors.filter((code) => !named.some(([other]) => other === code))).toEqual([]);
  }
});

test('a response with an error code that its route does not declare fails the test that gets it', async () => {
  const answer = (code: string): Response => Response.json({ code }, { status: 409 });
  const path = '/v1/sessions/ses_1/expire';
  await expect(refuseUndeclaredError('POST', path, answer('refund_exceeds_paid'))).rejects.toThrow(
    /sessions\/:id\/expire/,
  );
  await expect(refuseUndeclaredError('POST', path, answer('wrong_state'))).resolves.toBeUndefined();
});

test('every route whose work may be in progress lists status 202', async () => {
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path));
  const underWay = calls.filter(({ responses }) => '202' in responses).map(({ operationId }) => operationId);
  const writes = API_ROUTES.filter(({ group, idempotency: once }) => group === 'Issuing' && once === 'required');
  const expected = ['redeliverEvent', 'createPayout', 'cancelSubscription', ...writes.map(({ name }) => name)];
  expect(underWay.sort()).toEqual(expected.sort());
  const payout = await system.merchant('POST', '/v1/payouts', { payment_currency: 'EUR', payment_amount: '1.00' });
  expect(payout.status).toBe(202);
});

test('every schema reference resolves', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)].map(
    (match) => match[1]!,
  );
  expect(refs.length).toBeGreaterThan(100);
  expect(refs.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
});

test('a client generated from the document compiles and calls the API', { timeout: 120_000 }, () => {
  const input = join(folder, 'openapi.json');
  const output = join(folder, 'client');
  writeFileSync(input, JSON.stringify(document));
  const bin = (name: string): string => join(root, 'node_modules/.bin', name);
  execFileSync(bin('openapi-ts'), ['-i', input, '-o', output, '-c', '@hey-api/client-fetch'], {
    stdio: 'ignore',
    cwd: folder,
  });
  writeFileSync(
    join(output, 'use.ts'),
    `import { createRefunds, listPayments, createCard } from './sdk.gen';
     import type { Payment } from './types.gen';
     export async function use(): Promise<Payment[] | undefined> {
       await createRefunds({
         headers: { 'Idempotency-Key': 'k' },
         body: { refunds: [{ payment_id: 'pay_1', refund_amount: '1.00', refund_reason: '' }] },
       });
       await createCard({ headers: { 'Idempotency-Key': 'k' }, body: { card_bin_id: 806 } });
       // @ts-expect-error an amount is text
       await createRefunds({ headers: { 'Idempotency-Key': 'k' }, body: { refunds: [{ refund_amount: 1, refund_reason: '' }] } });
       const { data } = await listPayments({ query: { status: 'paid', limit: '10' } });
       return data?.payments as Payment[] | undefined;
     }`,
  );
  const flags =
    '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';
  const done = execFileSync(bin('tsc'), [...flags.split(' '), join(output, 'use.ts'), join(output, 'index.ts')], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(done).toBe('');
});

test('the API page loads nothing from other origins', async () => {
  const answer = await system.companion.fetch(new Request('http://pay.localhost:4001/docs'));
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  for (const entry of API_ROUTES) expect(page).toContain(`id="${entry.name}"`);
  expect([...page.matchAll(/(?:src|href)="(https?:[^"]*)"/g)]).toEqual([]);
  expect(page).not.toMatch(/<script(?![^>]*src=)|style="/);
  for (const asset of ['docs.css', 'docs-calls.css', 'docs-code.css', 'docs.js', 'docs-navigation.js']) {
    expect((await system.companion.fetch(new Request(`http://pay.localhost:4001/assets/${asset}`))).status).toBe(200);
  }
});

test('API responses match the document’s schemas', async () => {
  const paid = await system.paid();
  const shapes: [answer: unknown, name: string][] = [
    [await system.get(`/v1/payments/${paid.id}`), 'getPayment'],
    [await system.get('/v1/payments'), 'listPayments'],
    [
      await system.post('/v1/refunds', {
        refunds: [{ payment_id: paid.id, refund_amount: '1.00', refund_reason: '' }],
      }),
      'createRefunds',
    ],
    [await system.post(`/v1/payments/${paid.id}/sync`), 'syncPayment'],
    [await system.get('/v1/events'), 'listEvents'],
    [await system.get('/v1/audit'), 'listAudit'],
    [await system.post('/v1/issuing/balance'), 'queryAccountBalance'],
    [await system.post('/v1/issuing/cards', { card_bin_id: 806, recharge_amount: 1 }), 'createCard'],
  ];
  for (const [answer, name] of shapes) {
    const entry = API_ROUTES.find((candidate) => candidate.name === name)!;
    const parsed = entry.answer.schema.safeParse(answer);
    expect(parsed.success ? '' : JSON.stringify(parsed.error), name).toBe('');
  }
});
