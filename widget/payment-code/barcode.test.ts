import { describe, expect, test } from 'vitest';
import { boletoBarWidths, boletoBarcodeDigits } from './barcode.ts';

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
    expect(readInterleaved(boletoBarWidths(BOLETO)!)).toBe(BOLETO);
    expect(readInterleaved(boletoBarWidths('01234567890123456789012345678901234567890123')!)).toBe(
      '01234567890123456789012345678901234567890123',
    );
  });

  test('typed as a line of 47 digits is brought to its barcode', () => {
    const line = '34191.10121 34567.880058 71234.570001 6 16670000012345';
    expect(readInterleaved(boletoBarWidths(line)!)).toBe(BOLETO);
  });

  test('of a utility loses its four check digits', () => {
    const blocks = ['83660000001', '23450051001', '80975005001', '20240101001'];
    expect(boletoBarcodeDigits(blocks.map((block) => `${block}7`).join(''))).toBe(blocks.join(''));
    expect(boletoBarcodeDigits('1'.repeat(48))).toBeUndefined();
  });
});

test('any other voucher has no barcode that is known', () => {
  for (const value of ['', '12345678', 'PJJ123C', '1'.repeat(48), BOLETO.slice(1)])
    expect(boletoBarWidths(value)).toBeUndefined();
});
