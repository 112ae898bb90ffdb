import { withAsciiDigits, digitsOf, isSingleKeyInput } from './digits.ts';

/** Lengths while the brand is not known. */
const ANY: readonly number[] = [3, 4];

/**
 * What a security code so far is.
 * @param lengths those it may have
 */
export function checkSecurityCode(
  digits: string,
  lengths: readonly number[] = ANY,
): 'empty' | 'incomplete' | 'valid' | 'invalid' {
  if (digits === '') return 'empty';
  if (!/^\d+$/.test(digits) || digits.length > Math.max(...lengths)) return 'invalid';
  return lengths.includes(digits.length) ? 'valid' : 'incomplete';
}

/** What is wrong with a security code, as a text's key; undefined where the brand takes it. */
export function securityCodeErrorKeyOf(
  digits: string,
  need: 'required' | 'optional' | 'none' | undefined,
  lengths?: readonly number[],
): 'invalid.code.empty' | 'invalid.code' | undefined {
  const state = checkSecurityCode(digits, lengths);
  if (need === 'none' || state === 'valid' || (need === 'optional' && state === 'empty')) return undefined;
  return state === 'empty' ? 'invalid.code.empty' : 'invalid.code';
}

/** The code in a text as typed, pasted or filled in: one group of digits of the right length, else all digits. */
export function extractSecurityCode(text: string, lengths: readonly number[] = ANY): string {
  const groups = withAsciiDigits(text)
    .replace(/\d+ ?\/ ?\d+/g, ' ')
    .match(/\d+/g);
  const code = groups?.find((group) => lengths.includes(group.length)) ?? digitsOf(text);
  return code.slice(0, Math.max(...lengths));
}

/**
 * Takes what stands in a field for a security code. A key too many changes nothing, so that no digit is pushed out.
 * @param before what stood there
 */
export function acceptTypedSecurityCode(
  input: HTMLInputElement,
  { event, before, lengths }: { event: Event; before: string; lengths?: readonly number[] | undefined },
): string {
  if (input.value === before) return before;
  const isFull = digitsOf(input.value).length > Math.max(...(lengths ?? ANY));
  const isRefused = isFull && isSingleKeyInput(event);
  const caret = (input.selectionStart ?? 0) - 1;
  input.value = isRefused ? before : extractSecurityCode(input.value, lengths);
  if (isRefused && input.matches(':focus')) input.setSelectionRange(caret, caret);
  return input.value;
}
