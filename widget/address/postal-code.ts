import type { AddressFormat } from './address-shape.ts';

/** A postal code as the country writes it: capitals, ASCII, its separators where they were left out. */
export function normalizePostalCode(text: string, { postal, examples }: AddressFormat): string {
  const typed = text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[‐-―−ー]/g, '-')
    .replace(/\s+/g, ' ');
  if (postal === undefined) return typed;
  const signs = typed.replaceAll(' ', '');
  // A hyphen that was typed says where it belongs: 0131-0100 is no way to write 01310-100.
  if (signs.includes('-')) return postal.test(signs) ? signs : typed;
  const written = examples.map((example) => laidOver(signs, example)).find((code) => postal.test(code));
  return written ?? typed;
}

/** Whether a country's rule allows a postal code, as typed or as the country would write it. */
export function isPostalCode(text: string, shape: AddressFormat): boolean {
  return shape.postal === undefined || shape.postal.test(normalizePostalCode(text, shape));
}

/** Letters and digits with an example's separators; a prefix of letters that stands in every code may be left out. */
function laidOver(signs: string, example: string): string {
  const prefix = /^[A-Z]+(?=-)/.exec(example)?.[0] ?? '';
  const rest = Array.from(prefix !== '' && /^\d/.test(signs) ? prefix + signs : signs);
  const laid = Array.from(example)
    .map((sign) => (/[A-Z0-9]/.test(sign) ? (rest.shift() ?? '') : sign))
    .join('');
  return laid + rest.join('');
}
