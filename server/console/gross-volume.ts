import type { GrossVolume, GrossVolumePeriod } from '../../shared/contract/merchant/reports.ts';
import type { ConsoleApi } from './console-api.ts';
import { VIEWER_TIME_ZONE } from './times.ts';

/** Sums of the last 60 days in the viewer's time zone, by day and currency: two periods of the overview. */
export function readDailyGrossVolume(api: ConsoleApi): Promise<GrossVolume> {
  return api.get<GrossVolume>('/reports/gross-volume', { time_zone: VIEWER_TIME_ZONE, days: '60' });
}

/** Sums of today and yesterday in the viewer's time zone, by hour and currency. */
export function readHourlyGrossVolume(api: ConsoleApi): Promise<GrossVolume> {
  return api.get<GrossVolume>('/reports/gross-volume', { time_zone: VIEWER_TIME_ZONE, days: '2', by: 'hour' });
}

/** The currencies of these days, the one with most paid payments first. */
export function currenciesSortedByPaidCount(days: readonly GrossVolumePeriod[]): string[] {
  return [...new Set(days.map(({ currency }) => currency))].sort((a, b) => paidCountOf(days, b) - paidCountOf(days, a));
}

/** The number of paid payments in a currency. */
export function paidCountOf(days: readonly GrossVolumePeriod[], currency: string): number {
  return days.filter((day) => day.currency === currency).reduce((count, day) => count + day.paid_count, 0);
}
