import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import { describe, expect, test } from 'vitest';
import {
  subtractAmounts,
  toSignedOrderTotals,
  parseTypedAmount,
  refundableHundredths,
  addAmounts,
  formatSumsByCurrency,
} from './amounts.ts';

describe('a typed amount', () => {
  test.each([
    ['4', '4.00'],
    ['4.5', '4.50'],
    ['4,50', '4.50'],
    [' 0012.30 ', '12.30'],
    ['999999999999.99', '999999999999.99'],
  ])('%s is %s', (text, amount) => {
    expect(parseTypedAmount(text)).toEqual({ amount });
  });

  test.each(['', '1,234.50', '1.234,50', '4.505', '-4', '4e2', '€4', '1234567890123'])('%s is refused', (text) => {
    expect(parseTypedAmount(text)).toEqual({ error: 'format' });
  });

  test('is greater than zero and at most the maximum, exact to the hundredth', () => {
    expect(parseTypedAmount('0.00')).toEqual({ error: 'zero' });
    expect(parseTypedAmount('19.50', 1950n)).toEqual({ amount: '19.50' });
    expect(parseTypedAmount('19.51', 1950n)).toEqual({ error: 'too_much' });
    // As floating numbers these would be the same.
    expect(parseTypedAmount('90071992547.93', 9007199254792n)).toEqual({ error: 'too_much' });
  });
});

test('sums stay exact and may be negative', () => {
  expect(addAmounts(['0.10', '0.20', '90071992547409.91'])).toBe('90071992547410.21');
  expect(addAmounts([])).toBe('0.00');
  expect(subtractAmounts('1.00', '1.05')).toBe('-0.05');
});

describe('the refundable amount', () => {
  const payment = { amount: '24.00', refunded_amount: '4.00' };
  const refund = (status: RefundStatus, refund_amount: string) => ({ status, refund_amount });

  test('is the paid amount minus the refunded amount', () => {
    expect(refundableHundredths(payment)).toBe(2000n);
  });

  test('subtracts a refund with unknown outcome, and not a refused one', () => {
    const refunds = [refund('refunded', '4.00'), refund('unknown', '10.00'), refund('refused', '24.00')];
    expect(refundableHundredths(payment, refunds)).toBe(1000n);
  });

  test('is never negative', () => {
    expect(refundableHundredths(payment, [refund('refunded', '24.00'), refund('submitting', '24.00')])).toBe(0n);
  });
});

test('the parts of a total leave out zeros, and discounts are negative', () => {
  expect(
    toSignedOrderTotals({
      item_total: '24.00',
      shipping: '4.90',
      tax_total: '0.00',
      shipping_discount: '4.90',
      discount: '2.00',
    }),
  ).toEqual([
    ['item_total', '24.00'],
    ['shipping', '4.90'],
    ['shipping_discount', '-4.90'],
    ['discount', '-2.00'],
  ]);
});

test('sums name the currency with most entries first, then by code', () => {
  const entry = (amount: string, currency: string) => ({ amount, currency });
  expect(formatSumsByCurrency([entry('1.00', 'USD'), entry('2.00', 'EUR'), entry('3.00', 'USD')])).toBe(
    '$4.00 + €2.00',
  );
  expect(formatSumsByCurrency([entry('1.00', 'USD'), entry('2.00', 'EUR')])).toBe('€2.00 + $1.00');
});
