/** Widths of the digits 0 to 9 in Interleaved 2 of 5: `n` narrow, `w` wide. */
const ITF = 'nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn'.split(' ');
const WIDE = 3;

/** Code 128, values 0 to 105: widths of three bars and three spaces. */
const CODE_128 = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const START_B = 104;
const START_C = 105;
const STOP = '2331112';

/**
 * The widths of a voucher's bars and spaces in turn, the first a bar: Interleaved 2 of 5 for a boleto, whose typed line
 * of 47 or 48 digits is brought to its barcode's 44; Code 128 else; undefined where neither can hold it.
 */
export function toBars(value: string): number[] | undefined {
  const digits = value.replace(/[ .-]/g, '');
  const boleto = toBoletoCode(digits);
  if (boleto !== undefined) return interleave(boleto);
  if (/^(\d\d)+$/.test(digits)) return code128(START_C, (digits.match(/../g) ?? []).map(Number));
  if (value === '' || value.length > 60 || /[^ -~]/.test(value)) return undefined;
  return code128(
    START_B,
    Array.from(value, (letter) => letter.charCodeAt(0) - 32),
  );
}

/** The 44 digits of a boleto's barcode; undefined where it is none. */
export function toBoletoCode(digits: string): string | undefined {
  if (/^\d{44}$/.test(digits)) return digits;
  // A bank's: three fields with a check digit each, then the check digit of all, due date and amount.
  if (/^\d{47}$/.test(digits)) {
    const free = digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31);
    return digits.slice(0, 4) + digits.slice(32) + free;
  }
  // A utility's: four blocks of eleven with a check digit each.
  return /^8\d{47}$/.test(digits) ? digits.replace(/(\d{11})\d/g, '$1') : undefined;
}

/** Two digits at a time: the first in the bars, the second in the spaces between them. */
function interleave(digits: string): number[] {
  const widths = [1, 1, 1, 1];
  for (let at = 0; at < digits.length; at += 2) {
    const [bars, spaces] = [ITF[Number(digits[at])] ?? '', ITF[Number(digits[at + 1])] ?? ''];
    for (let part = 0; part < 5; part += 1) {
      widths.push(bars[part] === 'w' ? WIDE : 1, spaces[part] === 'w' ? WIDE : 1);
    }
  }
  return [...widths, WIDE, 1, 1];
}

function code128(start: number, values: readonly number[]): number[] {
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), start) % 103;
  const signs = [start, ...values, check].map((value) => CODE_128[value] ?? '').join('') + STOP;
  return Array.from(signs, Number);
}
