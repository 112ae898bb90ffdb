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
