import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const read = (text: string): unknown => parseStrictJson(JSON.stringify({ name: text }));

/** Some accents that go above and below letters of every script. */
const ACCENT = fc.constantFrom(
  '\u0300',
  '\u0301',
  '\u0316',
  '\u0323',
  '\u033f',
  '\u0346',
  '\u035b',
  '\u0489',
  '\u20e3',
);

describe('combining marks in a text', () => {
  test.each([
    ['Vietnamese', 'Nguyễn Thị Hồng Ngọc, Đường Lê Lợi'],
    ['Vietnamese, letter by letter', 'Nguyễn Thị Hồng Ngọc'.normalize('NFD')],
    ['Thai', 'ที่อยู่: น้ำผึ้ง กุ๊กกิ๊ก'],
    ['Hindi', 'श्रीमती ऋतु हिन्दी में ज़्यादा'],
    ['Bengali', 'ক্ষুদ্র ঋণ'],
    ['Tamil', 'ஸ்ரீ கொடுக்கௌ'],
    ['pointed Hebrew', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
    ['vowelled Arabic', 'مُحَمَّدٌ رَّسُولُ ٱللَّٰهِ'],
    ['Khmer', 'ព្រះរាជាណាចក្រកម្ពុជា'],
    ['Burmese', 'မြန်မာနိုင်ငံ ကြွေး'],
    ['Tibetan with its tallest stack', 'ཧྐྵྨླྺྼྻྂ'],
    ['emoji', '👩‍❤️‍👨 1️⃣ 🏴‍☠️'],
  ])('%s is taken', (_language, text) => {
    expect(read(text)).toEqual({ name: text.normalize('NFC') });
  });

  test.each([
    ['accents above a letter', `Z${'\u0351'.repeat(5)}`],
    ['accents above and below', 'Z\u0351\u036b\u0343\u036a\u0302\u036b'],
    ['accents without a letter', '\u0301'.repeat(200)],
    ['marks of one script', `ก${'\u0e49'.repeat(9)}`],
    ['accents with joiners between', `Z${'\u0351\u200d'.repeat(5)}`],
    ['enclosing marks', `a${'\u20dd'.repeat(5)}`],
  ])('a wall of %s is refused with the field', (_kind, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        fields: [expect.objectContaining({ path: 'name' })],
      }) as Error,
    );
    expect(() => parseStrictJson(JSON.stringify({ [text]: 1 }))).toThrow(
      expect.objectContaining({ code: 'invalid_request' }) as Error,
    );
  });

  test('are refused where more than four accents stand on one letter, and taken where fewer do', () => {
    fc.assert(
      fc.property(fc.array(fc.array(ACCENT, { maxLength: 9 }), { minLength: 1, maxLength: 20 }), (letters) => {
        const text = letters.map((accents) => `x${accents.join('')}`).join('');
        if (letters.some((accents) => accents.length > 4)) expect(() => read(text)).toThrow();
        else expect(read(text)).toEqual({ name: text.normalize('NFC') });
      }),
    );
  });
});
