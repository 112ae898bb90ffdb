import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAmount, toMinorUnits } from './amounts.ts';

test.each([
  [2963, 2, '29.63'],
  [0, 2, '0.00'],
  // Vendure stores 1,000 yen as 100000 with its default precision.
  [100_000, 2, '1000.00'],
  [1000, 0, '1000.00'],
  [29_630, 3, '29.63'],
])('%d with a precision of %d is %s', (value, precision, amount) => {
  expect(toAmount(value, precision)).toBe(amount);
  expect(toMinorUnits(amount, precision)).toBe(value);
});

test('a fraction of a hundredth and a negative value are no amounts', () => {
  expect(() => toAmount(29_635, 3)).toThrow(RangeError);
  expect(() => toAmount(-1, 2)).toThrow(RangeError);
});

test('an amount with decimals equals no integer of whole units', () => {
  expect(Number.isInteger(toMinorUnits('1000.50', 0))).toBe(false);
});

test('each value comes back as it went', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 2 }), (value, precision) => {
      expect(toMinorUnits(toAmount(value, precision), precision)).toBe(value);
    }),
  );
});
