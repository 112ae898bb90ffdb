import { ADDRESS_SHAPES } from '../../shared/address-shapes.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/index.ts';

/** The letters of {@link ADDRESS_SHAPES} for the parts of an address. */
const LETTERS: Readonly<Record<string, string>> = {
  address: 'A',
  street: 'A',
  city: 'C',
  district_name: 'D',
  state: 'S',
  postal_code: 'Z',
};

/**
 * Whether a field that a session requires has to be given. The element asks for an address in its country's own way, so a
 * part that the country leaves out or leaves open cannot be demanded; where nobody knows the country, all of it is.
 */
export function isRequired(session: SessionRecord, submit: SubmitPayment, path: string): boolean {
  const [, group, part = ''] = /^(billing|delivery|person)\.(?:address_)?(\w+)$/.exec(path) ?? [];
  const letter = LETTERS[part];
  if (letter === undefined) return true;
  const person = { ...submit.person, ...session.request.person };
  const [billing, delivery] = (['billing', 'delivery'] as const).map(
    (name) => session.request[name]?.country ?? submit[name]?.country,
  );
  if (group === 'billing') return requires(billing, letter);
  if (group === 'person') return requires(person.address_country ?? person.fiscal_country, letter);
  // One tick makes the billing address the delivery's too, also where only one of them has a country of its own.
  return requires(delivery ?? billing, letter) && requires(billing ?? delivery, letter);
}

function requires(country: string | undefined, letter: string): boolean {
  const shape = country !== undefined && Object.hasOwn(ADDRESS_SHAPES, country) ? ADDRESS_SHAPES[country] : undefined;
  return shape === undefined || (shape.split(';')[1] ?? '').includes(letter);
}
