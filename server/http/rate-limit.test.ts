import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const MINUTE = 60_000;

test('an address that comes too often is refused until its time is over, others are not', () => {
  let at = 0;
  let excess = 0;
  const count = createRateLimit(
    2,
    MINUTE,
    () => at,
    () => (excess += 1),
  );
  count('203.0.113.1');
  count('203.0.113.1');
  expect(() => count('203.0.113.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(() => count('203.0.113.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(excess).toBe(1);
  count('203.0.113.2');
  at += MINUTE;
  count('203.0.113.1');
});

test('a clock that is put back lets everybody in again', () => {
  let at = 1_000 * MINUTE;
  const count = createRateLimit(1, MINUTE, () => at);
  count('203.0.113.1');
  expect(() => count('203.0.113.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  at = 0;
  count('203.0.113.1');
});
