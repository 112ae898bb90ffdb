import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCookieField, encodeCookiePairs } from './cookie-field.ts';
import {
  decodeAcquiringBirthDate,
  decodeCompactTime,
  decodeRecurringDeductionTime,
  decodeIssuingDate,
  encodeAcquiringBirthDate,
  encodeCompactTime,
  encodeRecurringDeductionTime,
} from './dates.ts';
import { decodeItems, encodeItems, findItemSeparatorFaults, type Item, type ItemFieldName } from './items.ts';
import { decodeResultInfo, encodeResultInfo } from './interface/result-info.ts';

describe('items', () => {
  const mug: Item = { name: 'Mug', sku: 'M-1', unit_price: '12.00', quantity: 2 };

  test('are joined as the interface says', () => {
    expect(encodeItems([mug, { ...mug, name: 'Tee, red; large' }])).toBe(
      'Mug#,#M-1#,#12.00#,#2#;#Tee, red; large#,#M-1#,#12.00#,#2',
    );
  });

  test.each(['#1 Dad mug', 'Programming C#', '#', '##', 'a #, b', ';', ',', 'C#;', ',#1', '# , #'])(
    'a first name of %j comes back unless it forms a separator with what follows',
    (name) => {
      const items = [{ ...mug, name }];
      const forms = name.endsWith('#;') || name.endsWith('#,');
      expect(findItemSeparatorFaults(items)).toEqual(forms ? [{ index: 0, part: 'name' }] : []);
      if (!forms) expect(decodeItems(encodeItems(items))).toEqual(items);
    },
  );

  test.each([
    ['C#,', false],
    ['C#;', false],
    [',#1', false],
    [';#1', false],
    [',', false],
    [';', false],
    ['a#,#b', false],
    ['a#;#b', false],
    ['#1', true],
    ['C#', true],
    ['#', true],
    ['', true],
    [',,', true],
    [', #', true],
  ])('a SKU of %j between two separators is taken: %j', (sku, isTaken) => {
    expect(findItemSeparatorFaults([{ ...mug, sku }]).length === 0).toBe(isTaken);
  });

  test('come back for every text that is accepted, and every text that is refused can be read otherwise', () => {
    const part = fc.string({ unit: fc.constantFrom('#', ',', ';', 'a'), maxLength: 5 });
    const order = fc.constantFrom<readonly ItemFieldName[]>(
      ['name', 'sku', 'unit_price', 'quantity'],
      ['sku', 'name', 'quantity', 'unit_price'],
      ['quantity', 'unit_price', 'sku', 'name'],
    );
    const items = fc.array(fc.record({ name: part, sku: part }), { minLength: 1, maxLength: 3 });
    let refused = 0;
    fc.assert(
      fc.property(items, order, (parts, partOrder) => {
        const list = parts.map((names) => ({ ...mug, ...names }));
        const entries = list.map((item) => partOrder.map((name) => String(item[name])));
        const written = entries.flatMap((entry, index) =>
          entry.flatMap((text, place) => (place > 0 ? ['#,#', text] : index > 0 ? ['#;#', text] : [text])),
        );
        const isRefused = findItemSeparatorFaults(list, partOrder).length > 0;
        refused += isRefused ? 1 : 0;
        const isAmbiguous = JSON.stringify(readingsOf(written.join(''))) !== JSON.stringify([written]);
        expect(isAmbiguous, written.join('')).toBe(isRefused);
        if (isRefused) expect(() => encodeItems(list, partOrder)).toThrow(RangeError);
        else expect(decodeItems(encodeItems(list, partOrder), partOrder)).toEqual(list);
      }),
      { numRuns: 5_000 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  test('that are refused name the item and the part', () => {
    const items = [mug, { ...mug, sku: 'C#,' }, { ...mug, name: ',#x' }];
    expect(findItemSeparatorFaults(items)).toEqual([
      { index: 1, part: 'sku' },
      { index: 2, part: 'name' },
    ]);
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
      expect(parseCookieField(encodeCookiePairs(readable))).toEqual(readable);
    }),
  );
  expect(parseCookieField('a=1&b&c=%zz')).toEqual([
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
        expect(decodeRecurringDeductionTime(encodeRecurringDeductionTime(time))).toBe(time);
      }),
    );
    for (const text of ['20261121', '20261321000000', '20261121240000', '2026112100000x']) {
      expect(decodeCompactTime(text)).toBeUndefined();
    }
    expect(decodeRecurringDeductionTime('2026-11-21T10:00:00')).toBeUndefined();
  });
});

test('result_info is a code and a message that may hold colons', () => {
  expect(decodeResultInfo('0000:Success: all well')).toEqual({ code: '0000', message: 'Success: all well' });
  expect(decodeResultInfo('0000')).toEqual({ code: '0000', message: '' });
  expect(decodeResultInfo(':no code')).toBeUndefined();
  expect(encodeResultInfo({ code: 'D0005', message: 'Do not honour' })).toBe('D0005:Do not honour');
});

/** Every way to cut a text at separators so that no piece holds one: pieces and separators in turn. */
function readingsOf(text: string): string[][] {
  const found = [...text.matchAll(/(?=#[,;]#)/g)].map(({ index }) => index);
  const readFrom = (start: number): string[][] => {
    const next = found.filter((at) => at >= start);
    const first = next[0];
    if (first === undefined) return [[text.slice(start)]];
    // The next separator is the first one that is there, or one that overlaps it.
    return next
      .filter((at) => at < first + 3)
      .flatMap((at) => readFrom(at + 3).map((rest) => [text.slice(start, at), text.slice(at, at + 3), ...rest]));
  };
  return readFrom(0);
}
