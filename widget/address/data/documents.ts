import { digitsOf } from '../../fields/digits.ts';
import { identityDocumentRules, type IdentityDocumentRule } from './document-rules.ts';

/** An identity document that the element can check. */
export interface IdentityDocument {
  name: string;
  /** Two letters. */
  country: string;
  /** Its written form with zeros and As, for an empty field. */
  placeholder: string;
  /** Digits only, so that a phone shows its number keys. */
  numeric: boolean;
  /** Of the written form. */
  maxLength: number;
  /** The written form of what is typed so far; text that is too long stays as it is. */
  format(text: string): string;
  /** The value that travels: capitals and digits without separators. */
  toValue(text: string): string;
  /** Whether shape and check digits are right. */
  accepts(text: string): boolean;
}

/** Names that mean the same document. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  CEDULA: ['CI', 'CC'],
  CEDULADECIUDADANIA: ['CC'],
  CEDULADEIDENTIDAD: ['CI'],
  RUN: ['RUT'],
  CF: ['CODICEFISCALE'],
  TC: ['TCKN'],
};

/** The documents that people of a country are asked for; none where the element knows none. */
export function documentTypesOf(country: string): string[] {
  return Object.keys(identityDocumentRules)
    .filter((key) => key.startsWith(`${country}.`))
    .map((key) => key.slice(3));
}

/**
 * A document by its name, which several countries may use; undefined where the element does not know it, or the country
 * does not say which is meant.
 */
export function findIdentityDocument(name: string, country = ''): IdentityDocument | undefined {
  const wanted = plain(name);
  const names = ALIASES[wanted] ?? [wanted];
  const keys = Object.keys(identityDocumentRules).filter((key) => names.includes(plain(key.slice(3))));
  const key =
    keys.find((candidate) => candidate.startsWith(`${country}.`)) ?? (keys.length === 1 ? keys[0] : undefined);
  const rule = key === undefined ? undefined : identityDocumentRules[key];
  return key === undefined || rule === undefined ? undefined : toDocument(key, rule);
}

function toDocument(key: string, [mask, check, shape]: IdentityDocumentRule): IdentityDocument {
  const slots = mask.replace(/[^0A#]/g, '');
  const fixed = new RegExp(`^${slots.replaceAll('0', '\\d').replace(/[A#]/g, '[A-Z\\d]')}$`);
  return {
    name: key.slice(3),
    country: key.slice(0, 2),
    placeholder: mask.replaceAll('#', '0'),
    numeric: /^0+$/.test(slots),
    maxLength: mask.length,
    // Where the length varies, separators are counted from the right.
    format: (text) => lay(toValue(text), mask, shape !== undefined) ?? text,
    toValue,
    accepts: (text) => {
      const value = toValue(text);
      // Repeated digits pass many sums, and are what people type to get past a field.
      if (/^(.)\1{6,}$/.test(value)) return false;
      return (shape ?? fixed).test(value) && (check?.(value) ?? true);
    },
  };
}

/** Signs that some document has; the rest are separators. */
function toValue(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Nd}/gu, digitsOf)
    .replace(/[^A-Z\dÑ&]/g, '');
}

function lay(value: string, mask: string, fromRight: boolean): string | undefined {
  const slots = mask.replace(/[^0A#]/g, '').length;
  if (value.length > slots) return undefined;
  let missing = slots - value.length;
  const used = Array.from(mask).filter((sign) => {
    if (!fromRight) return true;
    if (missing > 0 && /[0A#]/.test(sign)) missing -= 1;
    else if (missing === 0) return true;
    return false;
  });
  const signs = Array.from(value);
  let text = '';
  for (const sign of used) {
    if (signs.length === 0) break;
    text += /[0A#]/.test(sign) ? (signs.shift() ?? '') : sign;
  }
  return text.replace(/^[^A-Z\dÑ&]+/, '');
}

function plain(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]/g, '');
}
