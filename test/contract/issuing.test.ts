import { readFileSync, readdirSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

let system: TestSystem;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-issuing-'));

beforeAll(async () => {
  system = await startTestSystem({ companion: { dataDir: folder } });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  operation: { id: string; status: string; request_id: string; order_id: string | null };
  result: Record<string, unknown>;
}
interface Card {
  card_id: string;
  card_number: string;
  cvv: string;
  order_id: string;
  recharge_amount: number;
  fee: number;
}

const world = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const post = <T = Ran>(path: string, body: object = {}): Promise<T> => system.post<T>(`/v1/issuing${path}`, body);
const createsOf = (): number => world().requests.filter((request) => request.operation === '/api/card/create').length;

const balance = async (currency = 'USD'): Promise<number> => {
  const { currency_details: details } = await post<{ currency_details: { currency: string; amount: number }[] }>(
    '/balance',
  );
  return details.find((entry) => entry.currency === currency)!.amount;
};
const groupBalance = async (id: string): Promise<number> =>
  (await post<{ balance: number }>(`/groups/${id}/query`)).balance;
const cardBalance = async (id: string): Promise<number> =>
  (await post<{ balance: number }>(`/cards/${id}/query`)).balance;

async function makeGroup(amount = 500): Promise<string> {
  const group = await post('/groups', {
    group_name: 'Marketing',
    currency: 'USD',
    recharge_amount: amount,
    bin_list: ['806'],
  });
  return group.result['group_id'] as string;
}

async function makeCardholder(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const made = await post('/cardholders', { first_name: 'Ana', last_name: 'Souza', email, birth_date: '1990-05-17' });
  expect(await post('/cardholders/query', { email })).toMatchObject({
    first_name: 'Ana',
    cardholder_status: '1',
    email,
  });
  return made.result['cardholder_id'] as string;
}

async function makeCard(
  fields: object,
  headers?: Record<string, string>,
): Promise<{ status: number; body: Ran; card: Card }> {
  const answer = await system.merchant('POST', '/v1/issuing/cards', { card_bin_id: 806, ...fields }, headers);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = (await answer.json()) as Ran;
  return {
    status: answer.status,
    body,
    card: ((body.result as Ran['result'] | undefined)?.['create_result_list'] as Card[] | undefined)?.[0] as Card,
  };
}

describe('issued card', () => {
  test('an issued card is created in a group, shown once, recharged and charged, and the balances match to the cent', async () => {
    const account = await balance();
    const cardholder_id = await makeCardholder();
    const group_id = await makeGroup(500);
    expect(await balance()).toBeCloseTo(account - 500 - 2.5, 2);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const fields = { cardholder_id, group_id, recharge_amount: 120.35, card_alias: 'Ads', enable_multi_use: true };
    const { status, body, card } = await makeCard(fields, headers);
    expect(status).toBe(201);
    expect(body.operation.status).toBe('succeeded');
    expect(card).toMatchObject({
      recharge_amount: 120.35,
      fee: 0.5,
      card_number: expect.stringMatching(/^400000\d{10}$/) as string,
    });
    expect(card.cvv).toMatch(/^\d{3}$/);
    // Shown once: the same call again, the list, the operation and the disk hold neither number nor code.
    const again = await makeCard(fields, headers);
    expect(again.body.operation.id).toBe(body.operation.id);
    expect(again.card).toMatchObject({
      card_id: card.card_id,
      cvv: null,
      card_number: `400000******${card.card_number.slice(-4)}`,
    });
    expect(createsOf()).toBe(1);
    const kept = JSON.stringify(await system.get(`/v1/operations/${body.operation.id}`));
    const disk = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file)).toString('latin1'))
      .join('');
    for (const place of [kept, disk]) expect(place).not.toContain(card.card_number);
    expect(disk).toContain(card.card_id);

    expect(await groupBalance(group_id)).toBe(379.65);
    expect(await balance()).toBeCloseTo(account - 502.5 - 0.5, 2);
    const spend = (amount: number): Promise<{ status: string; reason: string }> =>
      fetch(`${system.sandbox.url}/control/issuing/cards/${card.card_id}/spend`, {
        method: 'POST',
        body: JSON.stringify({ amount, merchant_name: 'Kiosk' }),
      }).then(async (answer) => (await answer.json()) as { status: string; reason: string });
    expect(await spend(100.1)).toMatchObject({ status: '1' });
    expect(await spend(20.26)).toMatchObject({ status: '0', reason: 'over the limit' });
    expect(await cardBalance(card.card_id)).toBe(20.25);
    const recharged = await post(`/cards/${card.card_id}/recharge`, { recharge_amount: 79.65 });
    expect(recharged.operation).toMatchObject({ status: 'succeeded' });
    expect(await cardBalance(card.card_id)).toBe(99.9);
    expect(await groupBalance(group_id)).toBe(300);
    expect(await spend(99.9)).toMatchObject({ status: '1' });
    expect(await post(`/cards/${card.card_id}/transactions`)).toMatchObject({
      transaction_list: [
        { amount: 100.1, status: '1', merchant_name: 'Kiosk', currency: 'USD' },
        { amount: 20.26, status: '0' },
        { amount: 99.9, status: '1' },
      ],
    });
    expect(await post('/operations/query', { order_id: card.order_id })).toMatchObject({
      type: 'create',
      amount: 120.35,
      fee: 0.5,
      card_id: card.card_id,
      created_time: expect.stringMatching(/\.\d+[+-]\d{2}:\d{2}$/) as string,
    });
    // Everything that was put in is spent, in the group, or back in the account.
    await post(`/cards/${card.card_id}/cancel`);
    await post(`/groups/${group_id}/delete`);
    expect(await balance()).toBeCloseTo(account - 2.5 - 0.5 - 200, 2);
    expect((await post('/cardholders/' + cardholder_id + '/delete')).result).toMatchObject({ status: '1' });
  });

  test('a card creation whose response is lost is unknown, takes its result from a query and runs once', async () => {
    const group_id = await makeGroup();
    const before = createsOf();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    world().scenarios.arm({ operation: '/api/card/create', fault: 'reset', times: 1, after_charge: true });
    const lost = await makeCard({ group_id, recharge_amount: 10 }, headers);
    expect(lost.status).toBe(202);
    expect(lost.body.operation.status).toBe('unknown');
    const again = await makeCard({ group_id, recharge_amount: 10 }, headers);
    expect(again.body.operation.id).toBe(lost.body.operation.id);
    expect(createsOf() - before).toBe(1);
    const late = await startSystemLater(folder);
    await late.companion.reconcile();
    expect(await late.get(`/v1/operations/${lost.body.operation.id}`)).toMatchObject({
      status: 'succeeded',
      order_id: expect.stringMatching(/^\d+$/) as string,
      result: { type: 'create', amount: 10 },
    });
    expect(createsOf() - before).toBe(1);
    await late.companion.close();
  });

  test('a card creation that was not sent can be repeated with the same key', async () => {
    const down = await startTestSystem({
      companion: { issuingUrl: 'http://127.0.0.1:9', deadlines: { connect: 200, headers: 200, total: 500 } },
    });
    const headers = { 'idempotency-key': 'card-1' };
    const body = { card_bin_id: 806, recharge_amount: 1 };
    const refused = await down.merchant('POST', '/v1/issuing/cards', body, headers);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'gateway_unreachable' });
    const again = await down.merchant('POST', '/v1/issuing/cards', body, headers);
    expect(again.status).toBe(503);
    expect(await down.get('/v1/operations')).toMatchObject({
      operations: [{ status: 'not_sent', operation: 'createCard' }],
    });
    await down.close();
  });
});

/** The same companion, some time later: it looks after what it left open. */
async function startSystemLater(dataDir: string): Promise<TestSystem> {
  const later = Date.now() + 120_000;
  return startTestSystem({
    companion: { dataDir, issuingUrl: system.sandbox.url, gatewayUrl: system.sandbox.url, now: () => later },
  });
}

describe('groups and cardholders', () => {
  test('a group is recharged and deactivated, and an inactive group accepts no card', async () => {
    const group_id = await makeGroup(100);
    const recharged = await post(`/groups/${group_id}/recharge`, { recharge_amount: 10.55 });
    expect(recharged.result).toMatchObject({ status: '1', recharge_amount: 10.55, fee: 0.05 });
    expect(await groupBalance(group_id)).toBe(110.55);
    expect((await post(`/groups/${group_id}/status`, { status: 'Inactive' })).result).toEqual({
      status: '1',
      group_status: '3',
    });
    const refused = await makeCard({ group_id, recharge_amount: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'gateway_refused',
      detail: expect.stringContaining('inactive') as string,
    });
    expect((await post(`/groups/${group_id}/status`, { status: 'Active' })).result).toMatchObject({
      group_status: '1',
    });
    expect((await post(`/groups/${group_id}/withdraw`, { amount: 10.55 })).result).toMatchObject({ balance: 100 });
  });

  test('cards are frozen, limited and drained, and rules and BINs are listed', async () => {
    const { card } = await makeCard({ recharge_amount: 50 });
    expect((await post(`/cards/${card.card_id}/status`, { status: '2' })).result).toMatchObject({ card_status: '2' });
    expect((await post(`/cards/${card.card_id}/limit`, { card_limit: 20.5 })).result).toMatchObject({
      card_limit: 20.5,
    });
    expect((await post(`/cards/${card.card_id}/withdraw`, { amount: 49.99 })).operation.status).toBe('succeeded');
    expect(await cardBalance(card.card_id)).toBe(0.01);
    expect(await post('/bins/query')).toMatchObject({
      bin_list: expect.arrayContaining([expect.objectContaining({ bin_id: '806' })]) as [],
    });
    expect(await post('/rules/query')).toMatchObject({ rule_list: [{ rule_id: '1' }, { rule_id: '2' }] });
    const holder = await makeCardholder();
    expect((await post(`/cardholders/${holder}/update`, { mobile: '910000000' })).result).toMatchObject({
      status: '1',
    });
    const found = await post<{ email: string }>('/cardholders/query', { cardholder_id: holder });
    expect(found).toMatchObject({ mobile: '910000000', first_name: 'Ana' });
    // As the interface's own sample asks.
    expect(await post('/cardholders/query', { cardholder_id: '', email: found.email })).toEqual(found);
  });

  test.each([
    ['an amount with three decimals', '/cards', { card_bin_id: 806, recharge_amount: 1.005 }, 'recharge_amount'],
    ['a BIN that is not a number', '/cards', { card_bin_id: '806' }, 'card_bin_id'],
    ['an unknown field', '/groups', { group_name: 'x', colour: 'red' }, 'colour'],
    ['an unknown status', '/groups/1/status', { status: 'Asleep' }, 'status'],
    ['an ID that is not numeric', '/groups/abc/recharge', { recharge_amount: 1 }, 'group_id'],
    ['neither an ID nor an email', '/cardholders/query', {}, 'cardholder_id'],
    ['an empty ID and no email', '/cardholders/query', { cardholder_id: '' }, 'cardholder_id'],
    ['a cardholder ID that is not numeric', '/cardholders/query', { cardholder_id: 'abc' }, 'cardholder_id'],
  ])('an issuing request with %s is rejected before it is sent', async (_name, path, body, field) => {
    const before = world().requests.length;
    const answer = await system.merchant('POST', `/v1/issuing${path}`, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path: field }] });
    expect(world().requests).toHaveLength(before);
  });
});

test('a merchant without issuing gets 501, and a key without the scope 403', async () => {
  const plain = await startTestSystem({
    companion: {
      issuingUrl: undefined,
      companyId: undefined,
      issuingSignKey: undefined,
      apiKeys: `${testApiKey('reader')}:read,${testApiKey('shop')}:pay+refund+payout+resolve+issue+users+read`,
    },
  });
  const answer = await plain.merchant('POST', '/v1/issuing/balance', {});
  expect(answer.status).toBe(501);
  expect(await answer.json()).toMatchObject({ code: 'not_configured' });
  const forbidden = await plain.merchant(
    'POST',
    '/v1/issuing/cards',
    { card_bin_id: 1 },
    { authorization: `Bearer ${testApiKey('reader')}` },
  );
  expect(forbidden.status).toBe(403);
  await plain.close();
});
