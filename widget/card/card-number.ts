import { isLuhn } from '../../shared/luhn.ts';
import { detectBrands, type CardBrand } from './brands.ts';

/** No brand issues longer numbers. */
const MAX_DIGITS = 19;
const DEFAULT_GAPS = [4, 8, 12, 16];

export interface CardNumberCheck {
  state: 'empty' | 'incomplete' | 'valid' | 'invalid' | 'not_accepted';
  /** The likeliest brand; null while several are as likely. */
  brand: CardBrand | null;
  brands: CardBrand[];
}

/** The ASCII digits of a text; full-width and other scripts' digits become ASCII, all else goes. */
export function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '');
}

/**
 * What a number so far is. `incomplete` means keep typing: nothing is wrong yet.
 * @param accepted ids of the brands the shop takes; all where null
 */
export function checkCardNumber(digits: string, accepted: readonly string[] | null = null): CardNumberCheck {
  const brands = detectBrands(digits);
  const likeliest = brands[0];
  const certain = likeliest !== undefined && (brands.length === 1 || isCertain(digits, brands));
  const brand = certain ? likeliest : null;
  if (digits === '') return { state: 'empty', brand, brands };
  if (likeliest === undefined) return { state: 'invalid', brand, brands };
  if (accepted !== null && certain && !brands.some((candidate) => accepted.includes(candidate.id))) {
    return { state: 'not_accepted', brand, brands };
  }
  return { state: stateOf(digits, brands), brand, brands };
}

function isCertain(digits: string, brands: readonly CardBrand[]): boolean {
  // After eight digits no range is open any more: what is left are the brands of one card.
  return digits.length >= 8 || (brands[0]?.id !== 'maestro' && digits.length >= 6);
}

function stateOf(digits: string, brands: readonly CardBrand[]): CardNumberCheck['state'] {
  const fits = brands.some(
    (brand) => brand.lengths.includes(digits.length) && (!brand.luhn || isLuhn(digits)) && !/^0+$/.test(digits),
  );
  if (fits) return 'valid';
  const longest = Math.max(...brands.flatMap((brand) => brand.lengths));
  return digits.length < longest ? 'incomplete' : 'invalid';
}

/** Digits in the groups in which the brand prints them. */
export function formatCardNumber(digits: string, brand: CardBrand | null): string {
  const gaps = brand?.gaps ?? DEFAULT_GAPS;
  return Array.from(digits, (digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

/**
 * Groups a text as typed or pasted and says where the caret belongs: behind the same digit as before, so that editing
 * in the middle stays in the middle.
 */
export function reformat(text: string, caret: number, brand: CardBrand | null): { text: string; caret: number } {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const before = Math.min(digitsOf(text.slice(0, caret)).length, digits.length);
  return { text: formatCardNumber(digits, brand), caret: formatCardNumber(digits.slice(0, before), brand).length };
}
