import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCliCall } from '../../server/commands/api/calls.ts';
import { runCliCall } from '../../server/commands/api/run-call.ts';
import { API_KEY, startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** What was typed can be typed again after an answer was lost, and does nothing twice: the key is never lost. */

const folder = mkdtempSync(join(tmpdir(), 'tillgate-cli-keys-'));
let system: TestSystem;
/** The Idempotency-Keys sent, and what becomes of each answer. */
let keys: (string | null)[];
let spoil: (answer: Response, count: number) => Response;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  keys = [];
  spoil = (answer) => answer;
});

async function type(...line: string[]): Promise<{ code: number; out: string; err: string }> {
  const found = findCliCall(line);
  if (found === undefined) throw new Error(`no command: ${line.join(' ')}`);
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCliCall(found.call, found.rest, {
    environment: { TILLGATE_API_KEY: API_KEY },
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
    isWatched: false,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      keys.push(request.headers.get('idempotency-key'));
      return spoil(await system.companion.fetch(request), keys.length);
    },
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const cut = (): Response => {
  throw new TypeError('fetch failed');
};
const refundedOf = async ({ id }: TestPaymentDetails): Promise<string> =>
  (await system.get<TestPaymentDetails>(`/v1/payments/${id}`)).refunded_amount;

describe('CLI batch whose response is lost', () => {
  let payments: TestPaymentDetails[];
  let refunded = 0;
  const file = join(folder, 'refunds.csv');

  beforeAll(async () => {
    payments = await Promise.all(Array.from({ length: 110 }, () => system.paid()));
    const lines = payments.map(({ id }) => `${id},1.00,late`);
    writeFileSync(file, ['payment_id,refund_amount,refund_reason', ...lines].join('\n'));
  });

  test.each<[string, (answer: Response) => Response]>([
    ['a connection that breaks', cut],
    ['a proxy’s error page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a page with HTTP 200', () => new Response('<h1>Sign in</h1>')],
    ['a response of another program', () => Response.json({ ok: true })],
  ])('a batch whose response is lost prints its results and the key to continue with: %s', async (_name, lose) => {
    spoil = (answer, count) => (count >= 2 ? lose(answer) : answer);
    const first = await type('refund', '--file', file, '--json');
    expect(first.code).toBe(1);
    expect(JSON.parse(first.out)).toHaveLength(100);
    expect(first.err).toMatch(/stopped after 100 of 110; retry with --key \S+:[^]*network_error/);
    const key = /--key ([^\s:]+)/.exec(first.err)![1]!;
    const sent = keys.splice(0);
    spoil = (answer) => answer;
    const again = await type('refund', '--file', file, '--json', '--key', key);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toHaveLength(110);
    // The client's own retries have the same key.
    expect([...new Set(sent)]).toEqual(keys);
    refunded += 1;
    const each = await Promise.all([payments[0]!, payments[109]!].map(refundedOf));
    expect(each).toEqual([`${String(refunded)}.00`, `${String(refunded)}.00`]);
  });
});

describe('CLI request whose response is lost', () => {
  const payout = ['payout', 'create', '--payment-currency', 'EUR', '--payment-amount', '5.00'];
  payout.push('--set', 'beneficiary={"name":"Ana"}');

  test('a request whose response is lost prints its idempotency key and runs once with it', async () => {
    spoil = cut;
    const lost = await type(...payout);
    expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('network_error') as string });
    expect(lost.err).toContain(`retry with --key ${String(keys[0])}:`);
    spoil = (answer) => answer;
    await type(...payout, '--key', keys[0]!);
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
    expect(keys).toHaveLength(4);
    expect(system.sandbox.sandbox.state.requests.filter(({ operation }) => operation === 'payout')).toHaveLength(1);
  });

  test('a failed request that changed nothing prints no idempotency key', async () => {
    expect((await type('payment', 'capture', 'pay_none')).err).not.toContain('--key');
    spoil = cut;
    expect((await type('payments')).err).not.toContain('--key');
  });
});

test('the CLI sends the idempotency key given by --key with every write', async () => {
  const paid = await system.paid();
  await type('group', 'create', 'Marketing', '--currency', 'USD', '--recharge-amount', '50', '--key', 'abc');
  await type('payment', 'cancel', paid.id, '--key', 'abd');
  expect(keys).toEqual(['abc', 'abd']);
  expect((await type('payout', 'create', '--help')).out).toContain('--key');
  await expect(type('payments', '--key', 'abc')).rejects.toThrow('--key: not for a command that only reads');
});
