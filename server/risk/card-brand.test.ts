import { expect, test } from 'vitest';
import { INTERNATIONAL_CARD_BRANDS } from '../../shared/card-brands.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';
import { brandOfBin, mayBeOfAllowedBrand } from './card-brand.ts';

test.each([
  ['424242', 'visa'],
  ['510510', 'mastercard'],
  ['222100', 'mastercard'],
  ['272099', 'mastercard'],
  ['378282', 'amex'],
  ['305693', 'diners'],
  ['601111', 'discover'],
  ['353011', 'jcb'],
  ['620000', 'unionpay'],
  ['401178', 'elo'],
  ['650405', 'elo'],
  ['653000', 'discover'],
  ['606282', 'hipercard'],
  ['220220', 'mir'],
])('%s is %s', (bin, brand) => expect(brandOfBin(bin)).toBe(brand));

test.each([[''], ['999999'], ['000000'], ['12'], ['5']])('%j identifies no brand', (bin) =>
  expect(brandOfBin(bin)).toBeNull(),
);

test.each([
  ['maestro', ['visa', 'elo'], false],
  ['visa', ['visa', 'elo'], true],
  [null, ['visa'], true],
  ['maestro', ['visa', 'naranja'], true],
  ['visa', [], false],
])('%s may be one of %j: %j', (brand, brands, expected) => expect(mayBeOfAllowedBrand(brands, brand)).toBe(expected));

test('names are those of the element', () => {
  const known = [...INTERNATIONAL_CARD_BRANDS, ...NATIONAL_CARD_BRANDS].map(({ id }) => id);
  const bins = ['424242', '510510', '378282', '601111', '305693', '353011', '620000', '630000', '401178', '606282'];
  for (const bin of [...bins, '637095', '220220', '979200']) {
    expect(known).toContain(brandOfBin(bin));
  }
});
