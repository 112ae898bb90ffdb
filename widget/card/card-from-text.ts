import { passesLuhnCheck } from '../../shared/luhn.ts';
import { withAsciiDigits } from '../fields/digits.ts';
import type { CardNumberCheck } from './card-number.ts';
import { checkExpiry } from './expiry.ts';

/** What a text beside a card number may hold, such as `Card: 4242 4242 4242 4242 exp 12/30`. */
export interface ParsedCardText {
  /** ASCII digits; all digits of the text where it holds no whole number. */
  number: string;
  /** `MM/YY` or `MM/YYYY`; empty where the text holds none that is still valid. */
  expiry: string;
}

interface Group {
  digits: string;
  /** The signs between this group of digits and the one before. */
  before: string;
  start: number;
  end: number;
}

type Span = readonly Group[];

/** Signs that do not stand within a number, the strictest rule first: letters and the slash of a date never do. */
const BREAKS = [/[\p{L}/\t\n\r,;:|()]/u, /[\p{L}/]/u];
const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
/** What is longer holds more than a card. */
const MAX_TEXT = 400;

/** Month and year in either order, in no longer date. */
const DATE =
  /(?<!\d|\d[/.-])(?:(0?[1-9]|1[0-2]) ?[/.\-\u2013 ] ?(20\d\d|\d\d)|(20\d\d)[-/.](0[1-9]|1[0-2]))(?!\d|[/.-]\d)/g;

/** A date that cannot be a part of a number, however wrong the number is. */
const SLASHED = /(?<!\d)\d{1,2} ?\/ ?(?:\d{4}|\d\d)(?!\d)/g;

type Check = (digits: string) => CardNumberCheck;

/**
 * Reads a pasted or filled-in text: the card number alone, and the expiry date beside it.
 * @param check tells what a number is; an argument, so that this lazy module shares none with the first download
 */
export function parseCardText(text: string, check: Check, now = new Date()): ParsedCardText {
  const ascii = withAsciiDigits(text).slice(0, MAX_TEXT);
  // As long as the date was, so that places in the text stay.
  const dateless = ascii.replace(SLASHED, (date) => date.replace(/./g, '/'));
  const span = findValid(groupsOf(dateless), check) ?? findLikely(groupsOf(dateless), check);
  const [start, end] = [span[0]?.start ?? 0, span.at(-1)?.end ?? 0];
  const rest = `${ascii.slice(0, start)};${ascii.slice(end)}`;
  return { number: digitsIn(span).slice(0, MAX_DIGITS), expiry: findExpiryInText(rest, now) };
}

/** The first date in a text that a card's expiry date may be; empty where there is none. */
export function findExpiryInText(text: string, now = new Date()): string {
  for (const [, month, year, yearFirst = year, monthLast = month] of withAsciiDigits(text).matchAll(DATE)) {
    const expiry = `${monthLast}/${yearFirst}`;
    if (checkExpiry(expiry, now).state === 'valid') return expiry;
  }
  return '';
}

function groupsOf(ascii: string): Group[] {
  return Array.from(ascii.matchAll(/(\D*)(\d+)/g), ({ index, 0: whole, 1: before = '', 2: digits = '' }) => {
    const end = index + whole.length;
    return { before, digits, start: end - digits.length, end };
  });
}

const digitsIn = (span: Span): string => span.map(({ digits }) => digits).join('');

/** Parts of the text that hold no sign of `breaks` between their digits. */
function segmentsOf(groups: Span, breaks: RegExp): Group[][] {
  const segments: Group[][] = [];
  for (const group of groups) {
    const last = segments.at(-1);
    if (last === undefined || breaks.test(group.before)) segments.push([group]);
    else last.push(group);
  }
  return segments;
}

/** The groups that make a valid number, the likeliest of several; undefined where none do. */
function findValid(groups: Span, check: Check): Span | undefined {
  for (const breaks of BREAKS) {
    let best: Span | undefined;
    for (const span of segmentsOf(groups, breaks).flatMap(spansOf)) {
      if (check(digitsIn(span)).state !== 'valid') continue;
      if (best === undefined || rankOf(span, check) > rankOf(best, check)) best = span;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** All runs of groups with as many digits as a card number may have. */
function spansOf(segment: Span): Group[][] {
  return segment
    .flatMap((_first, from) =>
      segment.slice(from, from + MAX_DIGITS).map((_last, count) => segment.slice(from, from + count + 1)),
    )
    .filter((span) => {
      const { length } = digitsIn(span);
      return length >= MIN_DIGITS && length <= MAX_DIGITS;
    });
}

/**
 * A check digit that is right says most, then whether the number is written in one way: who writes sixteen digits without
 * a space begins something else after one. Then the length that the brand mostly has, and then the longer one.
 */
function rankOf(span: Span, check: Check): number {
  const digits = digitsIn(span);
  const brand = check(digits).brands.find(({ lengths }) => lengths.includes(digits.length));
  const isEven = span.length === 1 || span.every((group) => group.digits.length < MIN_DIGITS + 2);
  const isUsual = brand?.fixedLength !== true || brand.lengths[0] === digits.length;
  return (passesLuhnCheck(digits) ? 400 : 0) + (isEven ? 200 : 0) + (isUsual ? 100 : 0) + digits.length;
}

/** Where no number is valid: the longest part, without what follows a number that is whole by its length. */
function findLikely(groups: Span, check: Check): Span {
  const [breaks = /$^/] = BREAKS;
  const longest = segmentsOf(groups, breaks).reduce<Span>(
    (best, segment) => (digitsIn(segment).length > digitsIn(best).length ? segment : best),
    [],
  );
  const digits = digitsIn(longest);
  if (digits.length < MIN_DIGITS) return groups;
  const usual = check(digits.slice(0, MIN_DIGITS)).brands[0]?.lengths[0];
  const whole = longest.findIndex((_group, at) => digitsIn(longest.slice(0, at + 1)).length === usual);
  return whole < 0 ? longest : longest.slice(0, whole + 1);
}
