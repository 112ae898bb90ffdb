import { describe, expect, test } from 'vitest';
import { foldCaseAndAccents, searchBanks } from './bank-search.ts';

const BANKS = [
  { code: '001', name: 'Banco do Brasil' },
  { code: '341', name: 'Itaú Unibanco S.A.' },
  { code: '237', name: 'Bradesco' },
  { code: 'mbank', name: 'mBank – Łódź' },
  { code: 'bra', name: 'Caixa do Brasil' },
];
const codes = (query: string): string[] => searchBanks(BANKS, query).map(({ code }) => code);

describe('searching banks', () => {
  test('ignores case, accents and signs', () => {
    expect(codes('ITAU')).toEqual(['341']);
    expect(codes('itaú uni')).toEqual(['341']);
    expect(codes('mbank łódź')).toEqual(['mbank']);
    expect(codes('mbank lodz')).toEqual(['mbank']);
    expect(foldCaseAndAccents(' S.A. – Ção ')).toBe('s a cao');
  });

  test('finds words in any order, and codes', () => {
    expect(codes('brasil banco')).toEqual(['001']);
    expect(codes('237')).toEqual(['237']);
  });

  test('puts names that start with the query first, and leaves the rest as the shop ordered them', () => {
    expect(codes('bra')).toEqual(['237', '001', 'bra']);
    expect(codes('')).toEqual(['001', '341', '237', 'mbank', 'bra']);
    expect(codes('nothing')).toEqual([]);
  });
});
