import { describe, expect, test } from 'vitest';
import type { OrderUpdate } from '../../shared/interface/order-updates.ts';
import { createProfile, type ProfileOverrides } from '../gateway/profile.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { tellRisk } from './update-orders.ts';

/** What the risk product is told of a payment whose answer held these words. */
async function toldOf(threeds_result: string | undefined, profile?: ProfileOverrides): Promise<string | undefined> {
  const told: OrderUpdate[] = [];
  const deps = {
    store: { findPayment: () => Promise.resolve({ transactionId: 'T-1', status: 'paid', result: { threeds_result } }) },
    gateway: {
      profile: createProfile(profile),
      updateOrders(orders: readonly OrderUpdate[]) {
        told.push(...orders);
        return Promise.resolve({ kind: 'answered' });
      },
    },
  } as unknown as PaymentDeps;
  await tellRisk(deps, [{ id: 'j', kind: 'risk', ref: 'p', runAt: 0, runs: 1 }]);
  return told[0]?.ispass3d;
}

describe('the risk product is told that 3-D Secure was passed', () => {
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
