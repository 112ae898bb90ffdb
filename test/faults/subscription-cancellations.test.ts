import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import { countAlerts, receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import { startTestSystem, untilDefined, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Subscriptions whose cancellation has an unknown outcome. */

const ENDED = 'renewal_after_cancellation';
let system: TestSystem;
let ahead: number;
let first: TestPaymentDetails;
let path: string;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  first = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
  path = `/v1/subscriptions/${first.recurring_id!}`;
});
afterEach(() => system.close());

const requests = (): number =>
  system.sandbox.sandbox.state.requests.filter(({ operation }) => operation === 'cancelsubscription').length;

/** Asks for the end; the answer is lost, and with `after_charge` the gateway did it. */
async function cancelInVain(after_charge: boolean): Promise<void> {
  const { scenarios } = system.sandbox.sandbox.state;
  scenarios.arm({ operation: 'cancelsubscription', fault: 'reset', times: 1, after_charge });
  expect((await system.merchant('POST', `${path}/cancel`)).status).toBe(202);
  ahead += 70_000;
}

async function deduct(): Promise<void> {
  const kind = { webhooks_type: 'PAYMENT', recurring_id: first.recurring_id! };
  const body = new URLSearchParams(signedPaidResult(first.order_no, `${first.order_no}-77790`, kind));
  await system.companion.fetch(new Request(receivedNotifyUrlOf(system, first.id), { method: 'POST', body }));
  await untilDefined(async () => {
    const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(
      `/v1/payments?recurring_id=${first.recurring_id!}`,
    );
    return payments.length === 2 ? true : undefined;
  });
}

test('a renewal after an unknown subscription cancellation is recorded and raises an alert', async () => {
  await cancelInVain(false);
  await deduct();
  await untilDefined(async () => ((await countAlerts(system, ENDED)) === 1 ? true : undefined));
});

describe('resolve request for a subscription', () => {
  const resolve = (status: string, reason = 'seen in the portal'): Promise<Response> =>
    system.merchant('POST', `${path}/resolve`, { status, reason });

  test('a subscription resolved as cancelled is inactive, and the shop receives an event', async () => {
    await cancelInVain(true);
    expect((await system.merchant('POST', `${path}/cancel`)).status).toBe(409);
    ahead += 70_000;
    for (let again = 0; again < 2; again += 1) {
      const answer = await resolve('cancelled');
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { status: 'Inactived', cancel_unknown: false, recurring_id: first.recurring_id },
      ]);
    }
    expect(await system.get(path)).toMatchObject({ status: 'Inactived', cancel_unknown: false });
    const { events } = await system.get<{ events: { type: string; ref: string }[] }>('/v1/events');
    expect(events.filter(({ type }) => type === 'subscription.cancelled')).toMatchObject([{ ref: first.recurring_id }]);
  });

  test('a subscription resolved as active renews without an alert and can be cancelled again', async () => {
    await cancelInVain(false);
    expect(await (await resolve('active')).json()).toMatchObject({ status: 'Active', cancel_unknown: false });
    await deduct();
    expect(await system.post(`${path}/cancel`)).toMatchObject({ status: 'cancelled' });
    expect(await countAlerts(system, ENDED)).toBe(0);
  });

  test('a subscription resolved as cancelled by mistake can be resolved as active and cancelled again', async () => {
    await cancelInVain(false);
    await resolve('cancelled');
    expect(await system.get<Subscription>(path)).toMatchObject({ status: 'Inactived' });
    expect((await resolve('active')).status).toBe(200);
    const before = requests();
    expect(await system.post(`${path}/cancel`)).toMatchObject({ status: 'cancelled' });
    expect(requests()).toBe(before + 1);
  });

  test('a subscription cannot be resolved while the gateway’s response is outstanding', async () => {
    const { scenarios } = system.sandbox.sandbox.state;
    scenarios.arm({ operation: 'cancelsubscription', fault: 'delay', ms: 700, times: 1, after_charge: true });
    const cancelled = system.post(`${path}/cancel`);
    await untilDefined(() => (requests() === 1 ? true : undefined));
    for (const status of ['active', 'cancelled']) {
      const answer = await resolve(status);
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'wrong_state' }]);
    }
    expect(await cancelled).toMatchObject({ status: 'cancelled', subscription: { status: 'Inactived' } });
  });

  test('a resolve request for a subscription requires a known subscription and a reason', async () => {
    expect((await resolve('cancelled', '')).status).toBe(400);
    const word = { status: 'cancelled', reason: 'x' };
    expect((await system.merchant('POST', '/v1/subscriptions/Recurring_0/resolve', word)).status).toBe(404);
  });
});
