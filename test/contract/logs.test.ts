import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { createLogger } from '../../server/observability/log.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

type Line = LogFields & { level: number; msg: string; time: string };

const lines: Line[] = [];
let system: TestSystem;

beforeAll(async () => {
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  system = await startTestSystem({ companion: { logger } });
});
afterAll(() => system.close());

/** What was logged while something was done. */
async function during(work: () => Promise<unknown>): Promise<Line[]> {
  const from = lines.length;
  await work();
  return lines.slice(from);
}

test('every log line of a payment names its request, session and payment', async () => {
  const { token, id } = await system.openSession();
  let paymentId = '';
  const written = await during(async () => {
    paymentId = (await system.pay(token)).payment_id!;
  });
  expect(written.map((line) => line.msg)).toEqual(['payment changed', 'request']);
  const [moved, served] = written as [Line, Line];
  expect(moved).toMatchObject({ payment_id: paymentId, session_id: id, from: 'submitting', to: 'paid' });
  expect(served).toMatchObject({
    payment_id: paymentId,
    session_id: id,
    method: 'POST',
    route: '/checkout/payments',
    http_status: 200,
    level: 30,
  });
  expect(served.request_id).toMatch(/^req_/);
  expect(moved.request_id).toBe(served.request_id);
  expect(served.duration_ms).toBeGreaterThan(0);
});

test('the alert about a lost response names its request, session and payment', async () => {
  system.sandbox.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const { token, id } = await system.openSession();
  const written = await during(() => system.pay(token, createCardSubmit()));
  const alert = written.find((line) => line.alert !== undefined)!;
  expect(alert).toMatchObject({
    level: 50,
    alert: 'outcome_unknown',
    session_id: id,
    request_id: expect.stringMatching(/^req_/),
  });
  expect(alert.payment_id).toMatch(/^pay_/);
});

test('log lines contain route templates only, without tokens, order numbers or unknown paths', async () => {
  const { token } = await system.openSession();
  const get = (path: string): Promise<unknown> =>
    Promise.resolve(system.companion.fetch(new Request(`http://pay.localhost:4001${path}`)));
  const written = await during(async () => {
    await get(`/pay/${token}`);
    await get('/v1/payments/4242424242424242?order_no=T-77');
    await get('/nowhere/4242424242424242');
    await system.merchant('GET', '/v1/payments/pay_4242424242424242');
    await get('/checkout/return/pay_notours');
  });
  expect(written.filter((line) => line.msg === 'request').map((line) => [line.route, line.http_status])).toEqual([
    ['/pay/:token', 200],
    ['/v1/payments/:id', 401],
    ['none', 404],
    ['/v1/payments/:id', 404],
    ['/checkout/return/:id', 404],
  ]);
  for (const word of [token, '4242424242424242', 'T-77', 'nowhere', 'notours']) {
    expect(JSON.stringify(written), word).not.toContain(word);
  }
});

test('health, file and polling requests log at debug level, and rejected requests log their code', async () => {
  const { token } = await system.openSession();
  const written = await during(async () => {
    for (const path of ['/healthz', '/readyz', '/assets/page.css']) {
      await system.companion.fetch(new Request(`http://pay.localhost:4001${path}`));
    }
    await system.browser(token, 'GET', '/checkout/outcome');
    await system.browser(token, 'POST', '/checkout/payments', { nonsense: true });
  });
  const requests = written.filter((line) => line.msg === 'request');
  expect(requests.map((line) => [line.route, line.level])).toEqual([
    ['/healthz', 20],
    ['/readyz', 20],
    ['/assets/*', 20],
    ['/checkout/outcome', 20],
    ['/checkout/payments', 30],
  ]);
  expect(requests.at(-1)).toMatchObject({ http_status: 400, code: 'invalid_request' });
});

test('a log field that is not on the allow-list is dropped', () => {
  const kept: string[] = [];
  const log = createLogger('info', { write: (line) => void kept.push(line) });
  log.info({ payment_id: 'pay_1', card: '4242424242424242', email: 'a@b.example' } as LogFields, 'payment moved');
  log.debug({ payment_id: 'pay_2' }, 'not at this level');
  expect(kept).toHaveLength(1);
  expect(JSON.parse(kept[0]!)).toEqual({
    level: 30,
    time: expect.any(String) as string,
    payment_id: 'pay_1',
    msg: 'payment moved',
  });
});
