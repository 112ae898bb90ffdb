/** Brands by the first six digits, as the element names them; longer prefixes win. Public facts, kept short. */
const PREFIXES: readonly (readonly [brand: string, ranges: string])[] = [
  ['visa', '4'],
  ['mastercard', '51-55,2221-2720'],
  ['amex', '34,37'],
  ['discover', '6011,644-649,65'],
  ['diners', '300-305,3095,36,38,39'],
  ['jcb', '3528-3589,2131,1800'],
  ['unionpay', '62,81'],
  ['maestro', '493698,5000-5049,5060-5065,5067-5089,56-59,63,67'],
  [
    'elo',
    '401178-401179,431274,438935,451416,457393,457631-457632,504175,506699-506778,509000-509999,627780,636297,636368,' +
      '650031-650033,650035-650051,650405-650439,650485-650538,650541-650598,650700-650718,650720-650727,' +
      '650901-650978,651652-651679,655000-655019,655021-655058',
  ],
  ['hipercard', '606282,384100,384140,384160'],
  ['hiper', '637095,637568,637599,637609,637612'],
  ['mir', '2200-2204'],
  ['troy', '9792,650274'],
];

const RANGES = PREFIXES.flatMap(([brand, ranges]) =>
  ranges.split(',').map((range) => {
    const [from = '', to = from] = range.split('-');
    return { brand, from, to };
  }),
).sort((a, b) => b.from.length - a.from.length);

const KNOWN: ReadonlySet<string> = new Set(PREFIXES.map(([brand]) => brand));

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
export function isPossibleBrand(brands: readonly string[], brand: string | null): boolean {
  return brand === null || brands.includes(brand) || brands.some((name) => !KNOWN.has(name));
}
