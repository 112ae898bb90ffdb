import {
  INTERNATIONAL_CARD_BRANDS,
  isInBinRange,
  parseBinRange,
  type CardBrandFacts,
} from '../../shared/card-brands.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';

/** National brands whose BINs no international brand uses, or that a longer prefix identifies. */
const NATIONAL: readonly string[] = ['elo', 'hipercard', 'hiper', 'mir', 'troy'];

/** The ranges of Maestro alone; the element also treats other digits as Maestro if no other brand uses them. */
const MAESTRO_RANGES: readonly string[] = ['493698', '5000-5049', '5060-5065', '5067-5089', '56-59', '63', '67'];

/** The brands that a BIN identifies. */
const BRANDS: readonly CardBrandFacts[] = [
  ...INTERNATIONAL_CARD_BRANDS,
  ...NATIONAL_CARD_BRANDS.filter(({ id }) => NATIONAL.includes(id)),
];

/** Their ranges, longer prefixes first. */
const RANGES = BRANDS.flatMap(({ id, ranges }) =>
  (id === 'maestro' ? MAESTRO_RANGES : ranges).map((range) => ({ brand: id, range: parseBinRange(range) })),
).sort((a, b) => b.range[0].length - a.range[0].length);

const KNOWN: ReadonlySet<string> = new Set(BRANDS.map(({ id }) => id));

/** The brand of a card by its BIN; null if the digits do not identify one. */
export function brandOfBin(bin: string): string | null {
  return RANGES.find(({ range }) => isInBinRange(bin, range))?.brand ?? null;
}

/**
 * Whether a card of that detected brand may be of one of the allowed brands. Many national brands are not detected here
 * and appear as the international brand whose numbers they use. If one of those is allowed, the check is inconclusive
 * and passes.
 */
export function mayBeOfAllowedBrand(brands: readonly string[], brand: string | null): boolean {
  return brand === null || brands.includes(brand) || brands.some((name) => !KNOWN.has(name));
}
