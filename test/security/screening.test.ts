import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { CheckoutServerOptions, PaymentToScreen } from '../../server/index.ts';
import { stubCardDeclines, startAttackTarget, type AttackSubmit, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { createCardSubmit, untilDefined } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';
import { sleep } from '../support/wait.ts';

const targets: AttackTarget[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillgate-screening-'));

async function start(options: Partial<CheckoutServerOptions>, shared?: AttackTarget): Promise<AttackTarget> {
  const target = await startAttackTarget(options, shared);
  targets.unshift(target);
  return target;
}

afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const attempt = (number?: string): AttackSubmit => ({ email: 'ana@example.com', submit: createCardSubmit(number) });

test('promise 21: the shop’s check receives what it needs and never the card number', async () => {
  const seen: PaymentToScreen[] = [];
  const target = await start({
    screenPayment: (facts) => {
      seen.push(facts);
      return { allow: true };
    },
  });
  const { token, id } = await target.openSession({ metadata: { basket: '7' }, shopper: { id: 'c-1' } });
  const from = { ...attempt('4242424242424242'), ip: '203.0.113.9', headers: { 'user-agent': 'Test' } };
  const answer = await target.submit({ ...from, submit: { ...from.submit, risk_token: 'captcha-answer' } }, token);
  expect(await answer.json()).toMatchObject({ status: 'paid' });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    session: { id, currency: 'EUR', amount: '24.00', metadata: { basket: '7' }, attempts: 0 },
    method: 'card',
    shopper: { id: 'c-1', email: 'ana@example.com', ip: '203.0.113.9', user_agent: 'Test' },
    card: { brand: 'visa', bin: '424242', last4: '4242', is_kept: false },
    risk_token: 'captcha-answer',
  });
  expect(JSON.stringify(seen)).not.toMatch(/4242424242424242|"123"|2031/);
  // Its token is for the check alone.
  expect(JSON.stringify([target.gateway.charges, target.log])).not.toContain('captcha-answer');
});

test('promise 21: a payment that the shop’s check refuses is not sent and uses no attempt', async () => {
  let allow = false;
  const target = await start({ screenPayment: () => ({ allow, code: 'captcha:failed' }) });
  const { token, id } = await target.openSession();
  const refused = await target.submit(attempt(), token);
  expect(refused.status).toBe(429);
  const problem = (await refused.json()) as object;
  expect(problem).toMatchObject({ code: 'rate_limited' });
  expect(JSON.stringify(problem)).not.toContain('captcha');
  expect(target.log.map(({ facts }) => facts['code'])).toContain('captcha:failed');
  expect(target.gateway.charges).toEqual([]);
  const session = await target.request(`/v1/sessions/${id}`, {
    headers: { authorization: `Bearer ${testApiKey('shop')}` },
  });
  expect(await session.json()).toMatchObject({ status: 'open', attempts: 0 });
  allow = true;
  expect((await target.submit(attempt(), token)).status).toBe(200);
});

test('promise 21: the shop’s check is called once for one attempt, however often it is sent', async () => {
  let asked = 0;
  // In ms; the same attempt comes again while the check runs.
  const SLOW_CHECK = 100;
  const screenPayment = async (): Promise<{ allow: boolean }> => {
    asked += 1;
    await sleep(SLOW_CHECK);
    return { allow: true };
  };
  const options = { screenPayment, dataDir: join(folder, 'once') };
  const first = await start(options);
  const second = await start(options, first);
  const { token } = await first.openSession();
  const same = attempt();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? first : second).submit(same, token)),
  );
  const statuses = new Set(answers.map((answer) => answer.status));
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
  expect((await second.submit(same, token)).status).toBe(200);
  expect(asked).toBe(1);
  expect(first.gateway.charges).toHaveLength(1);
  recordPromiseFigures(21, { submits_of_one_attempt: 201, checks_of_it: asked });
});

test('promise 21: a refused attempt stays refused without another check, and its attempt_id rejects another body', async () => {
  let asked = 0;
  const target = await start({
    screenPayment: () => {
      asked += 1;
      return { allow: false };
    },
  });
  const { token } = await target.openSession();
  const same = attempt();
  const answers = await Promise.all([target.submit(same, token), target.submit(same, token)]);
  expect(answers.map(({ status }) => status)).toEqual([429, 429]);
  expect((await target.submit(same, token)).status).toBe(429);
  const other = { ...same, submit: { ...same.submit, card: createCardSubmit('4000000000000002').card } };
  expect((await target.submit(other, token)).status).toBe(422);
  expect(asked).toBe(1);
  expect(target.gateway.charges).toEqual([]);
});

const failures: [string, NonNullable<CheckoutServerOptions['screenPayment']>][] = [
  ['throws', () => Promise.reject(new Error('the captcha service is away: 4242424242424242'))],
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
  ],
  ['never resolves', () => new Promise(() => undefined)],
  ['returns nothing', () => undefined as never],
  ['returns an invalid result', () => ({ allow: 'yes' }) as never],
];
test.each(failures)('promise 21: a check that %s refuses the payment by default', async (_name, screenPayment) => {
  const closed = await start({ screenPayment, screenTimeout: 150 });
  expect((await closed.submit({})).status).toBe(429);
  expect(closed.gateway.charges).toEqual([]);
  expect(closed.log.filter(({ facts }) => facts.alert === 'payment_check_failed')).toHaveLength(1);
  expect(JSON.stringify(closed.log)).not.toContain('4242424242424242');
  const open = await start({ screenPayment, screenTimeout: 150, screenFailure: 'allow' });
  expect((await open.submit({})).status).toBe(200);
  expect(open.gateway.charges).toHaveLength(1);
});

test('promise 21: a check whose companion died times out and counts as failed', async () => {
  let release: (() => void) | undefined;
  const dataDir = join(folder, 'died');
  const dead = await start({
    dataDir,
    screenPayment: () => new Promise((resolve) => (release = () => resolve({ allow: true }))),
    screenTimeout: 2_000,
  });
  const other = await start({ dataDir, screenPayment: () => ({ allow: true }), screenTimeout: 100 }, dead);
  const { token } = await dead.openSession();
  const same = attempt();
  const stuck = dead.submit(same, token);
  await untilDefined(() => release);
  expect((await other.submit(same, token)).status).toBe(409);
  other.clock.ahead += 10_000;
  expect((await other.submit(same, token)).status).toBe(429);
  release?.();
  await stuck;
});

test('promise 21: a submit over the velocity limit does not reach the check', async () => {
  let asked = 0;
  const target = await start({
    limits: 'address=3/1h',
    screenPayment: () => {
      asked += 1;
      return { allow: false };
    },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await target.submit({ ip: '203.0.113.9' })).status);
  expect(statuses).toEqual([429, 429, 429, 429, 429]);
  expect(asked).toBe(3);
});

test('promise 21: every refusal has the same response and timing', async () => {
  const limits = (text: string): Promise<AttackTarget> => start({ limits: `address=off,shopper=off,card=off,${text}` });
  const same = { ip: '203.0.113.9', email: 'ana@example.com', number: '4242424242424242' };
  const [address, shopper, card, screened, tested] = await Promise.all([
    limits('address=1/1h'),
    limits('shopper=1/1h'),
    limits('card=1/1h'),
    start({ screenPayment: () => ({ allow: false, code: 'x' }) }),
    start({ cardTesting: 'cards=1,share=1' }),
  ]);
  for (const target of [address, shopper, card, tested]) {
    stubCardDeclines(target.gateway);
    expect((await target.submit(same)).status).toBe(200);
  }
  tested.clock.ahead += 31_000;
  const seen = await Promise.all(
    [address, shopper, card, screened, tested].map(async (target) => {
      const { token } = await target.openSession();
      const began = performance.now();
      const answer = await target.submit(same, token);
      const took = performance.now() - began;
      const text = (await answer.text()).replace(/req_[\w-]+/g, 'req');
      const headers = [...answer.headers].map(([name, value]) => `${name}: ${value.replace(/req_[\w-]+/g, 'req')}`);
      return { took, answer: `${String(answer.status)} ${headers.join(' ')} ${text}` };
    }),
  );
  expect(new Set(seen.map(({ answer }) => answer)).size).toBe(1);
  expect(seen[0]?.answer).toMatch(/^429 .*retry-after/);
  for (const { took } of seen) expect(took).toBeGreaterThanOrEqual(990);
  expect(Math.max(...seen.map(({ took }) => took)) - Math.min(...seen.map(({ took }) => took))).toBeLessThan(250);
});
