import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { CLI_CALLS, findCliCall } from '../../server/commands/api/calls.ts';
import { runCliCall } from '../../server/commands/api/run-call.ts';
import { API_KEY, startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-cli-'));
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Types a command; what it prints, and its exit code. */
async function type(
  line: string[],
  environment: Record<string, string> = { TILLGATE_API_KEY: API_KEY },
): Promise<{ code: number; out: string; err: string }> {
  const found = findCliCall(line);
  if (found === undefined) throw new Error(`no command: ${line.join(' ')}`);
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCliCall(found.call, found.rest, {
    environment,
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
    isWatched: false,
    fetch: (url, init) => Promise.resolve(system.companion.fetch(new Request(url as URL, init))),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const json = async <T>(...line: string[]): Promise<T> => JSON.parse((await type([...line, '--json'])).out) as T;

test('every API route has a command, and every command a route', () => {
  expect(CLI_CALLS.map((call) => call.route).sort()).toEqual(API_ROUTES.map((entry) => entry.name).sort());
  expect(new Set(CLI_CALLS.map((call) => call.words)).size).toBe(CLI_CALLS.length);
});

test.each(CLI_CALLS.map((call) => [call.words]))('tillgate %s --help describes its arguments', async (words) => {
  const { code, out } = await type([...words.split(' '), '--help']);
  expect(code).toBe(0);
  expect(out).toContain(`tillgate ${words}`);
});

describe('CLI output', () => {
  test('payments are printed as a table, and one payment as lines', async () => {
    const paid = await system.paid();
    const list = await type(['payments', '--status', 'paid', '--limit', '1']);
    expect(list.out).toContain(paid.id);
    expect(list.out).toMatch(/id\s+│\s+status/);
    const one = await type(['payment', 'show', paid.id]);
    expect(one.out).toMatch(new RegExp(`order_no\\s+${paid.order_no}`));
    expect(one.out).toContain('timeline');
  });

  test('a list is printed page by page by cursor or in full', async () => {
    await Promise.all([system.paid(), system.paid(), system.paid()]);
    const first = await type(['payments', '--limit', '2']);
    expect(first.err).toMatch(/more: --cursor \S+/);
    const all = await json<unknown[]>('payments', '--limit', '2', '--all');
    expect(all.length).toBeGreaterThanOrEqual(3);
  });

  test('--account names the account of a call, and is refused where the command names a record', async () => {
    expect((await type(['balance', 'payout', '--account', 'default'])).code).toBe(0);
    const unknown = await type(['balance', 'payout', '--account', 'asia']);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('account') as string });
    await expect(type(['payment', 'capture', 'pay_1', '--account', 'default'])).rejects.toThrow('--account');
  });

  test('an error is printed in one line with its code, and the exit code is 1', async () => {
    expect(await type(['payment', 'show', 'pay_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not_found') as string,
    });
    expect(await type(['refund', 'pay_none', '1.00', 'x'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('not_found') as string,
    });
    await expect(type(['payment', 'show'])).rejects.toThrow('--id');
    await expect(type(['payments', '--colour', 'red'])).rejects.toThrow('--colour');
    await expect(type(['payments'], {})).rejects.toThrow('TILLGATE_API_KEY');
  });
});

describe('CLI commands that move money', () => {
  test('a refund by arguments and a batch by file run once with a repeated key', async () => {
    const payments = await Promise.all(Array.from({ length: 120 }, () => system.paid()));
    const [first] = payments;
    expect(await type(['refund', first!.id, '2.00', 'one cup broken'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('accepted') as string,
    });
    const file = join(folder, 'refunds.csv');
    const lines = payments.map((payment) => `${payment.id},1.00,"late, sorry"`);
    writeFileSync(file, ['payment_id,refund_amount,refund_reason', ...lines].join('\n'));
    const run = (): Promise<{ error: unknown; refund: { status: string; refund_reason: string } }[]> =>
      json('refund', '--file', file, '--key', 'night-run');
    const results = await run();
    expect(results).toHaveLength(120);
    expect(
      results.every((result) => result.refund.status === 'accepted' && result.refund.refund_reason === 'late, sorry'),
    ).toBe(true);
    await run();
    expect((await system.get<TestPaymentDetails>(`/v1/payments/${first!.id}`)).refunded_amount).toBe('3.00');
    expect((await system.get<TestPaymentDetails>(`/v1/payments/${payments[119]!.id}`)).refunded_amount).toBe('1.00');
  });

  test('the CLI reviews, captures and cancels payments, updates orders and cancels subscriptions', async () => {
    const held = await system.paid({}, '4000000000009235');
    expect(await type(['review', held.id, 'approve'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('approved') as string,
    });
    expect(await type(['payment', 'cancel', held.id])).toMatchObject({
      code: 0,
      out: expect.stringContaining('cancelled') as string,
    });
    const paid = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
    expect(await type(['order', 'update', paid.id, '1', '0'])).toMatchObject({ code: 0 });
    expect((await type(['subscriptions'])).out).toContain(paid.recurring_id!);
    expect(await json('subscription', 'cancel', paid.recurring_id!)).toMatchObject({ status: 'cancelled' });
    expect(await json('transaction', 'query', '--transactions', paid.transaction_id!)).toMatchObject({
      transactions: [{ meaning: 'paid' }],
    });
  });

  test('the CLI creates payouts and issues, recharges and freezes cards', async () => {
    const payout = [
      'payout',
      'create',
      '--payment-currency',
      'EUR',
      '--payment-amount',
      '5.00',
      '--set',
      'beneficiary={"name":"Ana"}',
    ];
    expect(await json(...payout)).toMatchObject({ operation: { status: 'in_progress' } });
    const holder = await json<{ result: { cardholder_id: string } }>(
      'cardholder',
      'create',
      '--set',
      'first_name=Ana',
      '--set',
      'last_name=Souza',
      '--set',
      'email=ana@example.com',
    );
    const group = await json<{ result: { group_id: string } }>(
      'group',
      'create',
      'Marketing',
      '--currency',
      'USD',
      '--recharge-amount',
      '50',
    );
    const made = await type([
      'card',
      'create',
      '--card-bin-id',
      '806',
      '--group-id',
      group.result.group_id,
      '--cardholder-id',
      holder.result.cardholder_id,
      '--recharge-amount',
      '10.5',
    ]);
    expect(made.out).toMatch(/card_number\s+400000\d{10}/);
    const cardId = /card_id\s+(\d+)/.exec(made.out)![1]!;
    expect(await json('card', 'recharge', cardId, '1.25')).toMatchObject({ operation: { status: 'succeeded' } });
    expect(await json('card', 'show', cardId)).toMatchObject({ balance: 11.75 });
    expect(await json('issuing', 'balance')).toMatchObject({ currency_details: expect.any(Array) as [] });
  });
});

test('a CSV export escapes spreadsheet formulas', async () => {
  const evil = { id: 'c-1', email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' };
  await system.paid({ order_no: '=1+2', shopper: { ...evil, email: '+cmd|calc@example.com' } });
  const { out } = await type(['payments', '--csv', '--all']);
  const [head, ...rows] = out.split('\n');
  expect(head).toContain('order_no');
  expect(rows.some((row) => row.includes("'=1+2") && row.includes("'+cmd|calc@example.com"))).toBe(true);
  expect(rows.some((row) => /(^|,)"?[=+@]/.test(row))).toBe(false);
  expect([head, ...rows].every((row) => /^"[^"]*"(,"[^"]*")*$/.test(row!) || row!.includes('""'))).toBe(true);
});
