/** What the element knows of a card brand: public facts about number ranges, lengths and codes. */
export interface CardBrand {
  id: string;
  name: string;
  lengths: readonly number[];
  /** Lengths the security code may have. */
  codeLengths: readonly number[];
  /** Whether cards of the brand may have no code. */
  codeOptional: boolean;
  /** After which digits a space is shown. */
  gaps: readonly number[];
  /** Whether numbers pass the Luhn check. */
  luhn: boolean;
}

const FOURS = [4, 8, 12, 16];

/** id, name, number ranges, lengths; then what differs from 16 digits in fours, a code of three, Luhn. */
type Row = readonly [id: string, name: string, ranges: string, lengths?: string, rest?: Partial<CardBrand>];

const ROWS: readonly Row[] = [
  ['visa', 'Visa', '4', '13,16,18,19'],
  ['mastercard', 'Mastercard', '51-55,2221-2720'],
  ['amex', 'American Express', '34,37', '15', { codeLengths: [4], gaps: [4, 10] }],
  ['discover', 'Discover', '6011,644-649,65', '16,19'],
  ['diners', 'Diners Club', '300-305,3095,36,38,39', '14,16,19', { gaps: [4, 10] }],
  ['jcb', 'JCB', '2131,1800,3528-3589', '16,17,18,19'],
  [
    'unionpay',
    'UnionPay',
    '620,62100-62182,62184-62187,62185-62197,62200-62205,622010-622999,622018,62207-62209,623-626,6270,6272,6276,' +
      '627700-627779,627781-627799,6282-6289,6291,6292,810,8110-8131,8132-8151,8152-8163,8164-8171',
    '14,15,16,17,18,19',
    { luhn: false },
  ],
  [
    'maestro',
    'Maestro',
    '493698,500000-504174,504176-506698,506779-508999,56-59,63,67,6',
    '12,13,14,15,16,17,18,19',
    { codeOptional: true },
  ],
  [
    'elo',
    'Elo',
    '401178,401179,438935,457631,457632,431274,451416,457393,504175,506699-506778,509000-509999,627780,636297,636368,' +
      '650031-650033,650035-650051,650405-650439,650485-650538,650541-650598,650700-650718,650720-650727,650901-650978,' +
      '651652-651679,655000-655019,655021-655058',
  ],
  ['hipercard', 'Hipercard', '606282,384100,384140,384160'],
  ['hiper', 'Hiper', '637095,63737423,63743358,637568,637599,637609,637612'],
  ['mir', 'Mir', '2200-2204', '16,17,18,19'],
  ['troy', 'Troy', '9792'],
  ['rupay', 'RuPay', '508500-508999,60698,606990-608999,652150-653149,817200-820199', '16'],
  ['cartebancaire', 'Cartes Bancaires', '436000,4035'],
  ['bancontact', 'Bancontact', '479658,606005,6703', '16,17,18,19', { codeOptional: true }],
  ['dankort', 'Dankort', '5019,4571'],
  ['naranja', 'Naranja', '589562'],
  ['cabal', 'Cabal', '604201-604400,589657,650272-650272'],
  [
    'verve',
    'Verve',
    '506099-506127,506129,506133-506150,506158-506163,506166,506168,506170-506173,506176,506180,506184,506187-506188,506191,506195,506197,507865-507964',
    '16,18,19',
  ],
  ['interac', 'Interac', '0', '16,18,19', { codeOptional: true }],
];

interface Entry {
  brand: CardBrand;
  ranges: readonly (readonly [from: string, to: string])[];
}

const BRANDS: readonly Entry[] = ROWS.map(([id, name, ranges, lengths = '16', rest]) => ({
  brand: {
    id,
    name,
    lengths: lengths.split(',').map(Number),
    codeLengths: [3],
    codeOptional: false,
    gaps: FOURS,
    luhn: true,
    ...rest,
  },
  ranges: ranges.split(',').map((range) => {
    const [from = '', to = from] = range.split('-');
    return [from, to] as const;
  }),
}));

/** The brand of that id. */
export function findBrand(id: string): CardBrand | undefined {
  return BRANDS.find((entry) => entry.brand.id === id)?.brand;
}

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
  const deepest = Math.max(0, ...found.map((entry) => entry.depth));
  return found
    .filter(({ brand, depth }) => depth === 0 || depth === deepest || isShared(brand.id, found))
    .sort((a, b) => b.depth - a.depth)
    .map((entry) => entry.brand);
}

/** National brands that share a card with an international one. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  visa: ['cartebancaire', 'dankort'],
  maestro: ['bancontact', 'dankort'],
};

/** Whether a brand that fits shares this card: as the national one, or as the partner of one. */
function isShared(id: string, found: readonly { brand: CardBrand; depth: number }[]): boolean {
  const partners = PAIRS[id];
  if (partners === undefined) return Object.values(PAIRS).some((nationals) => nationals.includes(id));
  return found.some((entry) => entry.depth > 0 && partners.includes(entry.brand.id));
}

/** Length of the range where the number fits it whole, 0 where it may still come to, -1 where it cannot. */
function depthOf(digits: string, [from, to]: readonly [string, string]): number {
  const length = Math.min(digits.length, from.length);
  const part = digits.slice(0, length);
  if (part < from.slice(0, length) || part > to.slice(0, length)) return -1;
  return length === from.length ? length : 0;
}
