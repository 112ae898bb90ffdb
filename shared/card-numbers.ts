import { INTERNATIONAL_CARD_BRANDS, isInBinRange, parseBinRange, type BinRange } from './card-brands.ts';
import { passesLuhnCheck } from './luhn.ts';
import { NATIONAL_CARD_BRANDS } from './national-card-brands.ts';

/**
 * Finds card numbers in texts. A card number passes the Luhn check and has the prefix and length of a known brand. Its
 * digits may be of any script and in groups.
 */

/** Decimal digits of any script, and raised, lowered and circled ones. */
const DIGIT = '[\\p{Nd}\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u24ea\\u2460-\\u2468]';

/** The separators between the groups of a number: spaces, dashes, slashes, points and the like. */
const SIGN = "[\\s\\p{Z}\\p{Pd}\\p{Cf}\\p{M}\\u2212/\\\\_.,:;|\\u00b7\\u2022~'+*]";

/** A percent-encoded separator. */
const CODED_SIGN = '(?:%[0-9a-fA-F]{2}){1,3}';

/** The most separators between two groups. */
const MAX_SIGNS = 3;
const GAP = `${SIGN}{0,${String(MAX_SIGNS)}}`;
const CODED_GAP = `(?:${SIGN}|${CODED_SIGN}){0,${String(MAX_SIGNS)}}`;

/** The shortest and the longest card number of any brand, in digits. */
const MIN_DIGITS = 12;
const MAX_DIGITS = 19;

const runOf = (gap: string): RegExp => new RegExp(`${DIGIT}(?:${gap}${DIGIT}){${String(MIN_DIGITS - 1)},}`, 'gu');

/** The readings of a text: unchanged, and with percent-encoded separators between groups. */
const READINGS = [
  { run: runOf(GAP), token: new RegExp(`${DIGIT}+`, 'gu') },
  { run: runOf(CODED_GAP), token: new RegExp(`${CODED_SIGN}|${DIGIT}+`, 'gu') },
] as const;

const IS_CODED = new RegExp(CODED_SIGN, 'u');
const OTHER_SIGNS = new RegExp(DIGIT.replace('[', '[^') + '+', 'gu');

/** UUIDs and other random names in hexadecimal digits: parts of them look like card numbers by chance. */
const HEX_NAME =
  /(?<![\p{L}\p{N}])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{24,})(?![\p{L}\p{N}])/giu;

/** The most digits of an international phone number. */
const PHONE_MAX_DIGITS = 15;

/** Ranges of first digits by the length of the numbers. */
const RANGES = rangesByLength();

function rangesByLength(): ReadonlyMap<number, readonly BinRange[]> {
  const found = new Map<number, BinRange[]>();
  for (const { ranges, lengths = [16] } of [...INTERNATIONAL_CARD_BRANDS, ...NATIONAL_CARD_BRANDS]) {
    for (const length of lengths) found.set(length, [...(found.get(length) ?? []), ...ranges.map(parseBinRange)]);
  }
  return found;
}

/** Whether digits are a card number: a known brand's first digits and length, and the Luhn check. */
export function isCardNumber(digits: string): boolean {
  const ranges = RANGES.get(digits.length);
  if (ranges === undefined || !passesLuhnCheck(digits) || /^0+$/.test(digits)) return false;
  return ranges.some((range) => isInBinRange(digits, range));
}

/** A place in a text and its digits, as ASCII digits. */
interface Place {
  start: number;
  end: number;
  digits: string;
}

/** Whether a text holds a card number. */
export function containsCardNumber(text: string): boolean {
  return readingsOf(text).some((reading) => find(text, reading).length > 0);
}

/**
 * A text with each card number replaced. A number begins and ends at the boundary of a group of digits.
 * @param put returns the replacement of a number's digits; overlapping numbers are replaced as one
 */
export function replaceCardNumbers(text: string, put: (digits: string) => string): string {
  return readingsOf(text).reduce((before, reading) => {
    let rest = 0;
    let after = '';
    for (const { start, end, digits } of find(before, reading)) {
      after += before.slice(rest, start) + put(digits);
      rest = end;
    }
    return after + before.slice(rest);
  }, text);
}

type Reading = (typeof READINGS)[number];

function readingsOf(text: string): readonly Reading[] {
  if (text.length < MIN_DIGITS) return [];
  return IS_CODED.test(text) ? READINGS : READINGS.slice(0, 1);
}

/** The card numbers in a text, in order. */
function find(text: string, { run: runs, token }: Reading): Place[] {
  const found: Place[] = [];
  // Most texts have no run, and `matchAll` would compile a copy of its pattern for each.
  if (text.search(runs) === -1) return found;
  let names: readonly Place[] | undefined;
  for (const { 0: run, index } of text.matchAll(runs)) {
    const groups = groupsOf(run, index, token);
    const isPhone = text[index - 1] === '+' && count(groups) <= PHONE_MAX_DIGITS;
    const numbers = isPhone ? [] : numbersOf(groups);
    if (numbers.length === 0) continue;
    const hexNames = (names ??= Array.from(text.matchAll(HEX_NAME), ({ 0: name, index: at }) => placeOf(name, at)));
    found.push(
      ...merged(
        numbers.filter((number) => !hexNames.some((name) => overlap(name, number))),
        groups,
      ),
    );
  }
  return found;
}

/** The digits of a text in any script, as ASCII digits. */
export function extractDigitsAsAscii(text: string): string {
  const digits = text.replace(OTHER_SIGNS, '');
  return /^[0-9]*$/.test(digits) ? digits : Array.from(digits, valueOf).join('');
}

/** A pattern that finds this number in any script and grouping. */
export function cardNumberFinder(number: string): RegExp {
  return new RegExp(spelt(number), 'gu');
}

/** A pattern for numbers of a card's length, in any script and grouping, that begin and end with these digits. */
export function patternOfTruncatedCardNumber(start: string, end: string): RegExp {
  const ends = start.length + end.length;
  const middle = `(?:${CODED_GAP}${DIGIT}){${String(MIN_DIGITS - ends)},${String(MAX_DIGITS - ends)}}`;
  return new RegExp(`(?<!${DIGIT})${spelt(start)}${middle}${CODED_GAP}${spelt(end)}(?!${DIGIT})`, 'gu');
}

function spelt(digits: string): string {
  return Array.from(digits, (digit) => spellings()[Number(digit)] ?? DIGIT).join(CODED_GAP);
}

const placeOf = (text: string, start: number): Place => ({ start, end: start + text.length, digits: '' });

const overlap = (a: Place, b: Place): boolean => a.start < b.end && b.start < a.end;

function groupsOf(run: string, offset: number, token: RegExp): Place[] {
  return Array.from(run.matchAll(token))
    .filter(({ 0: text }) => !text.startsWith('%'))
    .map(({ 0: text, index }) => ({ ...placeOf(text, offset + index), digits: extractDigitsAsAscii(text) }));
}

function count(groups: readonly Place[]): number {
  return groups.reduce((sum, { digits }) => sum + digits.length, 0);
}

/** Every sequence of whole groups that is a card number. */
function numbersOf(groups: readonly Place[]): Place[] {
  return groups.flatMap((first, at) => {
    const found: Place[] = [];
    let digits = '';
    for (const group of groups.slice(at, at + MAX_DIGITS)) {
      digits += group.digits;
      if (digits.length > MAX_DIGITS) break;
      if (isCardNumber(digits)) found.push({ start: first.start, end: group.end, digits });
    }
    return found;
  });
}

/** Merges overlapping numbers into one, from the first digit of the first to the last of the last. */
function merged(numbers: readonly Place[], groups: readonly Place[]): Place[] {
  const places: Place[] = [];
  for (const number of numbers) {
    const last = places.at(-1);
    if (last === undefined || !overlap(last, number)) places.push({ ...number });
    else last.end = Math.max(last.end, number.end);
  }
  return places.map((place) => ({
    ...place,
    digits: groups.flatMap((group) => (overlap(place, group) ? [group.digits] : [])).join(''),
  }));
}

const DECIMAL = /\p{Nd}/u;

/** The value of one digit. Each script has its ten digits in sequence, and the sequences have no gaps. */
function valueOf(sign: string): string {
  if (sign >= '0' && sign <= '9') return sign;
  if (!DECIMAL.test(sign)) return sign.normalize('NFKC');
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

let classes: readonly string[] | undefined;

/** For each digit a class of its spellings. */
function spellings(): readonly string[] {
  return (classes ??= listSpellings());
}

/** No script's digits lie beyond this. */
const LAST_CODE_POINT = 0x1_ff_ff;

function listSpellings(): string[] {
  const found = Array.from({ length: 10 }, (): string[] => []);
  const digit = new RegExp(`^${DIGIT}$`, 'u');
  for (let code = 0x30; code <= LAST_CODE_POINT; code += 1) {
    const sign = String.fromCodePoint(code);
    if (digit.test(sign)) found[Number(valueOf(sign))]?.push(sign);
  }
  return found.map((signs) => `[${signs.join('')}]`);
}
