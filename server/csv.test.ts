import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { toCsvLines } from './csv.ts';

const SIGNS = Array.from('=+-@＝＋－＠﹦﹢﹣﹫−');

/** The cells that a program reads which parts them at a sign. */
const cells = (csv: string, delimiter: string): string[] => Papa.parse<string[]>(csv, { delimiter }).data.flat();

/** Cells as a program reads them that does not heed quotes at all. */
const rawCells = (csv: string): string[] => csv.split(/[,;|\t\r\n]/);

const isFormula = (cell: string): boolean => SIGNS.includes(Array.from(cell.replace(/^[\s\p{Cf}"]+/u, ''))[0] ?? '');

describe('a CSV', () => {
  test('has every cell in quotes', () => {
    expect(
      toCsvLines(
        [
          ['id', 'amount'],
          ['pay_1', ''],
          ['a "b"', '1,2;3'],
        ],
        '\r\n',
      ),
    ).toBe('"id","amount"\r\n"pay_1",""\r\n"a ""b""","1,2;3"');
  });

  test.each(SIGNS)('keeps a text that begins with %s a text', (sign) => {
    for (const text of [`${sign}1+1`, ` ${sign}1`, `\u200b${sign}1`, `"${sign}1"`, `\u3000${sign}1`]) {
      expect(cells(toCsvLines([[text]], '\n'), ',')).toEqual([`'${text}`]);
    }
  });

  test.each(['\t', '\r', '\n'])('keeps a text that begins with %j a text', (sign) => {
    expect(cells(toCsvLines([[`${sign}x`]], '\r\n'), ',')).toEqual([`'${sign}x`]);
  });

  test('leaves other texts as they are', () => {
    for (const text of ['a=b', '1-2', 'ana+x@example.com', '10.00', 'x; y', '2026-10-02T10:00:00Z', "O'Neil", 'a|b']) {
      expect(cells(toCsvLines([[text]], '\n'), ',')).toEqual([text]);
    }
  });

  test.each([
    ['a semicolon', ';'],
    ['a tab', '\t'],
    ['a bar', '|'],
  ])('has no formula for a program that parts cells at %s', (_name, sign) => {
    const csv = toCsvLines([['a', `b${sign}=HYPERLINK("x")`, `${sign} "＝1`]], '\r\n');
    expect(cells(csv, sign).filter(isFormula)).toEqual([]);
    expect(rawCells(csv).filter(isFormula)).toEqual([]);
  });

  test('has no formula whatever its cells hold and whoever reads it', () => {
    const sign = fc.constantFrom(...SIGNS, ';', '|', '\t', '\r', '\n', ' ', '"', "'", 'a', '1', '\u200b');
    const cell = fc.string({ unit: sign, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (rows) => {
        const csv = toCsvLines(rows, '\r\n');
        for (const delimiter of [',', ';', '\t', '|']) expect(cells(csv, delimiter).filter(isFormula)).toEqual([]);
        expect(rawCells(csv).filter(isFormula)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
