import { afterEach, describe, expect, test } from 'vitest';
import type { Logger } from '../../server/index.ts';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { countAlerts } from '../support/gateway-messages.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';
import type { ProfileOverrides } from '../../server/gateway/index.ts';

/** A gateway whose response digests do not match the profile's recipes. */

const ALERT = 'response_digest_mismatch';

let system: TestSystem;
afterEach(() => system.close());

async function start(profile: ProfileOverrides = {}): Promise<LogFields[]> {
  const alerts: LogFields[] = [];
  const take = (facts: LogFields): void => {
    if (facts.alert === ALERT) alerts.push(facts);
  };
  const logger: Logger = { debug: () => undefined, info: () => undefined, warn: take, error: take };
  system = await startTestSystem({ companion: { logger, profile } });
  return alerts;
}

function differ(...operations: string[]): void {
  for (const operation of operations) {
    system.sandbox.sandbox.state.scenarios.arm({ operation, fault: 'digest', times: 1_000, after_charge: true });
  }
}

/** Number of responses of a recipe with a mismatched digest, from the metrics. */
async function countOf(recipe: string): Promise<number> {
  const text = await (await system.merchant('GET', '/metrics')).text();
  const name = `tillgate_digest_mismatches_total{recipe="${recipe}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  );
}

const refund = (id: string): Promise<{ refunds: { refund: { status: string } }[] }> =>
  system.post('/v1/refunds', { refunds: [{ payment_id: id, refund_amount: '1.00', refund_reason: 'x' }] });

const OPERATIONS = [
  'authorise',
  'refund',
  'retrievalTrans',
  'retrievalRefund',
  'review',
  'capture',
  'cancel',
  'payout',
];

describe('gateway whose response digests do not match the profile', () => {
  test('every operation keeps its result if response digests differ, with one alert for each recipe', async () => {
    const alerts = await start();
    differ(...OPERATIONS);
    const paid = await system.paid();
    const second = await system.paid();
    expect([paid.status, second.status]).toEqual(['paid', 'paid']);
    expect((await refund(paid.id)).refunds[0]?.refund.status).toBe('accepted');
    expect((await refund(paid.id)).refunds[0]?.refund.status).toBe('accepted');
    expect(JSON.stringify(await system.post('/v1/refunds/search', { orders: [paid.order_no] }))).toContain('"1.00"');
    expect(await system.post(`/v1/payments/${paid.id}/sync`)).toMatchObject({ status: 'paid' });
    const held = await system.paid({}, '4000000000009235');
    const reviews = [{ payment_id: held.id, decision: 'approve' }];
    expect(JSON.stringify(await system.post('/v1/reviews', { reviews }))).toContain('"accepted"');
    const other = await system.paid({}, '4000000000009235');
    expect(await system.post(`/v1/payments/${other.id}/capture`)).toMatchObject({ payment: { status: 'paid' } });
    expect(await system.post(`/v1/payments/${second.id}/cancel`)).toMatchObject({ payment: { status: 'cancelled' } });
    const payout = await system.post('/v1/payouts', { payment_currency: 'EUR', payment_amount: '5.00' });
    expect(payout).toMatchObject({ operation: { status: 'in_progress' } });
    const recipes = alerts.map(({ recipe }) => recipe).sort();
    expect(recipes).toEqual([
      'cancel',
      'capture',
      'payout',
      'refund',
      'result',
      'retrievalRefund',
      'retrievalTrans',
      'review',
    ]);
    expect(alerts.every(({ account_id: account }) => account === '984747105')).toBe(true);
    expect(await countAlerts(system, ALERT)).toBe(recipes.length);
    expect(await countOf('result')).toBe(4);
    expect(await countOf('refund')).toBe(2);
  });

  test('a challenge in a response with a mismatched digest is shown', async () => {
    const alerts = await start();
    differ('authorise');
    const { token } = await system.openSession();
    expect(await system.pay(token, createCardSubmit('4000000000003220'))).toMatchObject({ status: 'action_required' });
    expect(alerts).toHaveLength(1);
  });

  test('a mismatched response digest is rejected only for a recipe that the merchant confirmed', async () => {
    const alerts = await start({ recipes: { refund: { confirmed: true } } });
    differ('authorise', 'refund');
    const paid = await system.paid();
    expect(paid.status).toBe('paid');
    expect((await refund(paid.id)).refunds[0]?.refund.status).toBe('unknown');
    expect(alerts.map(({ recipe }) => recipe)).toEqual(['result']);
    expect(await countAlerts(system, 'refund_response_mismatch')).toBe(1);
  });

  test.each(['authorise', 'refund'])(
    'a response with a mismatched digest is unknown if verification is required: %s',
    async (operation) => {
      const alerts = await start({ verification: 'required' });
      if (operation === 'authorise') {
        differ('authorise');
        expect((await system.paid()).status).toBe('unknown');
      } else {
        const paid = await system.paid();
        differ('refund');
        expect((await refund(paid.id)).refunds[0]?.refund.status).toBe('unknown');
      }
      expect(alerts).toEqual([]);
    },
  );

  test('responses with matching digests raise no alert', async () => {
    const alerts = await start();
    const paid = await system.paid();
    await refund(paid.id);
    expect(alerts).toEqual([]);
    expect(await countOf('result')).toBe(0);
  });
});

test('a notification with a mismatched digest changes nothing, also without a confirmed recipe', async () => {
  const alerts = await start({ recipes: { result: { confirmed: false } } });
  const { token } = await system.openSession();
  const { payment_id: id } = await system.pay(token, createCardSubmit('4000000000005126'));
  const payment = await system.get<Record<string, string>>(`/v1/payments/${String(id)}`);
  const body = new URLSearchParams({
    merchant_id: '70519',
    account_id: '984747105',
    order_no: payment['order_no']!,
    transaction_id: payment['transaction_id']!,
    currency: 'EUR',
    amount: '24.00',
    order_status: '1',
    result_info: '0000:Success',
    webhooks_type: 'PAYMENT',
    encryption_data: 'a'.repeat(64),
  });
  const url = `http://pay.localhost:4001/gateway/notify/${String(id)}`;
  await system.companion.fetch(new Request(url, { method: 'POST', body }));
  await system.companion.reconcile();
  expect(await system.get(`/v1/payments/${String(id)}`)).toMatchObject({ status: 'pending' });
  expect(alerts).toEqual([]);
});
