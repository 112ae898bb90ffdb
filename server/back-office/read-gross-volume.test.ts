import { expect, test } from 'vitest';
import type { QuarterHourGrossVolume } from '../store/gross-volume.ts';
import { isTimeZone, readGrossVolume } from './read-gross-volume.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');

const row = (at: string, more: Partial<QuarterHourGrossVolume> = {}): QuarterHourGrossVolume => ({
  at: Date.parse(at),
  currency: 'EUR',
  paid: 0n,
  paidCount: 0,
  cancelled: 0n,
  cancelledCount: 0,
  refunded: 0n,
  refundCount: 0,
  ...more,
});

const read = (rows: QuarterHourGrossVolume[], timeZone: string, days: number, byHour = false) =>
  readGrossVolume({ readGrossVolume: () => Promise.resolve(rows) }, { timeZone, days, byHour, now: NOW });

test('days are those of the zone that asks', async () => {
  const rows = [
    row('2026-03-29T22:45:00Z', { paid: 100n, paidCount: 1 }),
    row('2026-03-29T23:15:00Z', { paid: 250n, paidCount: 2 }),
  ];
  const lisbon = await read(rows, 'Europe/Lisbon', 2);
  expect(lisbon.days.map(({ day, paid_amount }) => [day, paid_amount])).toEqual([
    ['2026-03-30', '2.50'],
    ['2026-03-29', '1.00'],
  ]);
  const kolkata = await read(rows, 'Asia/Kolkata', 2);
  expect(kolkata.days.map(({ day, paid_amount, paid_count }) => [day, paid_amount, paid_count])).toEqual([
    ['2026-03-30', '3.50', 3],
  ]);
});

test('the day on which clocks change is one of them, and what lies before the first is left out', async () => {
  const answer = await read(
    [row('2026-03-28T12:00:00Z', { paid: 1n }), row('2026-03-27T12:00:00Z', { paid: 1n })],
    'Europe/Lisbon',
    3,
  );
  expect(answer).toMatchObject({ from: '2026-03-28', to: '2026-03-30' });
  expect(answer.days.map(({ day }) => day)).toEqual(['2026-03-28']);
});

test('hours are those of the zone that asks', async () => {
  const rows = [
    row('2026-03-29T22:45:00Z', { paid: 100n, paidCount: 1 }),
    row('2026-03-29T23:15:00Z', { paid: 250n, paidCount: 2 }),
    row('2026-03-29T23:30:00Z', { paid: 50n, paidCount: 1 }),
  ];
  const { days } = await read(rows, 'Asia/Kolkata', 2, true);
  expect(days.map(({ day, hour, paid_amount }) => [day, hour, paid_amount])).toEqual([
    ['2026-03-30', 5, '0.50'],
    ['2026-03-30', 4, '3.50'],
  ]);
});

test('currencies stay apart, and sums may be longer than an amount', async () => {
  const rows = [
    row('2026-03-30T10:00:00Z', { paid: 99_999_999_999_999n, refunded: 5n, refundCount: 1 }),
    row('2026-03-30T10:15:00Z', { paid: 1n, cancelled: 70n, cancelledCount: 1 }),
    row('2026-03-30T10:15:00Z', { currency: 'USD', paid: 5n, paidCount: 1 }),
  ];
  const { days } = await read(rows, 'UTC', 1);
  expect(days).toMatchObject([
    { currency: 'USD', paid_amount: '0.05', refunded_amount: '0.00' },
    { currency: 'EUR', paid_amount: '1000000000000.00', refunded_amount: '0.05', cancelled_amount: '0.70' },
  ]);
});

test('zones are told from other words', () => {
  expect(['UTC', 'Asia/Kathmandu', 'Europe/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
