import { expect, test, vi } from 'vitest';
import { createRandomId, createRecordId } from './random-id.ts';

test('IDs have 22 characters and never repeat, beyond the bytes that are drawn at once', () => {
  const ids = Array.from({ length: 2_000 }, createRandomId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]{22}$/.test(id))).toEqual([]);
  // No half of an ID stands in another one.
  expect(new Set(ids.flatMap((id) => [id.slice(0, 10), id.slice(11, 21)])).size).toBe(2 * ids.length);
});

test('IDs of records have 22 characters, sort by their time and never repeat', () => {
  const times = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, Date.UTC(2059, 0, 1)];
  const ids = times.flatMap((time) => {
    vi.setSystemTime(time);
    return Array.from({ length: 500 }, createRecordId);
  });
  vi.useRealTimers();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z\d]{8}[\w-]{14}$/.test(id))).toEqual([]);
  expect(new Set(ids.map((id) => id.slice(8))).size).toBe(ids.length);
  expect(ids.map((id) => id.slice(0, 8))).toEqual(ids.map((id) => id.slice(0, 8)).toSorted());
});
