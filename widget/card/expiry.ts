import { withAsciiDigits } from '../fields/digits.ts';

export interface ExpiryCheck {
  state: 'empty' | 'incomplete' | 'valid' | 'invalid' | 'expired';
  /** `01` to `12`, once valid. */
  month?: string;
  /** Four digits, once valid. */
  year?: string;
}

/** Cards are not issued for longer. */
const MAX_YEARS = 20;

/** Reads `12/26`, `1226`, `12 / 2026`, `2026-12`. */
export function checkExpiry(text: string, now: Date): ExpiryCheck {
  const { month, year } = partsOf(text);
  if (month === '' && year === '') return { state: 'empty' };
  if (!/^(0?[1-9]|1[0-2]|0)$/.test(month)) return { state: 'invalid' };
  if (year === '' || month === '0' || year.length === 1 || year.length === 3) return { state: 'incomplete' };
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const current = now.getFullYear();
  if (full < current || (full === current && Number(month) <= now.getMonth())) return { state: 'expired' };
  if (full > current + MAX_YEARS) return { state: 'invalid' };
  return { state: 'valid', month: month.padStart(2, '0'), year: String(full) };
}

/** Formats a typed date as `MM/YY`: adds the slash, and removes it while the shopper deletes. */
export function formatTypedExpiry(text: string, deleting: boolean): string {
  const { month, year } = partsOf(text);
  if (month === '') return '';
  const separated = /\D/.test(withAsciiDigits(text).trim()) || year !== '';
  if (month.length === 1 && !separated && Number(month) < 2) return month;
  if (deleting && year === '') return month.slice(0, 2);
  return `${month.padStart(2, '0')}/${year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 4)}`;
}

function partsOf(text: string): { month: string; year: string } {
  const groups = withAsciiDigits(text).split(/\D+/).filter(Boolean);
  const [first = '', second = ''] = groups;
  if (groups.length > 1) return first.length === 4 ? { month: second, year: first } : { month: first, year: second };
  // Without a separator a first digit above 1 can only be a whole month.
  const length = Number(first[0]) > 1 ? 1 : 2;
  return { month: first.slice(0, length), year: first.slice(length) };
}
