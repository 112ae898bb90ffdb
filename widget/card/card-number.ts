import { passesLuhnCheck } from '../../shared/luhn.ts';
import { digitsOf } from '../fields/digits.ts';
import { DEFAULT_CARD_NUMBER_GAPS, detectBrands, findBrand, type CompleteCardBrandFacts } from './brands.ts';

/** No brand issues longer numbers. */
const MAX_DIGITS = 19;

export interface CardNumberCheck {
  state: 'empty' | 'incomplete' | 'valid' | 'invalid' | 'not_accepted';
  /** The likeliest brand; null while several are as likely. */
  brand: CompleteCardBrandFacts | null;
  brands: CompleteCardBrandFacts[];
  /** The brands among which the shopper may choose, once the number is whole; empty where there is no choice. */
  choices: readonly CompleteCardBrandFacts[];
}

/** What the shopper's press of a key did, where it took digits away. */
export type DeletionDirection = 'backward' | 'forward' | undefined;

/**
 * What a number so far is. `incomplete` means keep typing: nothing is wrong yet.
 * @param accepted ids of the brands the shop takes; all where null
 */
export function checkCardNumber(digits: string, accepted: readonly string[] | null = null): CardNumberCheck {
  const brands = detectBrands(digits);
  const likeliest = brands[0];
  const certain = likeliest !== undefined && (brands.length === 1 || isCertain(digits, brands));
  const usable = brands.filter((candidate) => accepted?.includes(candidate.id) ?? true);
  let state: CardNumberCheck['state'];
  if (likeliest === undefined) state = digits === '' ? 'empty' : 'invalid';
  // A shop may take brands that are not known here: then nothing can be said against a card.
  else if (certain && usable.length === 0 && accepted?.every(findBrand)) state = 'not_accepted';
  else state = stateOf(digits, brands);
  const whole = state === 'valid' ? usable.filter(({ lengths }) => lengths.includes(digits.length)) : [];
  return {
    state,
    brand: certain ? (usable[0] ?? likeliest) : null,
    brands,
    // As the shop names its brands; the national one first where it names none.
    choices: whole.length < 2 ? [] : (accepted?.flatMap((id) => whole.filter((entry) => entry.id === id)) ?? whole),
  };
}

function isCertain(digits: string, brands: readonly CompleteCardBrandFacts[]): boolean {
  // After eight digits no range is open any more: what is left are the brands of one card.
  return digits.length >= 8 || (brands[0]?.id !== 'maestro' && digits.length >= 6);
}

function stateOf(digits: string, brands: readonly CompleteCardBrandFacts[]): CardNumberCheck['state'] {
  const fits = brands.some(
    (brand) =>
      brand.lengths.includes(digits.length) && (!brand.luhn || passesLuhnCheck(digits)) && !/^0+$/.test(digits),
  );
  if (fits) return 'valid';
  const longest = Math.max(...brands.flatMap((brand) => brand.lengths));
  return digits.length < longest ? 'incomplete' : 'invalid';
}

/** Digits in the groups in which the brand prints them. */
export function formatCardNumber(digits: string, brand: CompleteCardBrandFacts | null): string {
  const gaps = brand?.gaps ?? DEFAULT_CARD_NUMBER_GAPS;
  return Array.from(digits, (digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

/**
 * Groups a text as typed or pasted and says where the caret belongs: behind the same digit as before, so that editing
 * in the middle stays in the middle.
 * @param before the digits that stood there, where a deletion may have met nothing but a space: then the digit beyond
 *   the space goes
 */
export function reformatCardNumber(
  text: string,
  caret: number,
  brand: CompleteCardBrandFacts | null,
  deletion?: DeletionDirection,
  before = '',
): { text: string; caret: number } {
  let digits = digitsOf(text).slice(0, MAX_DIGITS);
  let at = Math.min(digitsOf(text.slice(0, caret)).length, digits.length);
  if (deletion !== undefined && digits === before) {
    if (deletion === 'backward') at = Math.max(0, at - 1);
    digits = digits.slice(0, at) + digits.slice(at + 1);
  }
  return { text: formatCardNumber(digits, brand), caret: formatCardNumber(digits.slice(0, at), brand).length };
}
