import { html, nothing, type TemplateResult } from 'lit';
import type { GrossVolume, GrossVolumeDay } from '../../shared/contract/merchant/reports.ts';
import { differenceOf, money, sumOf } from './amounts.ts';
import { emptyState, type Content } from './components/templates.ts';
import './components/volume-chart.ts';
import type { Bar } from './components/volume-chart.ts';
import { currenciesOf, paidCountOf } from './gross-volume.ts';
import { texts } from './i18n/texts.ts';
import { VIEWER_LOCALE, lastDays, localDay, localHour } from './times.ts';

const t = texts.overview;

/** Days of a period, today included. */
export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** The gross volume of the overview. */
export interface Volume {
  byDay: GrossVolume;
  byHour: GrossVolume;
}

/** The volume of a period by currency, beside that of the period before. */
export function volumeOf({ byDay, byHour }: Volume, period: Period): Content {
  const days = lastDays(2 * period, byDay.to);
  const isNow = ({ day }: GrossVolumeDay): boolean => days.indexOf(day) >= period;
  const shown = (period === 1 ? byHour : byDay).days.filter(({ day }) => days.includes(day));
  const currencies = currenciesOf(shown);
  if (!shown.some(isNow)) return emptyState('payments', t.nothing, t.nothingAbout);
  const nowHour = new Date().getHours();
  return html`<div class="currencies">
    ${currencies.map((currency) => {
      const own = shown.filter((entry) => entry.currency === currency);
      // Yesterday counts up to the present hour: a whole day would always be more.
      const before = own.filter((entry) => !isNow(entry) && (period > 1 || (entry.hour ?? 0) <= nowHour));
      const bars = period === 1 ? hourBars(own, days, nowHour) : dayBars(own, days, period);
      return currencySection(currency, { now: own.filter(isNow), before, bars, period });
    })}
  </div>`;
}

const paidOf = (entries: readonly GrossVolumeDay[]): string => sumOf(entries.map((entry) => entry.paid_amount));

function dayBars(own: readonly GrossVolumeDay[], days: readonly string[], period: number): Bar[] {
  const amountOn = (day: string | undefined): string => paidOf(own.filter((entry) => entry.day === day));
  return days
    .slice(period)
    .map((day, index) => ({ label: localDay(day), amount: amountOn(day), before: amountOn(days[index]) }));
}

function hourBars(own: readonly GrossVolumeDay[], [yesterday, today]: readonly string[], nowHour: number): Bar[] {
  const amountAt = (day: string | undefined, hour: number): string =>
    paidOf(own.filter((entry) => entry.day === day && entry.hour === hour));
  return Array.from({ length: 24 }, (_, hour) => ({
    label: localHour(hour),
    amount: amountAt(today, hour),
    before: amountAt(yesterday, hour),
    isFuture: hour > nowHour,
  }));
}

interface PeriodVolume {
  now: readonly GrossVolumeDay[];
  before: readonly GrossVolumeDay[];
  bars: readonly Bar[];
  period: Period;
}

function netOf(entries: readonly GrossVolumeDay[]): string {
  const refunded = sumOf(entries.map((entry) => entry.refunded_amount));
  const cancelled = sumOf(entries.map((entry) => entry.cancelled_amount));
  return differenceOf(differenceOf(paidOf(entries), refunded), cancelled);
}

function currencySection(currency: string, { now, before, bars, period }: PeriodVolume): TemplateResult {
  const refunded = sumOf(now.map((day) => day.refunded_amount));
  const cancelled = sumOf(now.map((day) => day.cancelled_amount));
  return html`<div class="currency">
    <p class="figure">${money(netOf(now), currency)}</p>
    <p>${comparison(netOf(now), netOf(before), period)}</p>
    <p class="muted">
      ${t.payments(paidCountOf(now, currency))}${refunded === '0.00' ? nothing : html` · ${t.refunded}: ${money(refunded, currency)}`}
      ${cancelled === '0.00' ? nothing : html` · ${t.cancelled}: ${money(cancelled, currency)}`}
    </p>
    <console-volume-chart
      .bars=${bars}
      .currency=${currency}
      .name=${t.chart(currency, t.periods[period])}
      .nameBefore=${t.before[period]}
    ></console-volume-chart>
  </div>`;
}

/** How much more or less than in the period before; nothing without one. */
function comparison(now: string, before: string, period: Period): Content {
  const was = Number(before);
  if (was <= 0) return html`<span class="muted small">${t.before[period]}: –</span>`;
  const change = Number(now) / was - 1;
  const percent = new Intl.NumberFormat(VIEWER_LOCALE, { style: 'percent', maximumFractionDigits: 0 }).format(
    Math.abs(change),
  );
  const text = Math.abs(change) < 0.005 ? t.equal : change > 0 ? t.more(percent) : t.less(percent);
  return html`<span class="trend ${change < -0.005 ? 'down' : 'up'}">${text}</span>
    <span class="muted small">${t.compared[period]}</span>`;
}
