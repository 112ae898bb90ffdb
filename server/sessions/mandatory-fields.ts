import { PACKED_ADDRESS_FORMATS } from '../../shared/address-formats.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/index.ts';

/** The letters of {@link PACKED_ADDRESS_FORMATS} for the parts of an address. */
const LETTERS: Readonly<Record<string, string>> = {
  address: 'A',
  street: 'A',
  city: 'C',
  district_name: 'D',
  state: 'S',
  postal_code: 'Z',
};

/**
 * Whether a field that a session requires is mandatory. The element uses the country's address format, so a part that
 * the country omits or leaves open is optional. Without a known country all parts are mandatory.
 */
export function isMandatoryForCountry(session: SessionRecord, submit: SubmitPayment, path: string): boolean {
  const [, group, part = ''] = /^(billing|delivery|person)\.(?:address_)?(\w+)$/.exec(path) ?? [];
  const letter = LETTERS[part];
  if (letter === undefined) return true;
  const person = { ...submit.person, ...session.request.person };
  const [billing, delivery] = (['billing', 'delivery'] as const).map(
    (name) => session.request[name]?.country ?? submit[name]?.country,
  );
  if (group === 'billing') return requires(billing, letter);
  if (group === 'person') return requires(person.address_country ?? person.fiscal_country, letter);
  // One checkbox copies the delivery address to billing, even if only one of them has its own country.
  return requires(delivery ?? billing, letter) && requires(billing ?? delivery, letter);
}

function requires(country: string | undefined, letter: string): boolean {
  const shape =
    country !== undefined && Object.hasOwn(PACKED_ADDRESS_FORMATS, country)
      ? PACKED_ADDRESS_FORMATS[country]
      : undefined;
  return shape === undefined || (shape.split(';')[1] ?? '').includes(letter);
}
