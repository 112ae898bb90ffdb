import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAlerts, setNextResponse } from '../support/gateway-messages.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

/** Issuing responses that do not answer the request. */

let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

interface StoredOperation {
  id: string;
  status: string;
  order_id: string | null;
  code: string | null;
  message: string | null;
  alerts: { code: string; detail: Record<string, string> }[];
  result: Record<string, unknown> | null;
}

const state = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const RECHARGE = '/v1/issuing/cards/111/recharge';
const QUERY = '/api/card/query_operate_result';

const unknownBy = (reason: string): object[] => [{ code: 'outcome_unknown', detail: { reason } }];

const answered = (result: object): object => ({ code: '0000', message: 'Success', result });

async function run(path: string, body: object): Promise<{ http: number; operation: StoredOperation }> {
  const made = await system.merchant('POST', path, body);
  const { operations } = await system.get<{ operations: StoredOperation[] }>('/v1/operations');
  return { http: made.status, operation: operations[0]! };
}

async function lose(path: string, operation: string, body: object): Promise<StoredOperation> {
  state().scenarios.arm({ operation, fault: 'reset', times: 1, after_charge: false });
  return (await run(path, body)).operation;
}

/** The operation after the next query of the service's records. */
async function reconcileLater(operation: StoredOperation, found?: object): Promise<StoredOperation> {
  ahead += 600_000;
  if (found !== undefined) setNextResponse(system, QUERY, found);
  await system.companion.reconcile();
  return system.get<StoredOperation>(`/v1/operations/${operation.id}`);
}

const mismatchAlerts = (): Promise<number> => countAlerts(system, 'operation_response_mismatch');

describe('promise 10: issuing responses that name another operation', () => {
  const own = { order_id: '77', status: '1', card_id: '111', type: 'recharge', amount: 50, currency: 'USD' };

  test.each([
    ['another card', { card_id: '222' }, 'card_id'],
    ['another type', { type: 'withdraw' }, 'type'],
    ['another amount', { amount: 5 }, 'amount'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['another request', { request_id: 'somebody-else' }, 'request_id'],
  ])(
    'a recharge whose response was lost takes no result from a query response with %s',
    async (_name, changes, field) => {
      const lost = await lose(RECHARGE, '/api/card/charge', { recharge_amount: 50, currency: 'USD' });
      expect(lost.status).toBe('unknown');
      const before = await mismatchAlerts();
      const after = await reconcileLater(lost, answered({ ...own, ...changes }));
      expect(after, field).toMatchObject({ status: 'unknown', order_id: null, result: null });
      expect(await mismatchAlerts()).toBe(before + 1);
      expect(await reconcileLater(lost, answered(own))).toMatchObject({ status: 'succeeded', order_id: '77' });
    },
  );

  test.each([
    ['has only its ID', {}],
    ['has a type that the profile does not map', { type: 'CARD_CHARGE' }],
    ['writes its amount as text', { amount: undefined, recharge_amount: '50.00' }],
  ])('a recharge whose response was lost takes the result of a query response that %s', async (_name, changes) => {
    const lost = await lose(RECHARGE, '/api/card/charge', { recharge_amount: 50 });
    const found = answered({ order_id: '77', status: '1', ...changes });
    expect(await reconcileLater(lost, found)).toMatchObject({ status: 'succeeded', order_id: '77' });
  });

  test('the profile can map the service’s operation types', async () => {
    await system.close();
    system = await startTestSystem({
      companion: { now: () => Date.now() + ahead, profile: { operation_type: { '3': 'withdraw', '2': 'recharge' } } },
    });
    const lost = await lose(RECHARGE, '/api/card/charge', { recharge_amount: 50 });
    expect(await reconcileLater(lost, answered({ ...own, type: '3' }))).toMatchObject({ status: 'unknown' });
    expect(await reconcileLater(lost, answered({ ...own, type: '2' }))).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['another card', RECHARGE, '/api/card/charge', { card_id: '222' }, 'card_id differs'],
    ['another amount', RECHARGE, '/api/card/charge', { recharge_amount: 5 }, 'recharge_amount differs'],
    ['another group', '/v1/issuing/groups/7/recharge', '/api/group/recharge', { group_id: '8' }, 'group_id differs'],
    ['another limit', '/v1/issuing/cards/111/limit', '/api/card/update', { card_limit: 5 }, 'card_limit differs'],
  ])(
    'a response with %s makes the operation unknown and stores no ID',
    async (_name, path, operation, said, reason) => {
      const before = await mismatchAlerts();
      setNextResponse(system, operation, answered({ order_id: '77', status: '1', ...said }));
      const body = path.endsWith('limit') ? { card_limit: 50 } : { recharge_amount: 50 };
      const { http, operation: kept } = await run(path, body);
      expect(http).toBe(202);
      expect(kept).toMatchObject({ status: 'unknown', alerts: unknownBy(reason), order_id: null, result: null });
      expect(await mismatchAlerts()).toBe(before + 1);
    },
  );

  test('a created card of another group or amount is unknown, and its card number is not shown', async () => {
    for (const said of [{ group_id: '8' }, { recharge_amount: 5 }]) {
      const card = { status: '1', order_id: '77', card_id: '1', group_id: '7', recharge_amount: 50, ...said };
      const list = [{ ...card, card_number: '4000001111111115', cvv: '123' }];
      setNextResponse(system, '/api/card/create', answered({ create_result_list: list }));
      const body = { card_bin_id: 806, group_id: '7', recharge_amount: 50 };
      const made = await system.merchant('POST', '/v1/issuing/cards', body);
      expect(made.status).toBe(202);
      const text = await made.text();
      expect(JSON.parse(text)).toMatchObject({ operation: { status: 'unknown' }, result: null });
      expect(text).not.toContain('1115');
    }
  });

  test('a batch of cards of which one failed is unknown, shows the created card and takes no result from a query of one order', async () => {
    const cards = [
      { status: '0', order_id: '77' },
      { status: '1', order_id: '78', card_id: '1', card_number: '4000001111111115', cvv: '123' },
    ];
    setNextResponse(system, '/api/card/create', answered({ create_result_list: cards }));
    const body = { card_bin_id: 806, recharge_amount: 50, request_id: 'two-cards' };
    const made = await system.merchant('POST', '/v1/issuing/cards', body);
    expect(made.status).toBe(202);
    const { operation, result } = (await made.json()) as { operation: StoredOperation; result: object };
    expect(operation).toMatchObject({ status: 'unknown', alerts: unknownBy('not all of the cards were made') });
    expect(result).toMatchObject({ create_result_list: cards });
    for (const status of ['0', '1']) {
      expect(await reconcileLater(operation, answered({ order_id: '77', status }))).toMatchObject({
        status: 'unknown',
      });
    }
    expect((await system.merchant('POST', '/v1/issuing/cards', body)).status).toBe(202);
  });

  const CARD = { status: '1', order_id: '77', card_id: '1', group_id: '7', recharge_amount: 50, card_status: '1' };
  const SECRET = { card_number: '4000001111111115', cvv: '123' };
  const create = async (result: unknown): Promise<{ operation: StoredOperation; result: unknown }> => {
    setNextResponse(system, '/api/card/create', { code: '0000', message: { en: 'Success' }, result });
    const body = { card_bin_id: 806, group_id: '7', recharge_amount: 50 };
    return (await system.merchant('POST', '/v1/issuing/cards', body)).json() as Promise<{
      operation: StoredOperation;
      result: unknown;
    }>;
  };

  test.each([
    ['fee', { amount: 1 }],
    ['card_alias', ['Ads']],
    ['multi_use', 'yes'],
    ['card_limit', '1,000.00'],
    ['created_time', { at: 1 }],
    ['expire_year', []],
    ['group_id', { id: '7' }],
    ['recharge_amount', 'fifty'],
    ['order_id', ['77']],
    ['card_id', {}],
  ])('a created card is shown with its number and code even if its %s is invalid: %j', async (name, odd) => {
    const { operation, result } = await create({ create_result_list: [{ ...CARD, ...SECRET, [name]: odd }] });
    expect(operation).toMatchObject({ status: 'succeeded' });
    expect(result).toMatchObject({ create_result_list: [SECRET] });
  });

  test('a created card with an invalid status is shown, and its operation is unknown', async () => {
    const { operation, result } = await create({ create_result_list: [{ ...CARD, ...SECRET, status: {} }] });
    expect(operation).toMatchObject({ status: 'unknown' });
    expect(result).toMatchObject({ create_result_list: [SECRET] });
  });

  test('a batch of cards with one status missing is unknown, and all cards are shown', async () => {
    const cards = [
      { ...CARD, ...SECRET },
      { ...CARD, card_id: '2', card_number: '4000001111111123', cvv: '456', status: null },
    ];
    const { operation, result } = await create({ create_result_list: cards });
    expect(operation).toMatchObject({ status: 'unknown' });
    expect(result).toMatchObject({ create_result_list: [SECRET, { card_number: '4000001111111123', cvv: '456' }] });
  });

  test('a single created card outside a list is shown, and its card number is not stored', async () => {
    const { operation, result } = await create({ create_result_list: { ...CARD, ...SECRET, fee: {} } });
    expect(operation).toMatchObject({ status: 'succeeded', order_id: '77' });
    expect(result).toMatchObject({ create_result_list: [SECRET] });
    expect(JSON.stringify(await system.get(`/v1/operations/${operation.id}`))).not.toContain('4000001111111115');
  });

  test('a created card is shown even if the service writes numbers as text or text as numbers', async () => {
    const card = { status: 1, order_id: 77, card_id: '1', card_number: '4000001111111115', cvv: '123', fee: '' };
    const odd = { expire_year: 2027, card_limit: '10.00', multi_use: 'true', group_id: 12345678901234567890 };
    setNextResponse(system, '/api/card/create', answered({ create_result_list: [{ ...card, ...odd }] }));
    const made = await system.merchant('POST', '/v1/issuing/cards', { card_bin_id: 806 });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({
      operation: { status: 'succeeded', order_id: '77' },
      result: {
        create_result_list: [
          // JSON loses digits of this number, so it is no group ID.
          {
            ...card,
            status: '1',
            order_id: '77',
            fee: null,
            expire_year: '2027',
            card_limit: 10,
            multi_use: true,
            group_id: null,
          },
        ],
      },
    });
  });

  test.each([{ card_limit: 'ten' }, { multi_use: 'maybe' }, { cvv: {} }])(
    'a created card’s invalid field %j is null in the result',
    async (odd) => {
      const card = { status: '1', card_id: '1', card_number: '4000001111111115', ...odd };
      setNextResponse(system, '/api/card/create', answered({ create_result_list: [card] }));
      const made = await system.merchant('POST', '/v1/issuing/cards', { card_bin_id: 806 });
      const nothing = Object.fromEntries(Object.keys(odd).map((name) => [name, null]));
      expect(await made.json()).toMatchObject({
        operation: { status: 'succeeded' },
        result: { create_result_list: [{ ...card, ...nothing }] },
      });
    },
  );

  test('a payout that a query reports with another amount stays unknown and raises an alert', async () => {
    state().scenarios.arm({ operation: 'payout', fault: 'reset', times: 1, after_charge: false });
    const request_id = crypto.randomUUID();
    const asked = { request_id, payment_currency: 'EUR', payment_amount: '9.00' };
    const { operation } = await run('/v1/payouts', asked);
    const before = await mismatchAlerts();
    ahead += 70_000;
    setNextResponse(system, 'payoutQuery', {
      return_status: '1',
      ...asked,
      payment_amount: '5.00',
      payout_status: '1',
    });
    await system.companion.reconcile();
    expect(await system.get(`/v1/operations/${operation.id}`)).toMatchObject({ status: 'unknown' });
    expect(await mismatchAlerts()).toBe(before + 1);
  });
});

describe('promise 10: issuing response codes', () => {
  const busy = { code: '9998', message: 'System busy, the request is being processed' };
  const card = { card_bin_id: 806, recharge_amount: 50 };
  const creates = (): number => state().requests.filter((request) => request.operation === '/api/card/create').length;

  /** The service responds with a code, with or without creating the card. */
  function respondWithCode(isDone: boolean, code: object, status = 200): void {
    const body = JSON.stringify(code);
    const fault = { fault: 'status', status, body, content_type: 'application/json', times: 1 } as const;
    state().scenarios.arm({ operation: '/api/card/create', ...fault, after_charge: isDone });
  }

  test.each([200, 400])(
    'a code that the profile does not list makes the operation unknown until a query gives its result, HTTP %s',
    async (status) => {
      respondWithCode(true, busy, status);
      const { http, operation } = await run('/v1/issuing/cards', card);
      expect(http).toBe(202);
      expect(operation).toMatchObject({
        status: 'unknown',
        alerts: unknownBy('a code that the profile does not know'),
        ...busy,
      });
      expect(await reconcileLater(operation)).toMatchObject({
        status: 'succeeded',
        code: null,
        message: null,
        alerts: [],
      });
      expect(creates()).toBe(1);
    },
  );

  test('an operation with an unlisted code that was not made stays unknown until it is resolved, and is not sent again', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    respondWithCode(false, busy);
    expect((await system.merchant('POST', '/v1/issuing/cards', card, headers)).status).toBe(202);
    expect((await system.merchant('POST', '/v1/issuing/cards', card, headers)).status).toBe(202);
    expect(creates()).toBe(1);
    const { operations } = await system.get<{ operations: StoredOperation[] }>('/v1/operations');
    expect(await reconcileLater(operations[0]!)).toMatchObject({ status: 'unknown', ...busy });
    const path = `/v1/operations/${operations[0]!.id}/resolve`;
    expect(await system.post(path, { status: 'refused', reason: 'in the portal' })).toMatchObject({
      status: 'refused',
    });
  });

  test('a code for a request_id that was used before makes the operation unknown', async () => {
    respondWithCode(true, { code: '4009', message: 'request_id was used before' });
    const { operation } = await run('/v1/issuing/cards', card);
    expect(operation).toMatchObject({ status: 'unknown', code: '4009' });
    expect(await reconcileLater(operation)).toMatchObject({ status: 'succeeded' });
  });

  test('a code that the profile lists as a refusal refuses the operation', async () => {
    await system.close();
    system = await startTestSystem({ companion: { profile: { issuing_refusal_codes: ['E77'] } } });
    respondWithCode(false, { code: 'E77', message: 'No such range' });
    expect(await run('/v1/issuing/cards', card)).toMatchObject({
      http: 409,
      operation: { status: 'refused', code: 'E77', message: 'No such range' },
    });
  });

  test('a read request returns every error code', async () => {
    setNextResponse(system, '/api/card/query', busy);
    const answer = await system.merchant('POST', '/v1/issuing/cards/111/query', {});
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'gateway_refused', detail: expect.stringContaining('busy') });
  });
});
