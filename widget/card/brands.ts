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

/**
 * id, name, ranges of first digits, lengths where not 16, marks. A range's end leaves out the digits that it shares with
 * its start. Marks: `4` code of four, `o` code optional, `n` no code, `g` gaps as on American Express, `l` without Luhn,
 * `s` steady.
 */
const ROWS =
  'visa:Visa:4:16,18-9:s;' +
  'mastercard:Mastercard:51-5,2221-720;' +
  'amex:American Express:34,37:15:4g;' +
  'discover:Discover:6011,644-9,65:16,19:s;' +
  'diners:Diners Club:300-5,3095,36,38-9:14,16,19:g;' +
  'jcb:JCB:2131,1800,3528-89:16-9:s;' +
  'unionpay:UnionPay:62,81:16-9,14-5:l;' +
  'maestro:Maestro:493698,50,56-9,6:16-9,12-5:o;' +
  'elo:Elo:401178-9,438935,457631-2,431274,451416,457393,504175,506699-778,509,627780,636297,636368,650031-3,650035-51,' +
  '650405-39,650485-538,650541-98,650700-18,650720-7,650901-78,651652-79,655000-19,655021-58;' +
  'hipercard:Hipercard:606282,384100,384140,384160;' +
  'mir:Mir:2200-4:16-9;' +
  'troy:Troy:9792,650274;' +
  'rupay:RuPay:508500-999,60698,606990-8999,652150-3149,817200-20199;' +
  'cartebancaire:Cartes Bancaires:436000,4035,40000025,55555525;' +
  'bancontact:Bancontact:479658,487104,512788,606005,6703:16-9:n;' +
  'dankort:Dankort:5019,4571';

type Range = readonly [from: string, to: string];

interface Entry {
  brand: CardBrand;
  ranges: readonly Range[];
}

const BRANDS: Entry[] = [];
addBrands(ROWS);

/** Adds brands, written as {@link ROWS}. */
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
      lengths: rangesOf(lengths || '16').flatMap(([from, to]) =>
        Array.from({ length: +to - +from + 1 }, (_, index) => +from + index),
      ),
      codeLength: has('4') ? 4 : 3,
      code: has('n') ? 'none' : has('o') ? 'optional' : 'required',
      gaps: has('g') ? [4, 10] : FOURS,
      luhn: !has('l'),
      steady: has('s'),
    },
    ranges: rangesOf(ranges),
  };
}

function rangesOf(text: string): Range[] {
  return text.split(',').map((range) => {
    const [from = '', end = from] = range.split('-');
    return [from, from.slice(0, -end.length) + end];
  });
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
function depthOf(digits: string, [from, to]: Range): number {
  const length = Math.min(digits.length, from.length);
  const part = digits.slice(0, length);
  if (part < from.slice(0, length) || part > to.slice(0, length)) return -1;
  return length === from.length ? length : 0;
}
