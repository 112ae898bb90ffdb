import { decodeAcquiringBirthDate, encodeAcquiringBirthDate } from '../../shared/dates.ts';

/** The order in which a language writes a day: `DMY`, `MDY` or `YMD`. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

const EARLIEST_YEAR = 1900;

/** How readers of a language write a day in figures. */
export function dateOrderOf(language: string): DateOrder {
  const parts = new Intl.DateTimeFormat(language, { calendar: 'gregory', dateStyle: 'short' }).formatToParts(0);
  const order = parts.map(({ type }) => (/^(day|month|year)$/.test(type) ? type.charAt(0).toUpperCase() : '')).join('');
  return order === 'MDY' || order === 'YMD' ? order : 'DMY';
}

/**
 * Reads a day as people type it, with any separators or none, the year in four figures.
 * @returns the interface's DD-MM-YYYY; undefined where it is no real day, or none that a living person was born on
 */
export function parseBirthDate(text: string, order: DateOrder, now = Date.now()): string | undefined {
  const groups = groupsIn(text);
  const [whole = ''] = groups;
  const sizes = sizesOf(order);
  const parts =
    groups.length === 1 && whole.length === 8
      ? sizes.map((size, index) => whole.slice(sum(sizes, index), sum(sizes, index) + size))
      : groups;
  if (parts.length !== 3) return undefined;
  // A year in front is a year, whatever the language: browsers fill in dates that way.
  const read = parts[0]?.length === 4 ? 'YMD' : order;
  const [day = '', month = '', year = ''] = ['D', 'M', 'Y'].map((letter) => parts[read.indexOf(letter)] ?? '');
  const date = `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`;
  const found = decodeAcquiringBirthDate(date);
  if (found === undefined || found.year < EARLIEST_YEAR) return undefined;
  return Date.UTC(found.year, found.month - 1, found.day) > now ? undefined : encodeAcquiringBirthDate(found);
}

/** A day of the interface as readers of an order write it; empty where it is none. */
export function writeBirthDate(date: string, order: DateOrder): string {
  const [day = '', month = '', year = ''] = date.split('-');
  const parts: Record<string, string> = { D: day, M: month, Y: year };
  return decodeAcquiringBirthDate(date) === undefined
    ? ''
    : Array.from(order)
        .map((letter) => parts[letter])
        .join('/');
}

/** Puts the strokes between what is typed so far; leaves alone what is typed in another way. */
export function separateDate(text: string, order: DateOrder): string {
  const sizes = sizesOf(order);
  const groups = text.split(/\D+/);
  if (/[^\d/.\s-]/.test(text) || groups.length > 3) return text;
  if (groups.length > 1 && groups.some((group, index) => group.length > (sizes[index] ?? 0))) return text;
  // A separator after one figure says that the day or month has only one.
  const digits = groups
    .map((group, index) => (index < groups.length - 1 && group !== '' ? group.padStart(sizes[index] ?? 0, '0') : group))
    .join('');
  if (digits.length > 8) return text;
  const parts = sizes.map((size, index) => digits.slice(sum(sizes, index), sum(sizes, index) + size));
  const full = parts.filter((part, index) => part.length === sizes[index]).length;
  return parts.slice(0, Math.min(full + 1, 3)).join('/');
}

const sizesOf = (order: DateOrder): number[] => Array.from(order).map((letter) => (letter === 'Y' ? 4 : 2));
const sum = (sizes: readonly number[], upTo: number): number =>
  sizes.slice(0, upTo).reduce((total, size) => total + size, 0);

function groupsIn(text: string): string[] {
  const ascii = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  return ascii.split(/\D+/).filter((group) => group !== '');
}
