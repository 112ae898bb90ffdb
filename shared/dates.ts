/** The date and time formats of the interface (interface 2.1). */

/** A calendar day without time or zone. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** Reads an acquiring birth_date, DD-MM-YYYY; undefined for an invalid day. */
export function decodeAcquiringBirthDate(text: string): CalendarDay | undefined {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  return match ? realDay(Number(match[3]), Number(match[2]), Number(match[1])) : undefined;
}

/** Writes an acquiring birth_date, DD-MM-YYYY. */
export function encodeAcquiringBirthDate(date: CalendarDay): string {
  return `${pad(date.day)}-${pad(date.month)}-${pad(date.year, 4)}`;
}

/** Reads an issuing day, YYYY-MM-DD; undefined for an invalid day. */
export function decodeIssuingDate(text: string): CalendarDay | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? realDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/**
 * Reads a compact moment, yyyyMMddHHmmss (refund_date, transaction_date), as a UTC time in milliseconds; undefined if
 * invalid. The interface names no zone; UTC is our reading.
 */
export function decodeCompactTime(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  return match ? momentOf(match.slice(1)) : undefined;
}

/** Writes a UTC time in milliseconds as yyyyMMddHHmmss. */
export function encodeCompactTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');
}

/** Reads a recurring_deduction_time, YYYY-MM-DD HH:MM:SS, as a UTC time in milliseconds; undefined if invalid. */
export function decodeRecurringDeductionTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  return match ? momentOf(match.slice(1)) : undefined;
}

/** Writes a UTC time in milliseconds as YYYY-MM-DD HH:MM:SS. */
export function encodeRecurringDeductionTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** A UTC time in milliseconds as ISO 8601, such as 2026-05-01T12:00:00.000Z. */
export function toIsoUtcTime(ms: number): string {
  return new Date(ms).toISOString();
}

function momentOf(parts: readonly string[]): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (!realDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function realDay(year: number, month: number, day: number): CalendarDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Date turns 31 April into 1 May, so a day that changes is invalid.
  const real = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? { year, month, day } : undefined;
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
