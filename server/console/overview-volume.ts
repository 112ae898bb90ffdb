import { html, type TemplateResult } from 'lit';
import type { GrossVolume, GrossVolumePeriod } from '../../shared/contract/merchant/reports.ts';
import { subtractAmounts, formatAmountForViewer, addAmounts } from './amounts.ts';
import { emptyState, type TemplateContent } from './components/templates.ts';
import './components/volume-chart.ts';
import type { VolumeBar } from './components/volume-chart.ts';
import { currenciesSortedByPaidCount, paidCountOf } from './gross-volume.ts';
import { texts } from './i18n/texts.ts';
import {
  VIEWER_LOCALE,
  listLastDays,
  formatDayOfIsoDate,
  formatHour,
  formatShortDayOfIsoDate,
  formatWeekday,
} from './times.ts';

const t = texts.overview;

/** Days of a period, today included. */
export const PERIODS_IN_DAYS = [1, 7, 30] as const;
export type PeriodDays = (typeof PERIODS_IN_DAYS)[number];

/** The volume of a period by currency, beside that of the period before; `volume` is by hour for today. */
export function volumeComparison(volume: GrossVolume, period: PeriodDays): TemplateContent {
  const days = listLastDays(2 * period, volume.to);
  const isNow = ({ day }: GrossVolumePeriod): boolean => days.indexOf(day) >= period;
  const shown = volume.days.filter(({ day }) => days.includes(day));
  const currencies = currenciesSortedByPaidCount(shown);
  if (!shown.some(isNow)) return emptyState('payments', t.nothing, t.nothingAbout);
  const nowHour = new Date().getHours();
  return html`<div class="currencies">
    ${currencies.map((currency) => {
      const own = shown.filter((entry) => entry.currency === currency);
      // Yesterday counts up to the present hour: a whole day would always be more.
      const before = own.filter((entry) => !isNow(entry) && (period > 1 || (entry.hour ?? 0) <= nowHour));
      const bars = period === 1 ? hourBars(own, days, nowHour) : dailyVolumeBars(own, days, period);
      return currencySection(currency, { now: own.filter(isNow), before, bars, period });
    })}
  </div>`;
}

/** The net volume of each day of the period, and of the day as long before. */
export function dailyVolumeBars(
  own: readonly GrossVolumePeriod[],
  days: readonly string[],
  period: number,
): VolumeBar[] {
  const amountOn = (day: string | undefined): string => netOf(own.filter((entry) => entry.day === day));
  return days.slice(period).map((day, index) => ({
    label: formatDayOfIsoDate(day),
    shortLabel: period > 7 ? formatShortDayOfIsoDate(day) : formatWeekday(day),
    amount: amountOn(day),
    before: amountOn(days[index]),
  }));
}

function hourBars(
  own: readonly GrossVolumePeriod[],
  [yesterday, today]: readonly string[],
  nowHour: number,
): VolumeBar[] {
  const amountAt = (day: string | undefined, hour: number): string =>
    netOf(own.filter((entry) => entry.day === day && entry.hour === hour));
  return Array.from({ length: 24 }, (_, hour) => ({
    label: formatHour(hour),
    shortLabel: formatHour(hour),
    amount: amountAt(today, hour),
    before: amountAt(yesterday, hour),
    isFuture: hour > nowHour,
  }));
}

interface PeriodVolume {
  now: readonly GrossVolumePeriod[];
  before: readonly GrossVolumePeriod[];
  bars: readonly VolumeBar[];
  period: PeriodDays;
}

function netOf(entries: readonly GrossVolumePeriod[]): string {
  const paid = addAmounts(entries.map((entry) => entry.paid_amount));
  const refunded = addAmounts(entries.map((entry) => entry.refunded_amount));
  const cancelled = addAmounts(entries.map((entry) => entry.cancelled_amount));
  return subtractAmounts(subtractAmounts(paid, refunded), cancelled);
}

function currencySection(currency: string, { now, before, bars, period }: PeriodVolume): TemplateResult {
  const refunded = addAmounts(now.map((day) => day.refunded_amount));
  const cancelled = addAmounts(now.map((day) => day.cancelled_amount));
  const parts = [
    t.payments(paidCountOf(now, currency)),
    ...(refunded === '0.00' ? [] : [t.refunded(formatAmountForViewer(refunded, currency))]),
    ...(cancelled === '0.00' ? [] : [t.cancelled(formatAmountForViewer(cancelled, currency))]),
  ];
  return html`<div class="currency">
    <p class="figure">${formatAmountForViewer(netOf(now), currency)}</p>
    <p class="muted small">${parts.join(' · ')}</p>
    <p class="small">${comparison(now, before, { currency, period })}</p>
    <console-volume-chart
      .bars=${bars}
      .currency=${currency}
      .name=${t.chart(currency, t.periods[period])}
      .nameBefore=${t.before[period]}
    ></console-volume-chart>
  </div>`;
}

/** How much more or less than in the period before. */
function comparison(
  current: readonly GrossVolumePeriod[],
  earlier: readonly GrossVolumePeriod[],
  { currency, period }: { currency: string; period: PeriodDays },
): TemplateContent {
  if (earlier.length === 0) return html`<span class="muted small">${t.noneBefore[period]}</span>`;
  const before = netOf(earlier);
  if (Number(before) <= 0) {
    return html`<span class="muted small">${t.before[period]}: ${formatAmountForViewer(before, currency)}</span>`;
  }
  const change = Number(netOf(current)) / Number(before) - 1;
  const percent = new Intl.NumberFormat(VIEWER_LOCALE, { style: 'percent', maximumFractionDigits: 0 }).format(
    Math.abs(change),
  );
  const text = Math.abs(change) < 0.005 ? t.equal : change > 0 ? t.more(percent) : t.less(percent);
  return html`<span class="trend ${change < -0.005 ? 'down' : 'up'}">${text}</span>
    <span class="muted small">${t.compared[period]}</span>`;
}
