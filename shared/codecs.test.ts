import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCookies, encodeCookies } from './cookies.ts';
import {
  decodeAcquiringBirthDate,
  decodeCompactTime,
  decodeDeductionTime,
  decodeIssuingDate,
  encodeAcquiringBirthDate,
  encodeCompactTime,
  encodeDeductionTime,
} from './dates.ts';
import { decodeItems, encodeItems, isItemPart, type Item } from './items.ts';
import { decodeResultInfo, encodeResultInfo } from './interface/result-info.ts';

describe('items', () => {
  const mug: Item = { name: 'Mug', sku: 'M-1', unit_price: '12.00', quantity: 2 };

  test('are joined as the interface says', () => {
    expect(encodeItems([mug, { ...mug, name: 'Tee, red; large' }])).toBe(
      'Mug#,#M-1#,#12.00#,#2#;#Tee, red; large#,#M-1#,#12.00#,#2',
    );
  });

  test('come back whatever a name holds, or are refused', () => {
    const part = fc.string({ unit: fc.constantFrom('#', ',', ';', 'a', ' '), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.record({ name: part, sku: part }), { minLength: 1, maxLength: 4 }), (parts) => {
        const items = parts.map((names) => ({ ...mug, ...names }));
        if (items.some((item) => !isItemPart(item.name) || !isItemPart(item.sku))) {
          expect(() => encodeItems(items)).toThrow(RangeError);
        } else {
          expect(decodeItems(encodeItems(items))).toEqual(items);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['Mug#,#M#,#1.00', 'Mug#,#M#,#1.00#,#0', 'Mug#,#M#,#1.00#,#1#,#x', 'Mug#,#M#,#1.00#,#1.5'])(
    '%s cannot be read',
    (text) => {
      expect(() => decodeItems(text)).toThrow(RangeError);
    },
  );
});

test('cookies come back, and no value can add a pair', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string())), (pairs) => {
      const readable = pairs.filter(([name, value]) => name.isWellFormed() && value.isWellFormed());
      expect(decodeCookies(encodeCookies(readable))).toEqual(readable);
    }),
  );
  expect(decodeCookies('a=1&b&c=%zz')).toEqual([
    ['a', '1'],
    ['b', ''],
    ['c', '%zz'],
  ]);
});

describe('dates', () => {
  test('birth dates are real days', () => {
    expect(decodeAcquiringBirthDate('29-02-2000')).toEqual({ year: 2000, month: 2, day: 29 });
    expect(encodeAcquiringBirthDate({ year: 2000, month: 2, day: 9 })).toBe('09-02-2000');
    for (const text of ['29-02-2001', '31-04-2000', '2000-02-29', '1-2-2000', '00-01-2000', '01-13-2000']) {
      expect(decodeAcquiringBirthDate(text)).toBeUndefined();
    }
    expect(decodeIssuingDate('2026-11-21')).toEqual({ year: 2026, month: 11, day: 21 });
    expect(decodeIssuingDate('21-11-2026')).toBeUndefined();
  });

  test('moments come back to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const time = seconds * 1_000;
        expect(decodeCompactTime(encodeCompactTime(time))).toBe(time);
        expect(decodeDeductionTime(encodeDeductionTime(time))).toBe(time);
      }),
    );
    for (const text of ['20261121', '20261321000000', '20261121240000', '2026112100000x']) {
      expect(decodeCompactTime(text)).toBeUndefined();
    }
    expect(decodeDeductionTime('2026-11-21T10:00:00')).toBeUndefined();
  });
});

test('result_info is a code and a message that may hold colons', () => {
  expect(decodeResultInfo('0000:Success: all well')).toEqual({ code: '0000', message: 'Success: all well' });
  expect(decodeResultInfo('0000')).toEqual({ code: '0000', message: '' });
  expect(decodeResultInfo(':no code')).toBeUndefined();
  expect(encodeResultInfo({ code: 'D0005', message: 'Do not honour' })).toBe('D0005:Do not honour');
});
