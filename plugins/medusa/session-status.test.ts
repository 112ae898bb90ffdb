import { expect, test } from 'vitest';
import { toMedusaSessionStatus } from './session-status.ts';

const open = { status: 'open', amount: '10.00', attempts_left: 4 } as const;
const paid = {
  status: 'paid',
  amount: '10.00',
  captured_amount: null,
  refunded_amount: '0.00',
  duplicate: false,
} as const;

test.each([
  [paid, 'captured'],
  [{ ...paid, captured_amount: '8.00' }, 'authorized'],
  [{ ...paid, status: 'held' }, 'authorized'],
  [{ ...paid, refunded_amount: '0.01' }, 'error'],
  [{ ...paid, amount: '9.00' }, 'error'],
  [{ ...paid, duplicate: true }, 'error'],
  [{ ...paid, status: 'cancelled' }, 'canceled'],
  [{ ...paid, status: 'submitting' }, 'pending'],
  [{ ...paid, status: 'pending' }, 'pending'],
  [{ ...paid, status: 'unknown' }, 'pending'],
  [{ ...paid, status: 'declined' }, 'requires_more'],
  [{ ...paid, status: 'not_sent' }, 'requires_more'],
  [undefined, 'requires_more'],
] as const)('with the payment %j, the payment session is %s', (payment, status) => {
  expect(toMedusaSessionStatus(open, payment)).toBe(status);
});

test.each([
  [{ ...open, attempts_left: 0 }, 'error'],
  [{ ...open, status: 'expired' }, 'error'],
  [{ ...open, status: 'processing' }, 'pending'],
] as const)('a session %j without a paid payment is %s', (session, status) => {
  expect(toMedusaSessionStatus(session, undefined)).toBe(status);
  expect(toMedusaSessionStatus(session, { ...paid, status: 'declined' })).toBe(status);
});
