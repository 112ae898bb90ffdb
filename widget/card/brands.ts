import {
  INTERNATIONAL_CARD_BRANDS,
  parseBinRange,
  type CardBrandFacts,
  type BinRange,
} from '../../shared/card-brands.ts';

/** Where most brands print a space. */
export const DEFAULT_CARD_NUMBER_GAPS: readonly number[] = [4, 8, 12, 16];

/** A card brand with every fact. */
export type CompleteCardBrandFacts = Required<CardBrandFacts>;

/** The facts of most brands; a brand's own facts come on top. */
const DEFAULTS = {
  lengths: [16],
  codeLength: 3,
  code: 'required',
  gaps: DEFAULT_CARD_NUMBER_GAPS,
  luhn: true,
  fixedLength: false,
} as const;

interface Entry {
  brand: CompleteCardBrandFacts;
  ranges: readonly BinRange[];
}

const BRANDS: Entry[] = [];
registerCardBrands(INTERNATIONAL_CARD_BRANDS);

/** Adds brands to those that numbers are compared with. */
export function registerCardBrands(brands: readonly CardBrandFacts[]): void {
  for (const facts of brands)
    BRANDS.push({ brand: { ...DEFAULTS, ...facts }, ranges: facts.ranges.map(parseBinRange) });
}

/** The brand of that id. */
export function findBrand(id: string): CompleteCardBrandFacts | undefined {
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
export function detectBrands(digits: string): CompleteCardBrandFacts[] {
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
function depthOf(digits: string, [from, to]: BinRange): number {
  const length = Math.min(digits.length, from.length);
  const part = digits.slice(0, length);
  if (part < from.slice(0, length) || part > to.slice(0, length)) return -1;
  return length === from.length ? length : 0;
}
