import { describe, expect, test } from 'vitest';
import { nextBreakerRecord } from './card-testing.ts';
import { DEFAULT_CARD_TESTING_SETTINGS } from './velocity-limit-settings.ts';

const MINUTE = 60_000;

describe('promise 21: breaker decisions', () => {
  const now = 1_000_000_000;
  const settings = DEFAULT_CARD_TESTING_SETTINGS;
  const cases: [
    string,
    [cards: number, refused: number],
    [ago: number, trips: number] | undefined,
    number | undefined,
  ][] = [
    ['too few cards do not stop typed cards', [39, 39], undefined, undefined],
    ['a share of declines just below the limit does not stop typed cards', [100, 69], undefined, undefined],
    ['a share of declines at the limit stops typed cards', [100, 70], undefined, 1],
    ['fewer cards after a recent stop stop typed cards again', [20, 20], [MINUTE, 1], 2],
    ['too few cards after a recent stop do not stop typed cards', [19, 19], [MINUTE, 1], undefined],
    ['fewer cards an hour after a stop do not stop typed cards', [20, 20], [61 * MINUTE, 3], undefined],
    ['enough cards an hour after a stop count as a first stop', [40, 40], [61 * MINUTE, 3], 1],
    ['a tenth stop in a row has the longest pause', [20, 20], [MINUTE, 9], 10],
  ];
  test.each(cases)('promise 21: %s', (_name, [cards, refused], before, trips) => {
    const last = before === undefined ? undefined : { refusesUntil: now - before[0], trips: before[1] };
    const stop = nextBreakerRecord(settings, { cards, refused }, last, now);
    expect(stop?.trips).toBe(trips);
    if (stop === undefined) return;
    expect(stop.refusesUntil - now).toBe(Math.min(settings.pause * 2 ** (stop.trips - 1), 60 * MINUTE));
  });
});
