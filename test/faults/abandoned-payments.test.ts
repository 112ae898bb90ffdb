import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../shared/contract/index.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

/** Shoppers who abandon a payment repeatedly. */

const ISSUER = 'https://acs.example/challenge';

let stub: StubGateway;
let system: TestSystem;
let token: string;
let challenged: Outcome;

beforeAll(async () => {
  stub = await startStubGateway();
});
afterAll(() => stub.close());

beforeEach(async () => {
  stub.queries.length = 0;
  stub.respond = (fields, response) =>
    sendXml(
      response,
      authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url: ISSUER }),
    );
  stub.respondToQuery = () => ({ return_status: '1', orders_list: [] });
  system = await startTestSystem({
    companion: { gatewayUrl: stub.url, issuerHosts: ['acs.example'] },
  });
  ({ token } = await system.openSession());
  challenged = await system.pay(token);
});
afterEach(() => system.close());

const abandon = async (): Promise<Outcome> =>
  (await (await system.browser(token, 'POST', '/checkout/abandon')).json()) as Outcome;

describe('promise 12: requests to abandon a payment', () => {
  test('a thousand concurrent requests to abandon a payment query the gateway once', async () => {
    expect(challenged.status).toBe('action_required');
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, abandon));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['open']));
    expect(stub.queries).toHaveLength(1);
  });

  test('requests to abandon a payment query an unresponsive gateway a limited number of times and leave the session busy', async () => {
    stub.respondToQuery = undefined;
    for (let round = 0; round < 30; round += 1) expect((await abandon()).status).toBe('action_required');
    const asked = stub.queries.length;
    expect(asked).toBeGreaterThanOrEqual(20);
    for (let round = 0; round < 10; round += 1) await abandon();
    expect(stub.queries).toHaveLength(asked);
  });

  test('a request to abandon a payment queries the gateway again after a failed query', async () => {
    stub.respondToQuery = undefined;
    expect((await abandon()).status).toBe('action_required');
    stub.respondToQuery = () => ({ return_status: '1', orders_list: [] });
    expect((await abandon()).status).toBe('open');
  });
});
