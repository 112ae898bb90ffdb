import { describe, expect, test } from 'vitest';
import { toAcquiringBirthDate, reverseDateParts } from './birth-date.ts';
import { parseIncome } from './income.ts';

describe('birth dates', () => {
  test.each([
    ['1990-12-31', '31-12-1990'],
    ['2000-02-29', '29-02-2000'],
    ['1900-01-01', '01-01-1900'],
  ])('%s is %s', (day, date) => {
    expect(toAcquiringBirthDate(day)).toBe(date);
    expect(reverseDateParts(date)).toBe(day);
  });

  test.each(['', '1990', '1990-12', '90-12-31', '1990-02-31', '1899-12-31', '0019-12-31', '31-12-1990', 'x'])(
    '%s is no birth date',
    (day) => {
      expect(toAcquiringBirthDate(day)).toBeUndefined();
    },
  );

  test('nobody is born tomorrow', () => {
    const noon = Date.UTC(2026, 4, 20, 12);
    expect(toAcquiringBirthDate('2026-05-20', noon)).toBe('20-05-2026');
    expect(toAcquiringBirthDate('2026-05-21', noon)).toBeUndefined();
  });
});

describe('incomes', () => {
  test.each([
    ['2500', '2500.00'],
    ['2.500,50', '2500.50'],
    ['2,500.50', '2500.50'],
    ['1.234.567', '1234567.00'],
    ['2500,5', '2500.50'],
    ['2 500', '2500.00'],
    ['1’000.00', '1000.00'],
    ['0,99', '0.99'],
    ['007', '7.00'],
  ])('%s is %s', (text, amount) => {
    expect(parseIncome(text)).toBe(amount);
  });

  test.each(['', '0', '0.00', '-5', '12.34.5', '1,2345', 'a lot', '1234567890123', '1..2'])('%s is none', (text) => {
    expect(parseIncome(text)).toBeUndefined();
  });
});
