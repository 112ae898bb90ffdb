import { expect, test } from 'vitest';
import {
  formatDayHeading,
  formatShortDate,
  formatDateAndTime,
  formatRelativeDay,
  formatShortDayOfIsoDate,
  formatWeekday,
} from './times.ts';

const NOW = new Date(2026, 10, 23, 18, 0);
const timeOf = (...parts: [number, number, number, number, number]): string =>
  formatDateAndTime(new Date(...parts).toISOString(), NOW).replaceAll(/\s/g, ' ');

test('a time of today is named so, and an older one by its day, without a leading zero', () => {
  expect(timeOf(2026, 10, 23, 14, 52)).toBe('Today, 2:52 PM');
  expect(timeOf(2026, 10, 22, 9, 5)).toMatch(/^Nov 22, 9:05 AM$/);
  expect(timeOf(2025, 10, 23, 14, 52)).toMatch(/^Nov 23, 2025, 2:52 PM$/);
});

test('days are counted by the calendar, not in parts of 24 hours', () => {
  const dayOf = (...parts: [number, number, number, number, number]): string =>
    formatRelativeDay(new Date(...parts).toISOString(), NOW.getTime());
  expect(dayOf(2026, 10, 28, 17, 0)).toBe('in 5 days');
  expect(dayOf(2026, 10, 24, 0, 1)).toBe('tomorrow');
  expect(dayOf(2026, 10, 23, 23, 59)).toBe('today');
  expect(dayOf(2026, 10, 22, 23, 59)).toBe('yesterday');
});

test('a day is a heading by its distance, and an older one by its date', () => {
  const headingOf = (day: number): string =>
    formatDayHeading(new Date(2026, 10, day, 9, 0).toISOString(), NOW.getTime());
  expect(headingOf(23)).toBe('Today');
  expect(headingOf(22)).toBe('Yesterday');
  expect(headingOf(21)).toBe('Nov 21, 2026');
});

test('a day in a list has no year if it is this one', () => {
  const dayOf = (year: number): string => formatShortDate(new Date(year, 10, 9, 9, 0).toISOString(), NOW.getTime());
  expect(dayOf(2026)).toBe('Nov 9');
  expect(dayOf(2025)).toBe('Nov 9, 2025');
});

test('a day below a bar is its weekday or its date', () => {
  expect(formatWeekday('2026-11-23')).toBe('Mon');
  expect(formatShortDayOfIsoDate('2026-11-23')).toBe('Nov 23');
});
