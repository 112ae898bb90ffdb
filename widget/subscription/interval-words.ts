const UNITS: Readonly<Record<string, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' };

/** A span of time in a language's own words, such as `month` or `3 months`; the given words where they are not known. */
export function formatInterval(interval: string | undefined, count: string | undefined, locale: string): string {
  if (interval === undefined || interval.trim() === '') return '';
  const many = Number(count ?? 1) || 1;
  const unit = UNITS[interval.trim().charAt(0).toLowerCase()];
  if (unit === undefined) return many === 1 ? interval : `${many} ${interval}`;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  if (many !== 1) return format.format(many);
  const parts = format.formatToParts(1).filter(({ type }) => type === 'unit');
  return parts.map(({ value }) => value).join('') || format.format(1);
}

/** A date of the terms in a language's own words; as it was given where it cannot be read. */
export function formatSubscriptionDate(text: string, locale: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (year === '' || date.getUTCMonth() !== Number(month) - 1) return text;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
