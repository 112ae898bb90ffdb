import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCompanionAmount, toMedusaAmount } from './amounts.ts';

test.each([
  [25.89, 'eur', '25.89'],
  [0, 'usd', '0.00'],
  ['5.5', 'usd', '5.50'],
  [{ value: '5.5', precision: 20 }, 'usd', '5.50'],
  [{ value: 7, precision: 20 }, 'usd', '7.00'],
  [{ numeric: 12.3, raw: { value: '12.30', precision: 20 } }, 'usd', '12.30'],
  [{ toString: () => '98.9009' }, 'usd', '98.90'],
  [98.9009, 'usd', '98.90'],
  [1.005, 'usd', '1.01'],
  ['0.999', 'usd', '1.00'],
  [1000, 'jpy', '1000.00'],
  [1000.4, 'JPY', '1000.00'],
  ['1000.5', 'jpy', '1001.00'],
  ['12.345', 'usd', '12.35'],
  ['12.3404', 'kwd', '12.34'],
])('%j in %s is %s', (value, currency, amount) => {
  expect(toCompanionAmount(value, currency)).toBe(amount);
});

test.each([
  [-1, 'usd'],
  [NaN, 'usd'],
  ['', 'usd'],
  ['twelve', 'usd'],
  [1e21, 'usd'],
  // A third decimal that the companion's amounts do not have.
  ['12.345', 'kwd'],
])('%j in %s is no amount', (value, currency) => {
  expect(() => toCompanionAmount(value, currency)).toThrow(RangeError);
});

test('each amount comes back as it went', () => {
  fc.assert(
    fc.property(fc.nat(), (hundredths) => {
      const amount = (hundredths / 100).toFixed(2);
      expect(toCompanionAmount(toMedusaAmount(amount), 'EUR')).toBe(amount);
    }),
  );
});
