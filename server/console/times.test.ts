import { expect, test } from 'vitest';
import { formatTime } from './times.ts';

const NOW = new Date(2026, 10, 23, 18, 0);
const timeOf = (...parts: [number, number, number, number, number]): string =>
  formatTime(new Date(...parts).toISOString(), NOW).replaceAll(/\s/g, ' ');

test('a time of today is named so, and an older one by its day, without a leading zero', () => {
  expect(timeOf(2026, 10, 23, 14, 52)).toBe('Today, 2:52 PM');
  expect(timeOf(2026, 10, 22, 9, 5)).toMatch(/^Nov 22, 9:05 AM$/);
  expect(timeOf(2025, 10, 23, 14, 52)).toMatch(/^Nov 23, 2025, 2:52 PM$/);
});
