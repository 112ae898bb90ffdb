import type { TextKey, Translate } from './translate.ts';

const UNITS: Readonly<Partial<Record<string, TextKey>>> = {
  __proto__: null as never,
  day: 'interval.day',
  week: 'interval.week',
  month: 'interval.month',
  year: 'interval.year',
};

/** How often, in words: `every month`, `every 2 weeks`; a unit that nobody knows stands as it came, `(2 fortnight)`. */
export function intervalText(t: Translate, unit: string, count: string | number): string {
  const key = UNITS[unit.toLowerCase()];
  if (key === undefined || !(Number(count) >= 1)) return unit === '' ? '' : `(${String(count)} ${unit})`;
  return t(key, { count: Number(count) });
}
