/** How the viewer writes numbers and days, such as `pt-PT`, and the time zone they live in. */
export const { locale: VIEWER_LOCALE, timeZone: VIEWER_ZONE } = Intl.DateTimeFormat().resolvedOptions();

const THIS_YEAR: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
const OLDER: Intl.DateTimeFormatOptions = { ...THIS_YEAR, year: 'numeric' };

/** A moment as the viewer's clock shows it. */
export function timeHere(moment: string, now = new Date()): string {
  const at = new Date(moment);
  const options = at.getFullYear() === now.getFullYear() ? THIS_YEAR : OLDER;
  return new Intl.DateTimeFormat(VIEWER_LOCALE, options).format(at);
}

/** The same in UTC, to the second. */
export function timeInUtc(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A day of the viewer's calendar, out of `YYYY-MM-DD`. */
export function dayHere(day: string): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(VIEWER_LOCALE, options).format(new Date(`${day}T12:00:00Z`));
}

/** The moment at which a day of the viewer's calendar begins; `add` days later. */
export function startOfDay(day: string, add = 0): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return undefined;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + add);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The last days of the viewer's calendar, oldest first, as `YYYY-MM-DD`. */
export function lastDays(count: number, today: string): string[] {
  const noon = Date.parse(`${today}T12:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** How long ago, in the largest unit that says something. */
export function since(moment: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1_000);
  const format = new Intl.RelativeTimeFormat(VIEWER_LOCALE, { numeric: 'auto' });
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.trunc(seconds / size), unit);
}
