import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { PhoneNumberParser } from './phone.ts';

interface PhoneCase {
  country: string;
  calling: string;
  national: string;
  e164: string;
  too_short: string;
  too_short_valid: boolean;
}

const { cases } = JSON.parse(readFileSync(new URL('../../test/vectors/phones.json', import.meta.url), 'utf8')) as {
  cases: PhoneCase[];
};

let book: PhoneNumberParser;
beforeAll(async () => {
  book = await PhoneNumberParser.load();
});

describe('phone numbers', () => {
  test.each(cases)('$country: $national', ({ country, calling, national, e164, too_short, too_short_valid }) => {
    expect(book.callingOf(country)).toBe(calling);
    expect(book.parse(national, country)?.e164).toBe(e164);
    expect(book.parse(e164, 'DE')?.e164).toBe(e164);
    if (!too_short_valid) expect(book.parse(too_short, country)).toBeUndefined();
  });

  test.each(cases)('$country: what is written for people reads as the same number', ({ country, national, e164 }) => {
    const written = book.format(book.parse(national, country)!);
    expect(book.parse(written, country)?.e164).toBe(e164);
  });

  test('takes what people paste', () => {
    for (const text of ['+55 11 96123-4567', '0055 11 96123 4567', '55 11 96123-4567', '+55 (11) 96123‑4567']) {
      expect(book.parse(text, 'BR')?.e164).toBe('+5511961234567');
    }
    expect(book.parse('٠٥٠ ١٢٣ ٤٥٦٧', 'AE')?.e164).toBe('+971501234567');
    expect(book.parse('+44 20 7946 0018', 'BR')).toMatchObject({ country: 'GB', e164: '+442079460018' });
    expect(book.parse('+44 (0)20 7946 0018', 'BR')?.e164).toBe('+442079460018');
    expect(book.parse('0151 23456789', 'DE')?.e164).toBe('+4915123456789');
    expect(book.parse('06 12 34 56 78', 'FR')?.e164).toBe('+33612345678');
    expect(book.parse('(201) 555-0123', 'US')?.e164).toBe('+12015550123');
  });

  test('keeps the chosen country where countries share a calling code', () => {
    expect(book.parse('+1 506 234 5678', 'CA')?.country).toBe('CA');
    expect(book.parse('+7 912 345 67 89', 'DE')?.country).toBe('RU');
  });

  test('says no instead of guessing', () => {
    for (const text of ['', '+', '00', 'call me', '+999123456', '12', '+1']) {
      expect(book.parse(text, 'BR')).toBeUndefined();
    }
    expect(book.parse('12345678', '')).toBeUndefined();
  });

  test('writes and splits as the country does', () => {
    const brazilian = book.parse('11961234567', 'BR')!;
    expect(book.format(brazilian)).toBe('(11) 96123-4567');
    expect(book.split(brazilian)).toEqual({ area: '11', number: '961234567' });
    expect(book.split(book.parse('2015550123', 'US')!)).toEqual({ area: '201', number: '5550123' });
    expect(book.format(book.parse('0912345678', 'DE')!)).toMatch(/^0/);
  });

  test('every example fits its own rules', () => {
    const wrong = book.countries.filter((country) => {
      const example = book.exampleOf(country);
      return example !== '' && book.parse(example, country) === undefined;
    });
    expect(wrong).toEqual([]);
    expect(book.countries.length).toBeGreaterThan(230);
  });
});
