import type { CreateSession } from '../server/client/index.ts';

/** The days after the payment on which an order of this fictional shop arrives. */
export const DELIVERY_DAYS = { from: 4, to: 6 } as const;

/** How the countries write their postal codes. */
const POSTAL_CODES = {
  AR: { pattern: /^([A-Z]\d{4}[A-Z]{3}|\d{4})$/, example: 'C1002AAA' },
  BR: { pattern: /^\d{5}-\d{3}$/, example: '01001-000' },
  DE: { pattern: /^\d{5}$/, example: '10115' },
  ES: { pattern: /^\d{5}$/, example: '28013' },
  FR: { pattern: /^\d{5}$/, example: '75011' },
  IE: { pattern: /^[A-Z]\d[\dW] ?[\dA-Z]{4}$/, example: 'H91 E2K3' },
  NL: { pattern: /^\d{4} ?[A-Z]{2}$/, example: '1012 AB' },
  PT: { pattern: /^\d{4}-\d{3}$/, example: '1100-148' },
  UY: { pattern: /^\d{5}$/, example: '11000' },
} as const;

/** The countries in which any market delivers. */
export type DeliveryCountry = keyof typeof POSTAL_CODES;

/** Where an order goes, by the names of the session's `delivery`; the state is empty where addresses have none. */
export type DeliveryAddress = Record<DeliveryFieldName, string>;

/** In the order of the form. */
export const DELIVERY_FIELDS = [
  'first_name',
  'last_name',
  'address',
  'postal_code',
  'city',
  'state',
  'country',
] as const satisfies readonly (keyof NonNullable<CreateSession['delivery']>)[];
export type DeliveryFieldName = (typeof DELIVERY_FIELDS)[number];

export type DeliveryFault = 'missing' | 'card_number' | 'wrong_postal_code' | 'wrong_state' | 'wrong_country';
export type DeliveryFaults = Partial<Record<DeliveryFieldName, DeliveryFault>>;

export const MAX_DELIVERY_FIELD_LENGTH = 100;

/** Reads an address from a form as it is sent: without control characters and needless spaces, a postal code in capitals. */
export function readDeliveryAddress(form: Readonly<Record<string, unknown>>): DeliveryAddress {
  const textOf = (name: DeliveryFieldName): string => {
    const value = form[name];
    const text = typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
    return text.slice(0, MAX_DELIVERY_FIELD_LENGTH);
  };
  const address = Object.fromEntries(DELIVERY_FIELDS.map((name) => [name, textOf(name)])) as DeliveryAddress;
  const code = address.postal_code.toUpperCase();
  if (address.country !== 'BR') return { ...address, postal_code: code };
  return { ...address, postal_code: code.replace(/^(\d{5})(\d{3})$/, '$1-$2'), state: address.state.toUpperCase() };
}

/** Twelve digits of any script and more, without a letter between them. */
const LONG_NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){11}/u;

/** What is wrong with an address, for orders that can go to the countries. */
export function findDeliveryFaults(address: DeliveryAddress, countries: readonly DeliveryCountry[]): DeliveryFaults {
  const faults: DeliveryFaults = {};
  for (const name of DELIVERY_FIELDS) {
    if (address[name] === '') {
      if (name !== 'state' || address.country === 'BR') faults[name] = 'missing';
      // The companion refuses an order with a card number in a text, with any signs between its digits.
    } else if (LONG_NUMBER.test(address[name])) faults[name] = 'card_number';
  }
  const country = countries.find((code) => code === address.country);
  if (country === undefined) faults.country = 'wrong_country';
  else if (!POSTAL_CODES[country].pattern.test(address.postal_code)) faults.postal_code ??= 'wrong_postal_code';
  if (country === 'BR' && !/^[A-Z]{2}$/.test(address.state)) faults.state ??= 'wrong_state';
  return faults;
}

/** A postal code of a country, to show its form. */
export function postalCodeExampleOf(country: string): string {
  return country in POSTAL_CODES ? POSTAL_CODES[country as DeliveryCountry].example : '';
}
