import { expect, test } from 'vitest';
import { createRandomId } from './random-id.ts';

test('IDs have 22 characters and never repeat, beyond the bytes that are drawn at once', () => {
  const ids = Array.from({ length: 2_000 }, createRandomId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]{22}$/.test(id))).toEqual([]);
  // No half of an ID stands in another one.
  expect(new Set(ids.flatMap((id) => [id.slice(0, 10), id.slice(11, 21)])).size).toBe(2 * ids.length);
});
