import { describe, expect, test } from 'vitest';
import type { OrderUpdate } from '../../shared/interface/order-updates.ts';
import { createProfile, type ProfileOverrides } from '../gateway/profile/index.ts';
import type { PaymentDeps } from '../context/deps.ts';
import type { Job } from '../store/store.ts';
import type { UpdateOrdersCallResult } from '../gateway/operations/reviews-captures-voids.ts';
import { reportDuePaymentsToRiskProduct, reportRiskOutcomes } from './risk-reports.ts';

/** What the risk product is told of a payment whose answer held these words. */
async function toldOf(threeds_result: string | undefined, profile?: ProfileOverrides): Promise<string | undefined> {
  const told: OrderUpdate[] = [];
  const deps = {
    store: {
      findPayment: () => Promise.resolve({ transaction_id: 'T-1', status: 'paid', result: { threeds_result } }),
    },
    gateway: {
      profile: createProfile(profile),
      updateOrders(orders: readonly OrderUpdate[]) {
        told.push(...orders);
        return Promise.resolve({ kind: 'completed' });
      },
    },
  } as unknown as PaymentDeps;
  await reportDuePaymentsToRiskProduct(deps, [{ id: 'j', kind: 'risk', ref: 'p', run_at: 0, runs: 1 }]);
  return told[0]?.ispass3d;
}

describe('the risk product is informed that 3-D Secure was passed', () => {
  test.each(['Y', 'a', '1', 'SUCCESS', ' success '])('where the answer says %j', async (said) => {
    expect(await toldOf(said)).toBe('1');
  });

  test.each(['N', 'Authentication failed', 'Abandoned', 'Attempt rejected', '10', 'success: no', '', undefined])(
    'and not where it says %j',
    async (said) => {
      expect(await toldOf(said)).toBe('0');
    },
  );

  test('in the words of its own profile', async () => {
    const profile = { threeds_passed: ['Authentication passed'] };
    expect(await toldOf('authentication passed', profile)).toBe('1');
    expect(await toldOf('Y', profile)).toBe('0');
  });
});

const WHOLE = {
  merchant_id: '70519',
  account_id: '984747105',
  return_status: undefined,
  return_message: undefined,
  encryption_data: undefined,
};

/** Payments with these transactions, a gateway that answers as a test says, and what it was told. */
function deps(
  transactions: Readonly<Record<string, string>>,
  answer: (orders: readonly OrderUpdate[]) => UpdateOrdersCallResult = () => ({ kind: 'completed', response: WHOLE }),
): { deps: PaymentDeps; told: string[][]; alerts: object[] } {
  const told: string[][] = [];
  const alerts: object[] = [];
  const find = (id: string): Promise<object> =>
    Promise.resolve({ id, transaction_id: transactions[id], status: 'paid', result: {} });
  const parts = {
    now: () => 1_000_000,
    log: { warn: () => undefined, alert: (alert: string, facts: object) => alerts.push({ alert, ...facts }) },
    store: { findPayment: find },
    gateway: {
      profile: createProfile(),
      updateOrders(orders: readonly OrderUpdate[]) {
        told.push(orders.map((order) => order.transaction_id));
        return Promise.resolve(answer(orders));
      },
    },
  };
  return { deps: parts as unknown as PaymentDeps, told, alerts };
}

const job = (ref: string): Job => ({ id: `job-${ref}`, kind: 'risk', ref, run_at: 0, runs: 1 });

const BAD = [
  ['of 65 characters', 'x'.repeat(65)],
  ['of 3,000 characters', 'x'.repeat(3_000)],
  ['that is empty', ''],
] as const;

describe('a transaction that no request can carry holds up no other', () => {
  test.each(BAD)(
    'a transaction ID %s is left out of the risk update, and an alert names its payment',
    async (_n, id) => {
      const { deps: own, told, alerts } = deps({ p1: 'T-1', p2: id, p3: 'T-3' });
      expect(await reportDuePaymentsToRiskProduct(own, ['p1', 'p2', 'p3'].map(job))).toEqual([null, null, null]);
      expect(told).toEqual([['T-1', 'T-3']]);
      expect(alerts).toEqual([{ alert: 'risk_update_failed', payment_id: 'p2', reason: 'transaction_id' }]);
    },
  );

  test.each(BAD)('a transaction ID %s is refused in a batch of the shop, and the others are sent', async (_n, id) => {
    const { deps: own, told } = deps({ p1: 'T-1', p2: id, p3: 'T-3' });
    const flags = { status: '1', ispass3d: '0' } as const;
    const outcomes = await reportRiskOutcomes(
      own,
      ['p1', 'p2', 'p3'].map((payment_id) => ({ payment_id, ...flags })),
    );
    expect(told).toEqual([['T-1', 'T-3']]);
    expect(outcomes.map(({ status, error }) => [status, error?.code])).toEqual([
      ['accepted', undefined],
      ['refused', 'wrong_state'],
      ['accepted', undefined],
    ]);
  });

  test('a risk update of nothing but such transactions sends nothing', async () => {
    const { deps: own, told } = deps({ p1: 'x'.repeat(65) });
    expect(await reportDuePaymentsToRiskProduct(own, [job('p1')])).toEqual([null]);
    expect(told).toEqual([]);
  });
});

describe('a risk update that was refused as a whole is reported one by one', () => {
  const refused = { kind: 'refused', code: 'U0001', message: 'not scored', response: WHOLE } as const;

  test('and only what the gateway refuses by itself is left', async () => {
    const { deps: own, told } = deps({ p1: 'T-1', p2: 'T-2', p3: 'T-3' }, (orders) =>
      orders.some((order) => order.transaction_id === 'T-2') ? refused : { kind: 'completed', response: WHOLE },
    );
    expect(await reportDuePaymentsToRiskProduct(own, ['p1', 'p2', 'p3'].map(job))).toEqual([null, null, null]);
    expect(told).toEqual([['T-1', 'T-2', 'T-3'], ['T-1'], ['T-2'], ['T-3']]);
  });

  test.each<[string, UpdateOrdersCallResult]>([
    ['cannot be reached', { kind: 'not_sent', reason: 'ECONNREFUSED' }],
    ['gives no answer', { kind: 'unknown', reason: 'headers timeout', mismatch: false }],
  ])('and what is left is tried again where the gateway %s meanwhile', async (_name, silence) => {
    const { deps: own, told } = deps({ p1: 'T-1', p2: 'T-2', p3: 'T-3' }, (orders) =>
      orders.length > 1
        ? refused
        : orders[0]?.transaction_id === 'T-1'
          ? { kind: 'completed', response: WHOLE }
          : silence,
    );
    const later = 1_000_000 + 60_000;
    expect(await reportDuePaymentsToRiskProduct(own, ['p1', 'p2', 'p3'].map(job))).toEqual([null, later, later]);
    expect(told).toEqual([['T-1', 'T-2', 'T-3'], ['T-1'], ['T-2']]);
  });
});
