import { language } from './i18n/texts.ts';

const viewer = Intl.DateTimeFormat().resolvedOptions();

/** The viewer's time zone. */
export const VIEWER_TIME_ZONE = viewer.timeZone;
/** The viewer's locale, such as `pt-PT`, if it is of the page's language; otherwise that language. */
export const VIEWER_LOCALE = viewer.locale.startsWith(language) ? viewer.locale : language;

const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...DAY, year: 'numeric' };

/** Formats a time in the viewer's time zone, such as `Today, 2:52 PM`. */
export function formatDateAndTime(moment: string, now = new Date(), time = TIME): string {
  const at = new Date(moment);
  if (at.toDateString() === now.toDateString()) {
    return `${capitalised(formatRelativeDay(moment, now.getTime()))}, ${formatTimeOfDay(moment, time)}`;
  }
  return new Intl.DateTimeFormat(VIEWER_LOCALE, { ...dayIn(at, now), ...time }).format(at);
}

/** As {@link formatDateAndTime}, to the second. */
export function formatDateAndExactTime(moment: string): string {
  return formatDateAndTime(moment, new Date(), { ...TIME, second: '2-digit' });
}

/** The hour and minute of a time in the viewer's time zone. */
export function formatTimeOfDay(moment: string, time = TIME): string {
  return new Intl.DateTimeFormat(VIEWER_LOCALE, time).format(new Date(moment));
}

/** A time in a sentence: today's without its day. */
export function formatShortTime(moment: string): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday ? formatTimeOfDay(moment) : formatDateAndTime(moment);
}

/** Formats a time in UTC, to the second. */
export function formatUtcTime(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats the day of a time in the viewer's time zone. */
export function formatDate(moment: string): string {
  return new Intl.DateTimeFormat(VIEWER_LOCALE, DAY_OF_YEAR).format(new Date(moment));
}

/** The day of a time in a list: without the year if it is this one. */
export function formatShortDate(moment: string, now = Date.now()): string {
  const at = new Date(moment);
  return new Intl.DateTimeFormat(VIEWER_LOCALE, dayIn(at, new Date(now))).format(at);
}

/** A day needs no year if it is this one. */
function dayIn(at: Date, now: Date): Intl.DateTimeFormatOptions {
  return at.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
}

/** The day of a time as a heading, such as `Today`, `Yesterday` or `Nov 22, 2026`. */
export function formatDayHeading(moment: string, now = Date.now()): string {
  return daysBetween(now, moment) >= -1 ? capitalised(formatRelativeDay(moment, now)) : formatDate(moment);
}

/** The day of a time in the viewer's time zone, as `YYYY-MM-DD`. */
export function localDayOf(moment: string): string {
  const at = new Date(moment);
  const digits = (value: number, length = 2): string => String(value).padStart(length, '0');
  return [digits(at.getFullYear(), 4), digits(at.getMonth() + 1), digits(at.getDate())].join('-');
}

/** Formats a day given as `YYYY-MM-DD`, with its weekday. */
export function formatDayOfIsoDate(day: string): string {
  return formatIsoDate(day, { ...DAY, weekday: 'short' });
}

/** Formats a day given as `YYYY-MM-DD`, without its year. */
export function formatShortDayOfIsoDate(day: string): string {
  return formatIsoDate(day, DAY);
}

/** The weekday of a day given as `YYYY-MM-DD`, in three letters at most: Portugal's short names are longer. */
export function formatWeekday(day: string): string {
  return formatIsoDate(day, { weekday: 'short' }).slice(0, 3);
}

function formatIsoDate(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(VIEWER_LOCALE, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** Formats an hour of the day, 0 to 23. */
export function formatHour(hour: number): string {
  return new Intl.DateTimeFormat(VIEWER_LOCALE, { hour: 'numeric' }).format(new Date(2000, 0, 1, hour));
}

/** The start of a day (`YYYY-MM-DD`, plus `add` days) in the viewer's time zone, as ISO 8601. */
export function startOfDay(day: string, add = 0): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return undefined;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + add);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The day of a time that the gateway wrote without a zone, such as `2026-12-22 16:40:45`; other texts stay. */
export function formatDayOfGatewayTime(text: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? formatDate(`${text.slice(0, 10)}T12:00:00`) : text;
}

/** The last days up to today, oldest first, as `YYYY-MM-DD`. */
export function listLastDays(count: number, today: string): string[] {
  const noon = Date.parse(`${today}T12:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The calendar days from now to a time in the viewer's time zone, such as `in 5 days` or `today`. */
export function formatRelativeDay(moment: string, now = Date.now()): string {
  return new Intl.RelativeTimeFormat(VIEWER_LOCALE, { numeric: 'auto' }).format(daysBetween(now, moment), 'day');
}

/** How many midnights lie between now and a time; negative for a past time. */
function daysBetween(now: number, moment: string): number {
  const dayOf = (time: string): number => Date.parse(`${localDayOf(time)}T12:00:00Z`) / 86_400_000;
  return dayOf(moment) - dayOf(new Date(now).toISOString());
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A relative time in the largest unit, such as `2 days ago`. */
export function formatRelativeTime(moment: string, now = Date.now()): string {
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
