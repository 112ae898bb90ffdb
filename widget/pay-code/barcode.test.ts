import { describe, expect, test } from 'vitest';
import { toBars, toBoletoCode } from './barcode.ts';

const BOLETO = '34196166700000123451101234567880057123457000';

/** Reads Interleaved 2 of 5 the way a scanner does: bars and spaces apart, weights 1 2 4 7 and a parity. */
function readInterleaved(widths: readonly number[]): string {
  expect(widths.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(widths.slice(-3)).toEqual([3, 1, 1]);
  const body = widths.slice(4, -3);
  let digits = '';
  for (let at = 0; at < body.length; at += 10) {
    for (const shift of [0, 1]) {
      const five = [0, 2, 4, 6, 8].map((step) => body[at + step + shift] === 3);
      expect(five.filter(Boolean)).toHaveLength(2);
      const sum = [1, 2, 4, 7, 0].reduce((total, weight, place) => total + (five[place] ? weight : 0), 0);
      digits += String(sum === 11 ? 0 : sum);
    }
  }
  return digits;
}

describe('a boleto', () => {
  test('is drawn as Interleaved 2 of 5 that a scanner reads back', () => {
    expect(readInterleaved(toBars(BOLETO)!)).toBe(BOLETO);
    expect(readInterleaved(toBars('01234567890123456789012345678901234567890123')!)).toBe(
      '01234567890123456789012345678901234567890123',
    );
  });

  test('typed as a line of 47 digits is brought to its barcode', () => {
    const line = '34191.10121 34567.880058 71234.570001 6 16670000012345';
    expect(readInterleaved(toBars(line)!)).toBe(BOLETO);
  });

  test('of a utility loses its four check digits', () => {
    const blocks = ['83660000001', '23450051001', '80975005001', '20240101001'];
    expect(toBoletoCode(blocks.map((block) => `${block}7`).join(''))).toBe(blocks.join(''));
    expect(toBoletoCode('1'.repeat(48))).toBeUndefined();
  });
});

describe('any other number', () => {
  /** Signs of 11 modules: start, values, check; then the stop of 13. */
  const signsOf = (bars: readonly number[]): string[] => bars.slice(0, -7).join('').match(/.{6}/g) ?? [];

  test('is drawn as Code 128 with its check sign', () => {
    // 104 + 48 + 2*42 + 3*42 + 4*17 + 5*18 + 6*19 + 7*35 = 879, which leaves 55.
    const signs = signsOf(toBars('PJJ123C')!);
    expect(signs).toHaveLength(9);
    expect(signs[0]).toBe('211214');
    expect(signs[1]).toBe('313121');
    expect(signs.at(-1)).toBe('311321');
    expect(toBars('PJJ123C')!.slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2]);
  });

  test('of an even count of digits takes two to a sign', () => {
    const signs = signsOf(toBars('1234 5678')!);
    expect(signs).toHaveLength(6);
    expect(signs[0]).toBe('211232');
    expect(signs[1]).toBe('112232');
  });

  test('has signs of eleven modules only, no two alike, bars of an even width', () => {
    const signs = new Set<string>();
    for (let value = 0; value < 100; value += 1) signs.add(signsOf(toBars(String(value).padStart(2, '0'))!)[1]!);
    expect(signs.size).toBe(100);
    for (const sign of signs) {
      const widths = Array.from(sign, Number);
      expect(widths.reduce((sum, width) => sum + width)).toBe(11);
      expect((widths[0]! + widths[2]! + widths[4]!) % 2).toBe(0);
    }
  });

  test('that no barcode can hold gets none', () => {
    expect(toBars('')).toBeUndefined();
    expect(toBars('número')).toBeUndefined();
    expect(toBars('x'.repeat(61))).toBeUndefined();
  });
});
