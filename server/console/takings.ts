import type { Takings, TakingsDay } from '../../shared/contract/merchant/reports.ts';
import type { Api } from './api.ts';
import { VIEWER_ZONE } from './times.ts';

/** What came in on each of the last 30 days. */
export function readTakings(api: Api): Promise<Takings> {
  return api.get<Takings>('/reports/takings', { time_zone: VIEWER_ZONE, days: '30' });
}

/** Those of the takings, the one of most payments first. */
export function currenciesOf(days: readonly TakingsDay[]): string[] {
  return [...new Set(days.map(({ currency }) => currency))].sort((a, b) => countOf(days, b) - countOf(days, a));
}

/** How many payments in a currency were paid. */
export function countOf(days: readonly TakingsDay[], currency: string): number {
  return days.filter((day) => day.currency === currency).reduce((count, day) => count + day.paid_count, 0);
}
