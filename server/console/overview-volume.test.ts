import { expect, test } from 'vitest';
import { isLabelled } from './components/volume-chart.ts';
import { dailyVolumeBars } from './overview-volume.ts';

const day = (name: string, paid: string, refunded: string) => ({
  day: name,
  currency: 'EUR',
  paid_amount: paid,
  paid_count: 1,
  cancelled_amount: '1.00',
  cancelled_count: 1,
  refunded_amount: refunded,
  refund_count: 1,
});

test('a bar is the net volume of its day: refunds and cancellations count on the day they are made', () => {
  const own = [day('2026-11-22', '10.00', '3.50'), day('2026-11-24', '5.00', '12.00')];
  const bars = dailyVolumeBars(own, ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'], 2);
  expect(bars.map(({ amount, before }) => [amount, before])).toEqual([
    ['0.00', '0.00'],
    ['-8.00', '5.50'],
  ]);
});

test('each of seven bars is labelled, and of the hours or days of a longer chart four', () => {
  const labelled = (count: number): number[] =>
    Array.from({ length: count }, (_, at) => at).filter((at) => isLabelled(at, count));
  expect(labelled(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelled(24)).toEqual([3, 9, 15, 21]);
  expect(labelled(30)).toEqual([3, 11, 19, 27]);
});
