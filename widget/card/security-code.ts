import type { CardBrand } from './brands.ts';

/** What a security code so far is; while the brand is not known, three or four digits. */
export function checkSecurityCode(
  digits: string,
  brand: CardBrand | null,
): 'empty' | 'incomplete' | 'valid' | 'invalid' {
  const lengths = brand?.codeLengths ?? [3, 4];
  if (digits === '') return 'empty';
  if (!/^\d+$/.test(digits) || digits.length > Math.max(...lengths)) return 'invalid';
  return lengths.includes(digits.length) ? 'valid' : 'incomplete';
}
