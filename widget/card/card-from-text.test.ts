import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCardNumber, formatCardNumber } from './card-number.ts';
import { parseCardText } from './card-from-text.ts';

const NOW = new Date(2026, 10, 22);
const VISA = '4242424242424242';
const AMEX = '378282246310005';
const UNIONPAY = '6205500000000000004';

/** Texts with the number that is read from each, and the expiry date where it is certain. */
const TEXTS: [text: string, number: string, expiry: string][] = [
  [VISA, VISA, ''],
  ['4242 4242 4242 4242', VISA, ''],
  ['Card: 4242 4242 4242 4242 exp 12/30', VISA, '12/30'],
  ['4242424242424242 12/30 123', VISA, '12/30'],
  ['4242 4242 4242 4242 12 30 123', VISA, '12/30'],
  ['4242-4242-4242-4242 12-30', VISA, '12/30'],
  ['4242424242424242\n12/30\n123', VISA, '12/30'],
  ['4242424242424242\t12\t30\t123', VISA, ''],
  ['4242\t4242\t4242\t4242\t12/30', VISA, '12/30'],
  ['4242,12/30', '4242', '12/30'],
  ['exp 12/2030, card 4242.4242.4242.4242, cvc 123', VISA, '12/2030'],
  ['12/30 4242 4242 4242 4242', VISA, '12/30'],
  ['4242 4242 4242 4242 2030-12', VISA, '12/2030'],
  ['４２４２　４２４２　４２４２　４２４２　１２／３０', VISA, '12/30'],
  ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ١٢/٣٠', VISA, '12/30'],
  ['Número de tarjeta 4242 4242 4242 4242 (vence 12/30)', VISA, '12/30'],
  ['4242\u20134242\u20134242\u20134242 valid thru 12/30', VISA, '12/30'],
  ['3782 822463 10005 12/30 1234', AMEX, '12/30'],
  ['378282246310005 1230', AMEX, ''],
  ['620550 0000000000004 12/30', UNIONPAY, '12/30'],
  ['6205 5000 0000 0000 004', UNIONPAY, ''],
  ['4242/4242/4242/4242', VISA, ''],
  ['4242x4242x4242x4242', VISA, ''],
  // Mistyped, and still without the date.
  ['Card: 4242 4242 4242 4243 exp 12/30', '4242424242424243', '12/30'],
  ['4242424242424243 12/30 123', '4242424242424243', '12/30'],
  ['4242 4242 4242 4243 12 30', '4242424242424243', '12/30'],
  ['4242 4242 exp 12/30', '42424242', '12/30'],
  // Dates that no card has any more, or that are no expiry dates.
  ['4242 4242 4242 4242 exp 01/20', VISA, ''],
  ['4242 4242 4242 4242 ordered 05.06.2027', VISA, ''],
  ['no digits at all', '', ''],
  ['', '', ''],
];

test.each(TEXTS)('a text %j gives the card number %j and the expiry date %j', (text, number, expiry) => {
  expect(parseCardText(text, checkCardNumber, NOW)).toEqual({ number, expiry });
});

test('no label, space or sign beside a number and its date changes what is read of them', () => {
  const sign = fc.constantFrom(
    ' ',
    '  ',
    '\n',
    '\t',
    ', ',
    ' | ',
    '; ',
    ' exp ',
    ' Gültig bis: ',
    '\u00a0',
    ' (',
    ' – ',
  );
  const label = fc.constantFrom('', 'Card: ', 'カード番号：', '#', 'No. ', 'PAN ');
  const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, '0'));
  const card = fc.constantFrom(VISA, AMEX, '5555555555554444', '6011111111111117', '30569309025904');
  const gaps = fc.constantFrom<number[] | null>(null, [4, 8, 12], [4, 10]);
  fc.assert(
    fc.property(
      label,
      card,
      gaps,
      sign,
      month,
      fc.constantFrom('', ' 123', '\n1234'),
      (before, number, at, gap, mm, code) => {
        const text = Array.from(number, (digit, index) => (at?.includes(index) ? ` ${digit}` : digit)).join('');
        expect(parseCardText(`${before}${text}${gap}${mm}/30${code}`, checkCardNumber, NOW)).toEqual({
          number,
          expiry: `${mm}/30`,
        });
      },
    ),
  );
});

test('digits alone are read as they are, however they are grouped', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,19}$/), (digits) => {
      expect(parseCardText(digits, checkCardNumber, NOW).number).toBe(digits);
    }),
  );
  expect(parseCardText(formatCardNumber(VISA, null), checkCardNumber, NOW).number).toBe(VISA);
});

test('a text of a hundred thousand signs is read in a moment', () => {
  const before = performance.now();
  parseCardText('1 2/3 '.repeat(20_000), checkCardNumber, NOW);
  expect(performance.now() - before).toBeLessThan(1_000);
});
