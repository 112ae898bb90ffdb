import { expect, test } from 'vitest';
import { CheckoutError } from '../../shared/errors.ts';
import { createProfile } from '../gateway/profile/index.ts';
import type { PaymentDeps } from '../context/deps.ts';
import { cancelSubscriptionById } from '../subscriptions/cancel-subscription.ts';
import { reportDuePaymentsToRiskProduct, reportRiskOutcomes } from './risk-reports.ts';

/** A client that refuses every request by its own rules, before a byte leaves. */
const refuse = (): Promise<never> => Promise.reject(new CheckoutError('gateway_invalid_request'));
const payment = { transaction_id: 'T-1', status: 'paid', result: null };
const deps = {
  store: {
    findPayment: () => Promise.resolve(payment),
    findSubscription: () => Promise.resolve(undefined),
    updateSubscription: () => Promise.resolve(undefined),
  },
  gateway: { profile: createProfile(), updateOrders: refuse, cancelSubscription: refuse },
  log: { warn: () => undefined },
  running: new Set(),
  now: () => 0,
} as unknown as PaymentDeps;

test('orders that the client refuses were not sent, and the caller learns why', async () => {
  expect(await reportRiskOutcomes(deps, [{ transaction_id: 'T-1', status: '1', ispass3d: '0' }])).toMatchObject([
    { status: 'not_sent', error: { code: 'gateway_invalid_request' } },
  ]);
});

test('a payment that no risk report can carry is not retried', async () => {
  expect(await reportDuePaymentsToRiskProduct(deps, [{ id: 'j', kind: 'risk', ref: 'p', run_at: 0, runs: 1 }])).toEqual(
    [null],
  );
});

test('a cancellation that the client refuses is the caller’s error, and not an unknown outcome', async () => {
  await expect(cancelSubscriptionById(deps, 'Recurring_1', 'Gold')).rejects.toMatchObject({
    code: 'gateway_invalid_request',
  });
});
