import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCompanionAmount, toVendureAmount } from './amounts.ts';

test.each([
  [2963, 2, '29.63'],
  [0, 2, '0.00'],
  // Vendure stores 1,000 yen as 100000 with its default precision.
  [100_000, 2, '1000.00'],
  [1000, 0, '1000.00'],
  [29_630, 3, '29.63'],
])('%d with a precision of %d is %s', (value, precision, amount) => {
  expect(toCompanionAmount(value, precision)).toBe(amount);
  expect(toVendureAmount(amount, precision)).toBe(value);
});

test('a fraction of a hundredth and a negative value are no amounts', () => {
  expect(() => toCompanionAmount(29_635, 3)).toThrow(RangeError);
  expect(() => toCompanionAmount(-1, 2)).toThrow(RangeError);
});

test('an amount with decimals equals no integer of whole units', () => {
  expect(Number.isInteger(toVendureAmount('1000.50', 0))).toBe(false);
});

test('each value comes back as it went', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 2 }), (value, precision) => {
      expect(toVendureAmount(toCompanionAmount(value, precision), precision)).toBe(value);
    }),
  );
});
