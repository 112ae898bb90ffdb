import { describe, expect, test } from 'vitest';
import { nextPaymentDate } from './next-payment-date.ts';

const JANUARY_31 = new Date(Date.UTC(2027, 0, 31, 12));

describe('the day of the next payment', () => {
  test.each([
    [{ interval: 'month' }, '2027-02-28'],
    [{ interval: 'month', interval_count: '2' }, '2027-03-31'],
    [{ interval: 'year' }, '2028-01-31'],
    [{ interval: 'week', interval_count: '2' }, '2027-02-14'],
    [{ interval: 'D', interval_count: '10' }, '2027-02-10'],
    [{ interval: 'month', contract_start: '20270315' }, '2027-03-15'],
    [{ interval: 'month', contract_start: '2026-01-01' }, '2027-02-28'],
    [{ interval: 'month', contract_end: '2027-02-28' }, '2027-02-28'],
    [{ interval: 'month', contract_end: '20270227' }, undefined],
    [{ interval: 'fortnight' }, undefined],
    [{ interval: 'month', interval_count: 'two' }, undefined],
    [{}, undefined],
  ])('of %o is %s', (terms, date) => {
    expect(nextPaymentDate(terms, JANUARY_31)).toBe(date);
  });
});
