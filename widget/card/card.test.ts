import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CardForm } from './card-form.ts';
import { detectBrands, findBrand } from './brands.ts';
import { checkCardNumber, digitsOf, formatCardNumber, reformat } from './card-number.ts';
import { formatExpiry, parseExpiry } from './expiry.ts';
import { checkHolderName } from './holder-name.ts';
import { checkSecurityCode } from './security-code.ts';

const vectors = <T>(name: string): T[] =>
  (JSON.parse(readFileSync(new URL(`../../test/vectors/${name}.json`, import.meta.url), 'utf8')) as { cases: T[] })
    .cases;

/** The vectors' names for brands. */
const IDS: Record<string, string> = {
  mc: 'mastercard',
  cup: 'unionpay',
  bcmc: 'bancontact',
  electron: 'visa',
  vpay: 'visa',
};

interface CardVector {
  number: string;
  luhn: boolean;
  brands: string[];
}

describe('card numbers', () => {
  const known = vectors<CardVector>('cards').filter((row) =>
    row.brands.some((name) => findBrand(IDS[name] ?? name) !== undefined),
  );
  const none = vectors<CardVector>('cards').filter((row) => row.brands.length === 0);

  test.each(known.map((row) => [row.number, row] as const))('%s is valid, and of its brand', (number, row) => {
    const { state, brands } = checkCardNumber(number);
    expect(state).toBe('valid');
    const found = brands.map((brand) => brand.id);
    const wanted = row.brands.map((name) => IDS[name] ?? name).filter((id) => findBrand(id) !== undefined);
    expect(
      wanted.some((id) => found.includes(id)),
      `${wanted.join()} among ${found.join()}`,
    ).toBe(true);
  });

  test.each(none.map((row) => [row.number]))('%s is not valid', (number) => {
    expect(checkCardNumber(number).state).not.toBe('valid');
  });

  test('of two brands offer both', () => {
    expect(detectBrands('4035501000000008').map((brand) => brand.id)).toEqual(
      expect.arrayContaining(['visa', 'cartebancaire']),
    );
    expect(detectBrands('6703444444444449').map((brand) => brand.id)).toEqual(
      expect.arrayContaining(['bancontact', 'maestro']),
    );
  });

  test('are not scolded while they can still become right', () => {
    for (let length = 1; length < 16; length += 1) {
      expect(checkCardNumber('4242424242424242'.slice(0, length)).state, String(length)).toBe('incomplete');
    }
    expect(checkCardNumber('').state).toBe('empty');
    expect(checkCardNumber('4242424242424241').state).not.toBe('valid');
    expect(checkCardNumber('4242424242424242', ['amex']).state).toBe('not_accepted');
    expect(checkCardNumber('4242424242424242', ['visa']).state).toBe('valid');
  });

  test('are grouped as the card prints them', () => {
    expect(formatCardNumber('378282246310005', findBrand('amex') ?? null)).toBe('3782 822463 10005');
    expect(formatCardNumber('4242424242424242', null)).toBe('4242 4242 4242 4242');
    expect(digitsOf('４２４２-٤٢٤٢ 4242.4242')).toBe('4242424242424242');
  });

  test('keep their digits and the caret its place, wherever they are edited', () => {
    const piece = fc.string({ unit: fc.constantFrom('0', '4', '9', ' ', '-', 'x'), maxLength: 24 });
    fc.assert(
      fc.property(piece, fc.nat(24), (text, at) => {
        const caret = Math.min(at, text.length);
        const result = reformat(text, caret, null);
        const digits = digitsOf(text).slice(0, 19);
        expect(digitsOf(result.text)).toBe(digits);
        expect(digitsOf(result.text.slice(0, result.caret))).toBe(digitsOf(text.slice(0, caret)).slice(0, 19));
        expect(reformat(result.text, result.caret, null)).toEqual(result);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('expiry dates', () => {
  // The vectors take the middle of 2030 as now.
  const now = new Date(2030, 5, 15);
  const rows = vectors<{ input: unknown; expected: { isValid: boolean; month: string | null; year: string | null } }>(
    'expiry-date',
  ).filter(
    (row): row is { input: string; expected: { isValid: boolean; month: string | null; year: string | null } } =>
      typeof row.input === 'string',
  );
  /** Rows whose policy is another than ours, with the reason. */
  const OURS: Record<string, string> = {
    '1111': 'expired, which is not valid either',
  };

  test.each(rows.map((row) => [row.input, row.expected] as const))('%j', (input, expected) => {
    const found = parseExpiry(input, now);
    expect(found.state === 'valid', OURS[input]).toBe(expected.isValid);
    if (expected.isValid) {
      expect(Number(found.month)).toBe(Number(expected.month));
      expect(found.year?.slice(-2)).toBe(expected.year?.slice(-2));
    }
  });

  test.each([
    ['1', false, '1'],
    ['12', false, '12/'],
    ['122', false, '12/2'],
    ['1226', false, '12/26'],
    ['5', false, '05/'],
    ['12/2026', false, '12/26'],
    ['2026-12', false, '12/26'],
    ['12/', true, '12'],
    ['', true, ''],
  ])('%j, deleting %j, reads %j', (text, deleting, shown) => {
    expect(formatExpiry(text, deleting)).toBe(shown);
  });
});

describe('security codes', () => {
  const brandOf = (option: number | number[] | undefined) => ({
    ...findBrand('visa')!,
    codeLengths: [option ?? 3].flat(),
  });
  const rows = vectors<{ input: unknown; expected: { isValid: boolean }; option?: number | number[] }>('cvv').filter(
    (row) => typeof row.input === 'string',
  );

  test.each(rows.map((row) => [row.input as string, row] as const))('%j', (input, row) => {
    expect(checkSecurityCode(input, brandOf(row.option)) === 'valid').toBe(row.expected.isValid);
  });

  test('have four digits on American Express', () => {
    expect(checkSecurityCode('123', findBrand('amex') ?? null)).toBe('incomplete');
    expect(checkSecurityCode('1234', findBrand('amex') ?? null)).toBe('valid');
  });
});

test('a mistyped digit is not called too short', () => {
  const form = new CardForm(() => undefined);
  form.number = '4242 4242 4242 4241';
  expect(form.faultOf('number')).toBe('invalid.number');
  form.number = '4242 4242';
  expect(form.faultOf('number')).toBe('invalid.number.incomplete');
});

describe('names', () => {
  test.each(
    vectors<{ input: string; expected: { isValid: boolean } }>('cardholder-name').map(
      (row) => [row.input, row.expected.isValid] as const,
    ),
  )('%j', (input, valid) => {
    expect(checkHolderName(input) === 'valid').toBe(valid);
  });
});
