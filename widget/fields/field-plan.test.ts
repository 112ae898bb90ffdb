import { describe, expect, test } from 'vitest';
import type { ShopperField } from '../../shared/contract/index.ts';
import { toFieldSections } from './field-plan.ts';

const asked = (...paths: string[]): ShopperField[] =>
  paths.map((path) => ({ path: path.replace('?', ''), required: !path.endsWith('?') }));
const plan = (...paths: string[]): string[] =>
  toFieldSections(asked(...paths)).map(({ id, controls }) => `${id}: ${controls.map(({ name }) => name).join(' ')}`);

describe('planning fields', () => {
  test('puts questions into sections, in one order', () => {
    expect(
      plan(
        'delivery.city',
        'billing.city',
        'person.documents.file_data',
        'person.documents.labels.bank_account.bank.code',
        'person.address_city',
        'shopper.first_name',
        'shopper.email',
      ),
    ).toEqual([
      'contact: shopper.email',
      'person: shopper.first_name',
      'billing: billing.city',
      'delivery: delivery.city',
      'home: person.address_city',
      'account: person.documents.labels.bank_account.bank.code',
      'files: person.documents.file_data',
    ]);
  });

  test('asks for the same fact once, as strictly as the stricter of the two', () => {
    const [section] = toFieldSections(asked('shopper.email?', 'person.email'));
    expect(section?.controls).toMatchObject([
      { name: 'shopper.email', paths: ['shopper.email', 'person.email'], required: true },
    ]);
    expect(plan('person.email')).toEqual(['contact: person.email']);
    expect(plan('shopper.document', 'person.document_number', 'person.document_type')).toEqual([
      'person: person.document_number',
    ]);
    expect(plan('shopper.birth_date', 'person.birth_date')).toEqual(['person: shopper.birth_date']);
  });

  test('one phone fills all parts; a part alone is asked for as it is', () => {
    expect(plan('person.phone_country_code', 'person.phone_area_code', 'person.phone_number', 'shopper.phone')).toEqual(
      ['contact: shopper.phone'],
    );
    expect(plan('person.phone_area_code', 'person.phone_number')).toEqual(['contact: person.phone_number']);
    expect(toFieldSections(asked('person.phone_area_code'))[0]?.controls[0]).toMatchObject({ kind: 'text' });
  });

  test('leaves what nobody knows as a text, with its word', () => {
    const [section] = toFieldSections(asked('person.favourite_colour'));
    expect(section).toMatchObject({ id: 'person', controls: [{ kind: 'text', word: 'favourite_colour' }] });
    expect(toFieldSections([])).toEqual([]);
  });

  test('keeps what the session says of documents and files', () => {
    const fields: ShopperField[] = [
      { path: 'person.document_type', required: true },
      { path: 'person.document_number', required: true, document_types: ['CPF'] },
    ];
    expect(toFieldSections(fields)[0]?.controls[0]?.field.document_types).toEqual(['CPF']);
  });
});
