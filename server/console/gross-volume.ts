import type { GrossVolume, GrossVolumeDay } from '../../shared/contract/merchant/reports.ts';
import type { ConsoleApi } from './console-api.ts';
import { VIEWER_ZONE } from './times.ts';

/** Sums of the last 30 days in the viewer's time zone, by day and currency. */
export function readGrossVolume(api: ConsoleApi): Promise<GrossVolume> {
  return api.get<GrossVolume>('/reports/gross-volume', { time_zone: VIEWER_ZONE, days: '30' });
}

/** The currencies of these days, the one with most paid payments first. */
export function currenciesOf(days: readonly GrossVolumeDay[]): string[] {
  return [...new Set(days.map(({ currency }) => currency))].sort((a, b) => paidCountOf(days, b) - paidCountOf(days, a));
}

/** The number of paid payments in a currency. */
export function paidCountOf(days: readonly GrossVolumeDay[], currency: string): number {
  return days.filter((day) => day.currency === currency).reduce((count, day) => count + day.paid_count, 0);
}
