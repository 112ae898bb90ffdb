import { expect, test } from 'vitest';
import { groupCodeByFour, minutesToAnnounce, secondsLeft, formatCountdown } from './time-left.ts';

test('seconds are counted up to the last one, never below zero', () => {
  const now = Date.parse('2030-01-01T00:00:00.000Z');
  expect(secondsLeft(now + 1, now)).toBe(1);
  expect(secondsLeft(now + 900_000, now)).toBe(900);
  expect(secondsLeft(now - 1_000, now)).toBe(0);
});

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [61, '1:01'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [7_325, '2:02:05'],
])('%i seconds are shown as %s', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown);
});

test('a quarter of an hour is spoken of five times, not nine hundred', () => {
  const said = new Set(Array.from({ length: 900 }, (_, at) => minutesToAnnounce(900 - at)));
  expect([...said]).toEqual([15, 10, 5, 2, 1]);
  expect(minutesToAnnounce(3_601)).toBeUndefined();
  expect(minutesToAnnounce(0)).toBeUndefined();
});

test.each([
  ['123456789', '1234 5678 9'],
  ['12345678', '1234 5678'],
  ['34191.79001 01043.510047', '3419 1790 0101 0435 1004 7'],
  ['ABCD-1234-XY', 'ABCD -123 4-XY'],
])('%s is read as %s', (value, read) => {
  expect(groupCodeByFour(value)).toBe(read);
});
