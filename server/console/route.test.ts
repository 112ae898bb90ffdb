import { afterEach, describe, expect, test, vi } from 'vitest';
import { hrefOf, parseRoute } from './route.ts';
import { listLastDays, startOfDay, formatUtcTime } from './times.ts';

describe('routes', () => {
  test('survive a round trip through their link', () => {
    const href = hrefOf('payments', 'pay_1/2?x', { status: 'paid', q: 'A&B', empty: '' });
    expect(parseRoute(href)).toEqual({ page: 'payments', id: 'pay_1/2?x', query: { status: 'paid', q: 'A&B' } });
  });

  test('default to the overview, and keep invalid escapes as they are', () => {
    expect(parseRoute('')).toEqual({ page: 'overview', id: '', query: {} });
    expect(parseRoute('#/payments/%E0%A4%A')).toMatchObject({ page: 'payments', id: '%E0%A4%A' });
  });
});

describe('times', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('a day starts in the viewer’s time zone, also across daylight saving changes', () => {
    vi.stubEnv('TZ', 'Europe/Lisbon');
    expect(startOfDay('2026-07-01')).toBe('2026-06-30T23:00:00.000Z');
    expect(startOfDay('2026-03-29', 1)).toBe('2026-03-29T23:00:00.000Z');
    expect(startOfDay('2026-12-31', 1)).toBe('2027-01-01T00:00:00.000Z');
    expect(startOfDay('')).toBeUndefined();
  });

  test('are formatted in UTC to the second', () => {
    expect(formatUtcTime('2026-11-21T13:43:41.123Z')).toBe('2026-11-21 13:43:41 UTC');
  });

  test('the last days end today', () => {
    expect(listLastDays(3, '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });
});
