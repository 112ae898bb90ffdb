import { describe, expect, test } from 'vitest';
import { dateOrderOf, parseBirthDate, separateDate, writeBirthDate } from './birth-date.ts';
import { parseIncome } from './income.ts';

describe('birth dates', () => {
  test.each([
    ['en-US', 'MDY'],
    ['en-GB', 'DMY'],
    ['pt-BR', 'DMY'],
    ['de', 'DMY'],
    ['ja', 'YMD'],
    ['zh-Hans', 'YMD'],
    ['fa', 'YMD'],
    ['th', 'DMY'],
    ['ar', 'DMY'],
  ])('%s writes %s', (language, order) => {
    expect(dateOrderOf(language)).toBe(order);
  });

  test.each([
    ['31/12/1990', 'DMY', '31-12-1990'],
    ['12/31/1990', 'MDY', '31-12-1990'],
    ['1990/12/31', 'YMD', '31-12-1990'],
    ['1990-12-31', 'DMY', '31-12-1990'],
    ['1990-12-31', 'MDY', '31-12-1990'],
    ['1.2.1990', 'DMY', '01-02-1990'],
    ['31121990', 'DMY', '31-12-1990'],
    ['12311990', 'MDY', '31-12-1990'],
    ['19901231', 'YMD', '31-12-1990'],
    ['29 02 2000', 'DMY', '29-02-2000'],
    ['٣١/١٢/١٩٩٠', 'DMY', '31-12-1990'],
  ] as const)('%s as %s is %s', (text, order, date) => {
    expect(parseBirthDate(text, order)).toBe(date);
  });

  test.each(['', '31/12', '31/12/90', '31/02/1990', '29/02/1900', '00/01/1990', '31/12/1899', '12/1990', 'x'])(
    '%s is no birth date',
    (text) => {
      expect(parseBirthDate(text, 'DMY')).toBeUndefined();
    },
  );

  test('nobody is born tomorrow', () => {
    const noon = Date.UTC(2026, 4, 20, 12);
    expect(parseBirthDate('20/05/2026', 'DMY', noon)).toBe('20-05-2026');
    expect(parseBirthDate('21/05/2026', 'DMY', noon)).toBeUndefined();
  });

  test('known days stand as the reader writes them', () => {
    expect(writeBirthDate('31-12-1990', 'DMY')).toBe('31/12/1990');
    expect(writeBirthDate('31-12-1990', 'MDY')).toBe('12/31/1990');
    expect(writeBirthDate('31-12-1990', 'YMD')).toBe('1990/12/31');
    expect(writeBirthDate('31-02-1990', 'DMY')).toBe('');
  });

  test.each([
    ['3', 'DMY', '3'],
    ['31', 'DMY', '31/'],
    ['311', 'DMY', '31/1'],
    ['1/', 'DMY', '01/'],
    ['01/2/', 'DMY', '01/02/'],
    ['31/12/1990', 'DMY', '31/12/1990'],
    ['31121990', 'DMY', '31/12/1990'],
    ['1990', 'YMD', '1990/'],
    ['1990-12-31', 'DMY', '1990-12-31'],
    ['311219901', 'DMY', '311219901'],
    ['May 5', 'DMY', 'May 5'],
  ] as const)('typing %s in %s shows %s', (text, order, shown) => {
    expect(separateDate(text, order)).toBe(shown);
  });
});

describe('incomes', () => {
  test.each([
    ['2500', '2500.00'],
    ['2.500,50', '2500.50'],
    ['2,500.50', '2500.50'],
    ['1.234.567', '1234567.00'],
    ['2500,5', '2500.50'],
    ['2 500', '2500.00'],
    ['1’000.00', '1000.00'],
    ['0,99', '0.99'],
    ['007', '7.00'],
  ])('%s is %s', (text, amount) => {
    expect(parseIncome(text)).toBe(amount);
  });

  test.each(['', '0', '0.00', '-5', '12.34.5', '1,2345', 'a lot', '1234567890123', '1..2'])('%s is none', (text) => {
    expect(parseIncome(text)).toBeUndefined();
  });
});
