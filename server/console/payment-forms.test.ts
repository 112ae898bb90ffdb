import { expect, test } from 'vitest';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { refundForm } from './payment-forms.ts';

const PAYMENT = { amount: '24.00', currency: 'EUR', order_no: 'A-1', card: null, recurring_id: null } as Payment;

test('a refund needs a reason of the list or a note, and a note for another reason', () => {
  const { check } = refundForm(PAYMENT, 2_400n);
  expect(check?.({ amount: '24.00' })).toEqual({ reason: 'Choose a reason.' });
  expect(check?.({ reason: 'Other', note: '' })).toEqual({ note: 'Write the reason.' });
  expect(check?.({ reason: 'Other', note: 'Lost' })).toEqual({});
  expect(check?.({ reason: 'Damaged' })).toEqual({});
  expect(check?.({ note: 'Lost' })).toEqual({});
});
