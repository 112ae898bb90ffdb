import { expect, test } from 'vitest';
import type { MethodView } from '../../shared/contract/index.ts';
import { preselectedCountryOf } from './preselected-country.ts';

const method = (name: string, ...paths: string[]): MethodView => ({
  method: name,
  kind: 'redirect',
  label: null,
  brands: null,
  banks: [],
  fields: paths.map((path) => ({ path, required: true })),
});

test.each([
  [
    'the only method that asks for a country',
    [method('card', 'shopper.email'), method('boleto', 'billing.country')],
    'EUR',
    'BR',
  ],
  [
    'methods of several countries',
    [method('blik', 'billing.country'), method('upi', 'billing.country')],
    'EUR',
    undefined,
  ],
  ['a method of every country', [method('card', 'billing.country')], 'GBP', 'GB'],
  ['a currency of several countries', [method('card')], 'XOF', undefined],
  ['a currency of one country', [method('card')], 'JPY', 'JP'],
])('the start country of %s', (_case, methods, currency, country) => {
  expect(preselectedCountryOf(methods, currency)).toBe(country);
});
