/** A part of an address, by the interface's name where the groups share it. */
export type AddressPart = 'address' | 'city' | 'district' | 'state' | 'postal_code';

/** Words for parts that differ from country to country; each has a message of its own. */
export type AddressLabel =
  | 'state'
  | 'province'
  | 'prefecture'
  | 'department'
  | 'emirate'
  | 'county'
  | 'parish'
  | 'island'
  | 'region'
  | 'area'
  | 'city'
  | 'post_town'
  | 'suburb'
  | 'district'
  | 'neighborhood'
  | 'townland'
  | 'village_township'
  | 'postal_code'
  | 'zip'
  | 'pin'
  | 'eircode';

/** How a country writes its addresses. */
export interface AddressFormat {
  /** The parts that it has, in the order in which its people give them. */
  order: readonly AddressPart[];
  required: readonly AddressPart[];
  words: Readonly<Record<Exclude<AddressPart, 'address'>, AddressLabel>>;
  /** The whole postal code; anything goes where absent. */
  postal: RegExp | undefined;
  /** Postal codes as they are written, one of each length. */
  examples: readonly string[];
}

const PARTS: Readonly<Record<string, AddressPart>> = {
  A: 'address',
  C: 'city',
  D: 'district',
  S: 'state',
  Z: 'postal_code',
};

/** The shape without a known country: every part, and what the session requires is required. */
const ANYWHERE = 'ADCSZ;ADCSZ';

/**
 * Reads a country's shape from the data; a shape for anywhere where there is none.
 * @param line as .config/address-data.mjs writes it: parts; required parts; words; examples; postal code
 */
export function parseAddressFormat(line: string = ANYWHERE): AddressFormat {
  const [order = '', required = '', words = '', examples = '', ...postal] = line.split(';');
  const [state, city, district, code] = words.split(',');
  return {
    order: partsOf(order),
    required: partsOf(required),
    words: {
      state: (state || 'province') as AddressLabel,
      city: (city || 'city') as AddressLabel,
      district: (district || 'district') as AddressLabel,
      postal_code: (code || 'postal_code') as AddressLabel,
    },
    postal: postal.length === 0 ? undefined : new RegExp(`^(?:${postal.join(';')})$`),
    examples: examples === '' ? [] : examples.split(','),
  };
}

function partsOf(letters: string): AddressPart[] {
  return Array.from(letters).flatMap((letter) => PARTS[letter] ?? []);
}
