/** Public facts about a card brand's numbers. */
export interface CardBrandFacts {
  readonly id: string;
  readonly name: string;
  /** The first digits of its numbers: `6011`, or the first and the last of a range: `644-649`. */
  readonly ranges: readonly string[];
  /** Digits in a number, the most common count first; 16 where absent. */
  readonly lengths?: readonly number[];
  /** Digits in a security code; 3 where absent. */
  readonly codeLength?: 3 | 4;
  /** Whether cards may lack a security code, or never have one. Default: required. */
  readonly code?: 'required' | 'optional' | 'none';
  /** The positions of printed spaces. Default: after every fourth digit. */
  readonly gaps?: readonly number[];
  /** `false` if numbers need not pass the Luhn check. */
  readonly luhn?: boolean;
  /** Whether numbers longer than the most common length are practically never issued. */
  readonly fixedLength?: boolean;
}

/** Brands that are issued in many countries. */
export const INTERNATIONAL_CARD_BRANDS: readonly CardBrandFacts[] = [
  { id: 'visa', name: 'Visa', ranges: ['4'], lengths: [16, 18, 19], fixedLength: true },
  { id: 'mastercard', name: 'Mastercard', ranges: ['51-55', '2221-2720'] },
  { id: 'amex', name: 'American Express', ranges: ['34', '37'], lengths: [15], codeLength: 4, gaps: [4, 10] },
  { id: 'discover', name: 'Discover', ranges: ['6011', '644-649', '65'], lengths: [16, 19], fixedLength: true },
  {
    id: 'diners',
    name: 'Diners Club',
    ranges: ['300-305', '3095', '36', '38-39'],
    lengths: [14, 16, 19],
    gaps: [4, 10],
  },
  { id: 'jcb', name: 'JCB', ranges: ['2131', '1800', '3528-3589'], lengths: [16, 17, 18, 19], fixedLength: true },
  { id: 'unionpay', name: 'UnionPay', ranges: ['62', '81'], lengths: [16, 17, 18, 19, 14, 15], luhn: false },
  {
    id: 'maestro',
    name: 'Maestro',
    ranges: ['493698', '50', '56-59', '6'],
    lengths: [16, 17, 18, 19, 12, 13, 14, 15],
    code: 'optional',
  },
];

/** The first and the last prefix of a brand's numbers; both have the same length. */
export type BinRange = readonly [from: string, to: string];

/** Parses a range of {@link CardBrandFacts.ranges}. */
export function parseBinRange(range: string): BinRange {
  const [from = '', to = from] = range.split('-');
  return [from, to];
}

/** Whether a card number, or its first digits, begins within a range. */
export function isInBinRange(digits: string, [from, to]: BinRange): boolean {
  const start = digits.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
}
