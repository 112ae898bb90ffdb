/** Widths of the digits 0 to 9 in Interleaved 2 of 5: a wide one is three narrow ones. */
const ITF = '11331 31113 13113 33111 11313 31311 13311 11133 31131 13131'.split(' ');

/**
 * The widths of a boleto's bars and spaces in turn, the first a bar, in Interleaved 2 of 5; undefined for any other
 * voucher: how a shop's tills read its number is known only to who issued it.
 */
export function boletoBarWidths(value: string): number[] | undefined {
  const digits = boletoBarcodeDigits(value.replace(/[ .-]/g, ''));
  return digits === undefined ? undefined : interleave(digits);
}

/** The 44 digits of a boleto's barcode; undefined where it is none. */
export function boletoBarcodeDigits(digits: string): string | undefined {
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
  const pairs = (digits.match(/../g) ?? []).flatMap((pair) => {
    const [bars = '', spaces = ''] = Array.from(pair, (digit) => ITF[Number(digit)] ?? '');
    return Array.from(bars, (bar, at) => [Number(bar), Number(spaces[at])]).flat();
  });
  return [1, 1, 1, 1, ...pairs, 3, 1, 1];
}
