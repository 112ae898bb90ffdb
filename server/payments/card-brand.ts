import { INTERNATIONAL_CARD_BRANDS, parseCardRange, type CardBrandFacts } from '../../shared/card-brands.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';

/** National brands whose first six digits no international brand uses, or that a longer prefix tells apart. */
const NATIONAL: readonly string[] = ['elo', 'hipercard', 'hiper', 'mir', 'troy'];

/** The ranges of Maestro alone: the element also takes digits for Maestro that no other brand uses. */
const MAESTRO_RANGES: readonly string[] = ['493698', '5000-5049', '5060-5065', '5067-5089', '56-59', '63', '67'];

/** The brands that the first six digits tell. */
const BRANDS: readonly CardBrandFacts[] = [
  ...INTERNATIONAL_CARD_BRANDS,
  ...NATIONAL_CARD_BRANDS.filter(({ id }) => NATIONAL.includes(id)),
];

/** Their ranges, longer prefixes first. */
const RANGES = BRANDS.flatMap(({ id, ranges }) =>
  (id === 'maestro' ? MAESTRO_RANGES : ranges).map((range) => {
    const [from, to] = parseCardRange(range);
    return { brand: id, from, to };
  }),
).sort((a, b) => b.from.length - a.from.length);

const KNOWN: ReadonlySet<string> = new Set(BRANDS.map(({ id }) => id));

/** The brand of a card by its BIN; null where the digits do not tell. */
export function brandOfBin(bin: string): string | null {
  const found = RANGES.find(({ from, to }) => {
    const start = bin.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  });
  return found?.brand ?? null;
}

/**
 * Whether a card of that brand, as it was found by its BIN, may be of one of these. Many brands of one country are not
 * known here and read as the international one whose numbers they take: where one of them is named, nothing is certain.
 */
export function mayBeOf(brands: readonly string[], brand: string | null): boolean {
  return brand === null || brands.includes(brand) || brands.some((name) => !KNOWN.has(name));
}
