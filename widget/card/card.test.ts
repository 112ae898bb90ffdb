import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTERNATIONAL_CARD_BRANDS, parseBinRange } from '../../shared/card-brands.ts';
import { passesLuhnCheck } from '../../shared/luhn.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';
import { digitsOf } from '../fields/digits.ts';
import { checkSecurityCode } from '../fields/security-code.ts';
import { BRAND_DRAWINGS } from './deferred-parts.ts';
import { CardForm } from './card-form.ts';
import { detectBrands, findBrand } from './brands.ts';
import { checkCardNumber, formatCardNumber, reformatCardNumber } from './card-number.ts';
import { formatTypedExpiry, checkExpiry } from './expiry.ts';
import { checkHolderName } from './holder-name.ts';

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
  'american-express': 'amex',
  'diners-club': 'diners',
};

const ALL =
  'visa mastercard amex discover diners jcb unionpay maestro elo hipercard hiper mir troy rupay cartebancaire bancontact ' +
  'dankort naranja cabal verve interac carnet argencard codensa paypak napas humo uzcard korean_local_card uatp eftpos_australia';

interface CardVector {
  number: string;
  luhn: boolean;
  brands: string[];
}

describe('card numbers', () => {
  /** Kept by one shop for its own cards: the vectors let them fail the Luhn check, which we do not. */
  const PRIVATE = ['plcc'];
  /** Networks behind the cards of other brands, which no shopper knows by name. */
  const NETWORKS = ['pulse', 'nyce', 'accel', 'star', 'maestro_usa'];
  const rows = vectors<CardVector>('cards');
  const known = rows.filter(({ brands }) => brands.length > 0 && !PRIVATE.includes(brands[0] ?? ''));
  const none = rows.filter((row) => row.brands.length === 0);

  test.each(known.map((row) => [row.number, row] as const))('%s is valid, and of its brand', (number, row) => {
    const { state, brands } = checkCardNumber(number);
    expect(state).toBe('valid');
    const found = brands.map((brand) => brand.id);
    const wanted = row.brands.filter((name) => !NETWORKS.includes(name)).map((name) => IDS[name] ?? name);
    expect(wanted).not.toEqual([]);
    expect(found).toEqual(expect.arrayContaining(wanted));
  });

  test.each(rows.map((row) => [row.number, row.luhn] as const))('%s passes the Luhn check: %j', (number, luhn) => {
    expect(passesLuhnCheck(number)).toBe(luhn);
  });

  test.each(
    rows.filter(({ brands }) => PRIVATE.includes(brands[0] ?? '')).map(({ number, luhn }) => [number, luhn] as const),
  )('%s, which one shop issues for itself, is judged by the Luhn check alone', (number, luhn) => {
    expect(checkCardNumber(number).state === 'valid').toBe(luhn);
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

  test('that only airlines take are known, and JCB’s among them are not taken for them', () => {
    expect(detectBrands('135').map((brand) => brand.id)).toEqual(['uatp']);
    expect(checkCardNumber('135410014004955')).toMatchObject({ state: 'valid', brand: { id: 'uatp' } });
    expect(detectBrands('1800').map((brand) => brand.id)).toEqual(['jcb']);
  });

  test('of one brand offer no choice, of two the national one first or as the shop has them', () => {
    const ids = (number: string, accepted: string[] | null = null): string[] =>
      checkCardNumber(number, accepted).choices.map((brand) => brand.id);
    expect(ids('4242424242424242')).toEqual([]);
    expect(ids('4035501000000008')).toEqual(['cartebancaire', 'visa']);
    expect(ids('5555552500001001')).toEqual(['cartebancaire', 'mastercard']);
    expect(ids('6703444444444449', ['maestro', 'visa', 'bancontact'])).toEqual(['maestro', 'bancontact']);
    expect(ids('6703444444444449', ['maestro', 'visa'])).toEqual([]);
    expect(ids('4687380100010006')).toEqual(['eftpos_australia', 'visa']);
    expect(ids('4871049999999910')).toEqual(['bancontact', 'visa']);
    expect(ids('5127880999999990')).toEqual(['bancontact', 'mastercard']);
    expect(ids('403550100000000')).toEqual([]);
    expect(ids('5019555544445555')).toEqual([]);
  });

  test('are not refused for a brand that only the shop knows', () => {
    expect(checkCardNumber('4242424242424242', ['amex', 'house_card']).state).toBe('valid');
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

  test.each(
    vectors<{ prefix: string; brand?: string; candidates?: string[] }>('brand-prefixes').map((row) => [
      row.prefix,
      row,
    ]),
  )('that begin with %s', (prefix, { brand, candidates }) => {
    const found = detectBrands(prefix).map(({ id }) => id);
    if (brand !== undefined) expect(found[0]).toBe(IDS[brand] ?? brand);
    // Where the vectors still doubt, ours may be among what is left, never another.
    else expect(candidates).toContain(found[0]);
  });

  test.each(
    vectors<{ input: string; expected: { card: string | null; isPotentiallyValid: boolean; isValid: boolean } }>(
      'card-number-progressive',
    ).map((row) => [row.input, row.expected] as const),
  )('typed as far as %j', (input, expected) => {
    // The form never lets a letter into the field; the rest of such a text counts.
    if (/[a-z]/.test(input)) {
      expect(digitsOf(input)).toBe(input.replace(/\D/g, ''));
      return;
    }
    const { state, brands } = checkCardNumber(digitsOf(input));
    expect(state === 'valid').toBe(expected.isValid);
    // Longer numbers of Visa exist by the vectors and by us; where we allow more, nothing is wrong yet.
    if (expected.isPotentiallyValid) expect(state).not.toBe('invalid');
    else expect(['invalid', 'incomplete']).toContain(state);
    if (expected.card !== null) expect(brands[0]?.id).toBe(IDS[expected.card] ?? expected.card);
  });

  test('have a brand with a name each, and marks are of known brands', () => {
    for (const id of ALL.split(' ')) {
      expect(findBrand(id)?.name, id).toMatch(/^([A-Z]|eftpos$)/);
    }
    expect(Object.keys(BRAND_DRAWINGS).filter((id) => !ALL.split(' ').includes(id))).toEqual([]);
  });

  test('of two brands are real pairs: no other brands share a whole range', () => {
    const ranges = [...INTERNATIONAL_CARD_BRANDS, ...NATIONAL_CARD_BRANDS].flatMap((brand) => brand.ranges);
    const pairs = new Set<string>();
    // The brands of a number change only at the ends of a range.
    for (const [from, to] of ranges.map(parseBinRange)) {
      const ends = [from.padEnd(8, '0'), to.padEnd(8, '9')].map(Number);
      for (const at of ends.flatMap((end) => [end - 1, end, end + 1])) {
        const brands = detectBrands(String(at).padStart(8, '0'));
        if (brands.length > 1) pairs.add(brands.map((brand) => brand.id).join());
      }
    }
    expect([...pairs].sort()).toEqual([
      'bancontact,maestro',
      'bancontact,mastercard',
      'bancontact,visa',
      'cartebancaire,mastercard',
      'cartebancaire,visa',
      'dankort,visa',
      'eftpos_australia,visa',
    ]);
  });

  test('lose a digit, not a space, where a space is deleted', () => {
    const visa = findBrand('visa') ?? null;
    expect(reformatCardNumber('42424242', 4, visa, 'backward', '42424242')).toEqual({
      text: '4244 242',
      caret: 3,
    });
    expect(reformatCardNumber('42424242', 4, visa, 'forward', '42424242')).toEqual({
      text: '4242 242',
      caret: 4,
    });
    expect(reformatCardNumber('4242 424', 8, visa, 'backward', '42424242')).toEqual({
      text: '4242 424',
      caret: 8,
    });
  });

  test.each([
    ['4242-4242-4242-4242'],
    ['4242\u00a04242\u00a04242\u00a04242'],
    ['\u202a4242 4242 4242 4242\u202c'],
    ['Card: 4242 4242 4242 4242.'],
    ['４２４２　４２４２　４２４２　４２４２'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲'],
    ['4242\n4242\t4242_4242'],
  ])('pasted as %j are read', (text) => {
    expect(reformatCardNumber(text, text.length, null).text).toBe('4242 4242 4242 4242');
  });

  test('pasted with an expiry date are not guessed at', () => {
    const { text } = reformatCardNumber('4242 4242 4242 4242 12/30', 25, null);
    expect(checkCardNumber(digitsOf(text)).state).toBe('invalid');
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
        const result = reformatCardNumber(text, caret, null);
        const digits = digitsOf(text).slice(0, 19);
        expect(digitsOf(result.text)).toBe(digits);
        expect(digitsOf(result.text.slice(0, result.caret))).toBe(digitsOf(text.slice(0, caret)).slice(0, 19));
        expect(reformatCardNumber(result.text, result.caret, null)).toEqual(result);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What a field holds for an input of the vectors, which also name month and year apart, or nothing at all. */
function asTyped(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input === 'number') return String(input);
  const { month, year } = (input ?? {}) as { month?: string | number; year?: string | number };
  return month === undefined || year === undefined ? '' : `${String(month)}/${String(year)}`;
}

describe('expiry dates', () => {
  // The vectors take the middle of 2030 as now.
  const now = new Date(2030, 5, 15);
  const rows = vectors<{
    input: unknown;
    expected: { isValid: boolean; isPotentiallyValid: boolean; month: string | null; year: string | null };
  }>('expiry-date').map(({ input, expected }) => [asTyped(input), expected] as const);
  /** Rows whose policy is another than ours, with the reason. */
  const OURS: Record<string, string> = {
    '1111': 'expired, which is not valid either',
  };

  test.each(rows)('%j', (input, expected) => {
    const found = checkExpiry(input, now);
    expect(found.state === 'valid', OURS[input]).toBe(expected.isValid);
    if (!expected.isPotentiallyValid) expect(found.state, OURS[input]).not.toBe('valid');
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
    ['١٢٣١', false, '12/31'],
    ['۱۲/۳۱', false, '12/31'],
    ['１２', false, '12/'],
    ['12/３', false, '12/3'],
    ['１２３１', false, '12/31'],
    ['12/2026', false, '12/26'],
    ['2026-12', false, '12/26'],
    ['12/', true, '12'],
    ['', true, ''],
  ])('%j, deleting %j, reads %j', (text, deleting, shown) => {
    expect(formatTypedExpiry(text, deleting)).toBe(shown);
  });
});

describe('security codes', () => {
  const rows = vectors<{
    input: string;
    expected: { isValid: boolean; isPotentiallyValid: boolean };
    option?: number | number[];
  }>('cvv');

  test.each(rows.map((row) => [row.input, row] as const))('%j', (input, row) => {
    const state = checkSecurityCode(input, [row.option ?? 3].flat());
    expect(state === 'valid').toBe(row.expected.isValid);
    expect(state !== 'invalid').toBe(row.expected.isPotentiallyValid);
  });

  test('are as the brand has them', () => {
    const form = new CardForm(() => undefined);
    const fault = (number: string, code: string): string | undefined => {
      form.number = number;
      form.code = code;
      return form.faultOf('code');
    };
    expect(fault('378282246310005', '123')).toBe('invalid.code');
    expect(fault('378282246310005', '1234')).toBeUndefined();
    expect(fault('4242424242424242', '1234')).toBe('invalid.code');
    expect(fault('4242424242424242', '')).toBe('invalid.code.empty');
    expect(fault('6771798021000016', '')).toBeUndefined();
    expect(fault('6771798021000016', '12')).toBe('invalid.code');
    expect(fault('6703444444444449', '')).toBeUndefined();
    expect(fault('6703444444444449', '12')).toBeUndefined();
    expect(fault('', '1234')).toBeUndefined();
  });

  test('are not sent for a brand without one', () => {
    const form = new CardForm(() => undefined);
    Object.assign(form, { number: '6703 4444 4444 4444 9', expiry: '12/40', code: '123', holder: 'Ana' });
    expect(form.value(new Date(2030, 0))).toEqual({
      number: '67034444444444449',
      expiry_month: '12',
      expiry_year: '2040',
      holder_name: 'Ana',
    });
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
