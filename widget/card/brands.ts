import { CARD_BRANDS, readRanges, type CardRange } from '../../shared/card-brands.ts';

/** What the element knows of a card brand: public facts about number ranges, lengths and codes. */
export interface CardBrand {
  id: string;
  name: string;
  /** The usual one first. */
  lengths: readonly number[];
  codeLength: 3 | 4;
  /** Whether a security code is needed, may be missing on the card, or is never asked for. */
  code: 'required' | 'optional' | 'none';
  /** After which digits a space is shown. */
  gaps: readonly number[];
  /** Whether numbers pass the Luhn check. */
  luhn: boolean;
  /** Whether numbers longer than the usual are as good as never issued. */
  steady: boolean;
}

/** Where most brands print a space. */
export const FOURS: readonly number[] = [4, 8, 12, 16];

interface Entry {
  brand: CardBrand;
  ranges: readonly CardRange[];
}

const BRANDS: Entry[] = [];
addBrands(CARD_BRANDS);

/** Adds brands, written as {@link CARD_BRANDS}. */
export function addBrands(rows: string): void {
  BRANDS.push(...rows.split(';').map(entryOf));
}

function entryOf(row: string): Entry {
  const [id = '', name = '', ranges = '', lengths = '', marks = ''] = row.split(':');
  const has = (mark: string): boolean => marks.includes(mark);
  return {
    brand: {
      id,
      name,
      lengths: readRanges(lengths || '16').flatMap(([from, to]) =>
        Array.from({ length: +to - +from + 1 }, (_, index) => +from + index),
      ),
      codeLength: has('4') ? 4 : 3,
      code: has('n') ? 'none' : has('o') ? 'optional' : 'required',
      gaps: has('g') ? [4, 10] : FOURS,
      luhn: !has('l'),
      steady: has('s'),
    },
    ranges: readRanges(ranges),
  };
}

/** The brand of that id. */
export function findBrand(id: string): CardBrand | undefined {
  return BRANDS.find((entry) => entry.brand.id === id)?.brand;
}

/** National brands, and the international ones that stand on the same cards. */
const PARTNERS: Readonly<Record<string, string>> = {
  cartebancaire: 'visa mastercard',
  dankort: 'visa',
  bancontact: 'visa mastercard maestro',
  eftpos_australia: 'visa',
};

/**
 * The brands that a number so far may belong to, the likeliest first. A range that is typed to its end beats a shorter
 * one; several remain while a longer range could still come true, and for cards of two brands.
 */
export function detectBrands(digits: string): CardBrand[] {
  if (digits === '') return [];
  const found = BRANDS.flatMap(({ brand, ranges }) => {
    const depth = Math.max(...ranges.map((range) => depthOf(digits, range)));
    return depth < 0 ? [] : [{ brand, depth }];
  });
  const deepest = Math.max(...found.map((entry) => entry.depth));
  return found
    .filter(
      ({ brand, depth }) =>
        depth === 0 ||
        depth === deepest ||
        found.some((other) => other.depth > 0 && PARTNERS[other.brand.id]?.includes(brand.id)),
    )
    .sort((a, b) => b.depth - a.depth)
    .map((entry) => entry.brand);
}

/** Length of the range where the number fits it whole, 0 where it may still come to, -1 where it cannot. */
function depthOf(digits: string, [from, to]: CardRange): number {
  const length = Math.min(digits.length, from.length);
  const part = digits.slice(0, length);
  if (part < from.slice(0, length) || part > to.slice(0, length)) return -1;
  return length === from.length ? length : 0;
}
