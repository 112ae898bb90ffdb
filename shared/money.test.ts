import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  orderTotalsDifference,
  encodeAmount,
  localizeAmount,
  hasUnsupportedDecimals,
  isAmount,
  isSameAmount,
  parseAmount,
  smallestAmountInHundredths,
} from './money.ts';

describe('amounts on the wire', () => {
  test.each(['0.00', '0.01', '10.50', '999999999999.99'])('%s is one', (text) => {
    expect(encodeAmount(parseAmount(text))).toBe(text);
  });

  test.each([
    '10',
    '10.5',
    '10.500',
    '.50',
    '-1.00',
    '+1.00',
    '01.00',
    '1,00',
    '1.00 ',
    '١.٠٠',
    '1e2',
    '1000000000000.00',
    '',
    'NaN',
  ])('%s is none', (text) => {
    expect(isAmount(text)).toBe(false);
    expect(() => parseAmount(text)).toThrow(RangeError);
  });

  test('every sum comes back as it went', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 99_999_999_999_999n }),
        (value) => parseAmount(encodeAmount(value)) === value,
      ),
    );
  });

  test('too much and too little cannot be written', () => {
    expect(() => encodeAmount(-1n)).toThrow(RangeError);
    expect(() => encodeAmount(10n ** 15n)).toThrow(RangeError);
  });

  test('sums compare as sums, and nothing equals what is no amount', () => {
    expect(isSameAmount('1.00', '1.00')).toBe(true);
    expect(isSameAmount('1.00', '1.01')).toBe(false);
    expect(isSameAmount('1', '1')).toBe(false);
  });
});

test('the parts of an order are compared with its amount', () => {
  const order = {
    amount: '10.00',
    item_total: '9.00',
    shipping: '2.50',
    handling: '0.50',
    tax_total: '1.00',
    insurance: '0.00',
    shipping_discount: '1.00',
    discount: '2.00',
  };
  expect(orderTotalsDifference(order)).toBe(0n);
  expect(orderTotalsDifference({ ...order, discount: '1.99' })).toBe(-1n);
  expect(orderTotalsDifference({ amount: '10.00' })).toBe(0n);
});

test('people read amounts in their own way, also large ones to the cent', () => {
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');
  expect(plain(localizeAmount('1234.56', 'USD', 'en-US'))).toBe('$1,234.56');
  expect(plain(localizeAmount('10.00', 'EUR', 'nl-NL'))).toBe('€ 10,00');
  expect(plain(localizeAmount('1500.00', 'JPY', 'ja-JP'))).toMatch(/1,500$/);
  expect(plain(localizeAmount('999999999999.99', 'EUR', 'en-US'))).toBe('€999,999,999,999.99');
  expect(localizeAmount('1.00', 'EUR', 'not a locale')).toBe('EUR 1.00');
});

test('people are shown the very sum that is taken, also where custom would round it', () => {
  const digits = (amount: string, currency: string): string => localizeAmount(amount, currency, 'en-US').slice(-6);
  expect(digits('1510.50', 'JPY')).toBe('510.50');
  expect(digits('1510.05', 'CLP')).toBe('510.05');
  expect(digits('1510.50', 'EUR')).toBe('510.50');
  expect(digits('1510.50', 'KWD')).toBe('510.50');
});

const { cases } = JSON.parse(readFileSync(new URL('../test/vectors/amount-format.json', import.meta.url), 'utf8')) as {
  cases: { locale: string; currency: string; minor: number; major: string; intl: string }[];
};

test.each(cases)('$major $currency reads $intl in $locale', ({ locale, currency, major, intl }) => {
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u061c\u200e\u200f]/g, '');
  // Whether zeros are shown behind the point is the ICU's to say, and its versions differ for some currencies.
  const bare = (text: string): string => plain(text).replace(/[.,\u066b][0\u0660]{2}(?!\d)/u, '');
  expect(bare(localizeAmount(major, currency, locale))).toBe(bare(intl));
});

describe('an amount of a currency without decimals', () => {
  const UNDIVIDED = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');

  test.each(UNDIVIDED)('has none: %s', (currency) => {
    expect(hasUnsupportedDecimals('1000.00', currency)).toBe(false);
    expect(hasUnsupportedDecimals('1000.50', currency)).toBe(true);
    expect(hasUnsupportedDecimals('0.01', currency)).toBe(true);
    expect(smallestAmountInHundredths(currency)).toBe(100n);
  });

  test.each(['EUR', 'USD', 'KWD', 'BHD', 'HUF', 'TWD', 'IDR', 'XXX'])('is none of %s', (currency) => {
    expect(hasUnsupportedDecimals('1000.50', currency)).toBe(false);
    expect(smallestAmountInHundredths(currency)).toBe(1n);
  });

  test('is shown without decimals to people', () => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
      if (UNDIVIDED.includes(currency)) expect(maximumFractionDigits, currency).toBe(0);
    }
  });
});
