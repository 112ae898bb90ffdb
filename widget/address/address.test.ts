import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PACKED_ADDRESS_FORMATS } from '../../shared/address-formats.ts';
import { parseAddressFormat, type AddressFormat } from './address-shape.ts';
import { countryOfLanguages, namedCountries } from './countries.ts';
import { phoneFormats } from './data/phones.ts';
import { regionLoaders } from './data/region-loaders.ts';
import { loadRegions } from './load-address-data.ts';
import { isPostalCode, normalizePostalCode } from './postal-code.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../test/vectors/postal-codes.json', import.meta.url), 'utf8'),
) as { cases: { country: string; value: string; valid: boolean }[] };

const shapeOf = (country: string): AddressFormat => parseAddressFormat(PACKED_ADDRESS_FORMATS[country]);

describe('postal codes', () => {
  test.each(cases)('$country $value is $valid', ({ country, value, valid }) => {
    expect(isPostalCode(value, shapeOf(country))).toBe(valid);
  });

  test.each([
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm25bq', 'M2 5BQ'],
    ['GB', ' w1a  0ax', 'W1A 0AX'],
    ['BR', '01310100', '01310-100'],
    ['US', '94103 1234', '94103-1234'],
    ['US', '941031234', '94103-1234'],
    ['JP', '１０００００１', '100-0001'],
    ['JP', '100ー0001', '100-0001'],
    ['LV', '1010', 'LV-1010'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['NL', '1012ab', '1012 AB'],
    ['PL', '00001', '00-001'],
    ['CZ', '11000', '110 00'],
    ['LT', '04340', '04340'],
    ['LT', 'lt-04340', 'LT-04340'],
    ['LT', 'LT04340', 'LT-04340'],
    ['LT', 'LT 04340', 'LT-04340'],
  ])('%s: %s becomes %s', (country, typed, written) => {
    expect(normalizePostalCode(typed, shapeOf(country))).toBe(written);
    expect(isPostalCode(typed, shapeOf(country))).toBe(true);
  });

  test('what no rule allows stays as it was typed, but for its capitals', () => {
    expect(normalizePostalCode(' abc ', shapeOf('DE'))).toBe('ABC');
    expect(isPostalCode('abc', shapeOf('DE'))).toBe(false);
    expect(isPostalCode('anything', shapeOf('ZZ'))).toBe(true);
  });

  test.each(['1234 SA', '1234SD', '1234 ss'])(
    'the Dutch postal code %s has letters that are never given out',
    (code) => {
      expect(isPostalCode(code, shapeOf('NL'))).toBe(false);
      expect(isPostalCode('1234 SB', shapeOf('NL'))).toBe(true);
    },
  );

  test('every country’s own examples pass its rule', () => {
    for (const country of Object.keys(PACKED_ADDRESS_FORMATS)) {
      const shape = shapeOf(country);
      for (const example of shape.examples) expect(isPostalCode(example, shape), `${country} ${example}`).toBe(true);
    }
  });
});

describe('shapes', () => {
  test('put parts in the country’s own order and words', () => {
    expect(shapeOf('US').order).toEqual(['address', 'city', 'state', 'postal_code']);
    expect(shapeOf('JP').order).toEqual(['postal_code', 'state', 'city', 'address']);
    expect(shapeOf('DE').order).toEqual(['address', 'postal_code', 'city']);
    expect(shapeOf('AE')).toMatchObject({ order: ['address', 'state'], words: { state: 'emirate' } });
    expect(shapeOf('BR')).toMatchObject({ words: { district: 'neighborhood', state: 'state' } });
    expect(shapeOf('IE').words).toMatchObject({ postal_code: 'eircode', state: 'county' });
    expect(shapeOf('SG').order).toEqual(['address', 'postal_code']);
    expect(shapeOf('IN').words.postal_code).toBe('pin');
  });

  test('all countries have one; what is required is there', () => {
    expect(Object.keys(PACKED_ADDRESS_FORMATS).length).toBeGreaterThan(240);
    for (const country of Object.keys(PACKED_ADDRESS_FORMATS)) {
      const { order, required } = shapeOf(country);
      expect(order, country).toContain('address');
      expect(order, country).toEqual(expect.arrayContaining([...required]));
    }
  });
});

describe('data', () => {
  test('has no line breaks or tabs in its texts, which the build would squeeze', () => {
    for (const text of [...Object.values(PACKED_ADDRESS_FORMATS), ...Object.values(phoneFormats)])
      expect(text).not.toMatch(/[\n\t]/);
  });
});

describe('regions', () => {
  test('are named in the shopper’s script', async () => {
    expect(await loadRegions('BR', 'en')).toContainEqual({ code: 'SP', name: 'São Paulo' });
    expect(await loadRegions('JP', 'en')).toContainEqual({ code: '13', name: 'Tokyo' });
    expect(await loadRegions('JP', 'ja')).toContainEqual({ code: '13', name: '東京都' });
    expect(await loadRegions('AE', 'ar-AE')).toContainEqual({ code: 'DU', name: 'دبي' });
    expect(await loadRegions('DE', 'de')).toEqual([]);
  });

  test('of every country can be read, each code once', async () => {
    for (const country of Object.keys(regionLoaders)) {
      const regions = await loadRegions(country, 'en');
      expect(regions.length, country).toBeGreaterThan(1);
      expect(new Set(regions.map(({ code }) => code)).size, country).toBe(regions.length);
      expect(
        regions.every(({ code, name }) => code !== '' && name !== ''),
        country,
      ).toBe(true);
    }
  });
});

describe('countries', () => {
  test('are named and sorted for the reader', () => {
    const german = namedCountries(['AT', 'DE', 'EG', 'US'], 'de');
    expect(german.map(({ name }) => name)).toEqual(['Ägypten', 'Deutschland', 'Österreich', 'Vereinigte Staaten']);
    const swedish = namedCountries(['AT', 'US', 'AX'], 'sv');
    expect(swedish.map(({ code }) => code)).toEqual(['US', 'AX', 'AT']);
  });

  test('come from the first language that names one', () => {
    expect(countryOfLanguages(['en', 'pt-BR', 'en-US'])).toBe('BR');
    expect(countryOfLanguages(['zh-Hant-TW'])).toBe('TW');
    expect(countryOfLanguages(['de', 'x', 'es-419'])).toBeUndefined();
  });
});
