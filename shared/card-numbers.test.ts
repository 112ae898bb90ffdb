import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractDigitsAsAscii, containsCardNumber, isCardNumber, replaceCardNumbers } from './card-numbers.ts';
import { passesLuhnCheck } from './luhn.ts';

const { cases } = JSON.parse(readFileSync(new URL('../test/vectors/cards.json', import.meta.url), 'utf8')) as {
  cases: { number: string; luhn: boolean; brands: string[] }[];
};
const cards = cases.filter(({ luhn, brands }) => luhn && brands.length > 0).map(({ number }) => number);

const mask = (text: string): string => replaceCardNumbers(text, (digits) => `<${digits}>`);

const SEPARATORS: Record<string, string> = {
  space: ' ',
  'two spaces': '  ',
  tab: '\t',
  'no-break space': '\u00a0',
  'narrow no-break space': '\u202f',
  'thin space': '\u2009',
  'ideographic space': '\u3000',
  hyphen: '-',
  'non-breaking hyphen': '\u2011',
  'en dash': '\u2013',
  'em dash': '\u2014',
  'spaced en dash': ' \u2013 ',
  minus: '\u2212',
  slash: '/',
  backslash: '\\',
  underscore: '_',
  point: '.',
  comma: ',',
  'middle dot': '\u00b7',
  'zero-width space': '\u200b',
  'plus of a form': '+',
  'percent-coded space': '%20',
  'percent-coded thin space': '%E2%80%89',
};

/** The zero of some scripts' digits; superscript digits have none in a row. */
const ZEROS: Record<string, number> = {
  ASCII: 0x30,
  'full-width': 0xff10,
  'Arabic-Indic': 0x0660,
  'Eastern Arabic-Indic': 0x06f0,
  Devanagari: 0x0966,
  Bengali: 0x09e6,
  Thai: 0x0e50,
  'mathematical bold': 0x1d7ce,
  'mathematical monospace': 0x1d7f6,
  segmented: 0x1fbf0,
};

const spelt = (digits: string, zero: number): string =>
  Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('');
const grouped = (digits: string, separator: string): string => digits.match(/.{1,4}/gu)!.join(separator);

describe('a card number in a text', () => {
  test.each(Object.entries(SEPARATORS))('is found when its groups are parted by a %s', (_name, separator) => {
    expect(mask(`card ${grouped('4242424242424242', separator)} ok`)).toBe('card <4242424242424242> ok');
    expect(mask(`card ${grouped('378282246310005', separator)} ok`)).toBe('card <378282246310005> ok');
  });

  test.each(Object.entries(ZEROS))('is found when it is typed in %s digits', (_name, zero) => {
    const text = spelt('4242424242424242', zero);
    expect(extractDigitsAsAscii(text)).toBe('4242424242424242');
    expect(mask(`a${text}b`)).toBe('a<4242424242424242>b');
    expect(mask(`a ${grouped(text, ' ')} b`)).toBe(`a <4242424242424242> b`);
  });

  test('is found in raised, lowered and circled digits', () => {
    expect(mask('⁴²⁴²⁴²⁴²⁴²⁴²⁴²⁴²')).toBe('<4242424242424242>');
    expect(mask('₄₂₄₂₄₂₄₂₄₂₄₂₄₂₄₂')).toBe('<4242424242424242>');
    expect(mask('④②④②④②④②④②④②④②④②')).toBe('<4242424242424242>');
  });

  test.each([
    ['beside an expiry date and a code', '4242 4242 4242 4242 12/30 123'],
    ['after a date', '2026-10-02 4242424242424242'],
    ['in an e-mail address', '4242424242424242@example.com'],
    ['glued to words', 'card4242424242424242exp'],
    ['glued to words of a script without spaces', '卡号4242424242424242好'],
    ['in an address of the web', 'https://a.example/?pan=4242%204242%204242%204242'],
    ['one digit at a time', '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2'],
  ])('is found %s', (_place, text) => {
    expect(containsCardNumber(text)).toBe(true);
    expect(mask(text)).toMatch(/<\d{16,20}>/);
    expect(mask(text).replace(/<\d+>/, '')).not.toMatch(/(4\W?2\W?){3}/);
  });

  test('is found twice where two stand', () => {
    expect(mask('4242424242424242, or: 5555-5555-5555-4444')).toMatch(
      /^<4242424242424242>.*<5555555555554444>$|^<\d{32}>$/,
    );
  });

  test.each(cards)('is found for every test card: %s', (number) => {
    expect(isCardNumber(number)).toBe(true);
    expect(mask(`x ${number} y`)).toBe(`x <${number}> y`);
    expect(mask(`x ${grouped(number, ' - ')} y`)).toBe(`x <${number}> y`);
  });

  test('is found in any mixture of scripts, separators and words', () => {
    const separator = fc.constantFrom('', ...Object.values(SEPARATORS));
    const word = fc.constantFrom('', 'card ', 'my number: ', 'カード', 'exp 12/30 ', 'x');
    const zero = fc.constantFrom(...Object.values(ZEROS));
    fc.assert(
      fc.property(
        fc.constantFrom(...cards),
        word,
        word,
        zero,
        fc.array(separator, { minLength: 5, maxLength: 5 }),
        (number, before, after, script, separators) => {
          const groups = spelt(number, script).match(/.{1,4}/gsu)!;
          const text = groups.map((group, at) => group + (at < groups.length - 1 ? separators[at % 5]! : '')).join('');
          const result = mask(before + text + (after === '' ? '' : ` ${after}`));
          expect(containsCardNumber(before + text)).toBe(true);
          expect(extractDigitsAsAscii(result.replace(/<\d+>/g, ''))).not.toContain(number.slice(6, -4));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('what is no card number', () => {
  const digits = (min: number, max: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });

  test.each([
    ['fails the Luhn check', '4242424242424241'],
    ['begins like no brand', '1234567890123452'],
    ['has a length of no card of its brand', '42424242424242'],
    ['is all zeros', '0000000000000000'],
    ['is longer than any card', '42424242424242424242'],
    ['is a phone number', 'call +63 912 345 6789 or +601234567890'],
    ['is a UUID of digits', '42424242-4242-4242-8242-424242424242'],
    ['is a random name in hexadecimal digits', 'a0424242424242424242f00dfeed0001'],
    ['is a date and a time', '2026-10-02 12:30:45.123'],
  ])('stays as it is where it %s', (_case, text) => {
    expect(mask(`see ${text}`)).toBe(`see ${text}`);
  });

  test('stays: digits of which no whole groups are a card number', () => {
    fc.assert(
      fc.property(digits(12, 24), fc.constantFrom('', '-', ' ', '/', '\u2013'), (text, separator) => {
        const groups = separator === '' ? [text] : text.match(/.{1,4}/g)!;
        const sequences = groups.flatMap((_group, from) =>
          groups.map((_last, to) => groups.slice(from, to + 1).join('')),
        );
        const whole = groups.join(separator);
        expect(mask(whole) === whole).toBe(!sequences.some(isCardNumber));
        expect(isCardNumber(text) && !passesLuhnCheck(text)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test('stays: random UUIDs, hexadecimal names and phone numbers', () => {
    const hex = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 32, maxLength: 64 });
    fc.assert(
      fc.property(fc.uuid(), hex, digits(8, 15), (uuid, name, phone) => {
        fc.pre(/[a-f]/.test(name) && !/^\d{12}/.test(name.replace(/[a-f].*/, '')));
        for (const text of [uuid, uuid.toUpperCase(), name, `+${phone}`]) expect(mask(`id ${text}`)).toBe(`id ${text}`);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a text of any signs that holds no card number stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        if (!containsCardNumber(text)) expect(mask(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a long text is read in a time that grows with its length alone', () => {
    const started = performance.now();
    for (const unit of ['1 ', '4', '4242-', '%20', '4%2', ' ', '+4']) mask(unit.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
