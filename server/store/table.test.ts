import { describe, expect, test } from 'vitest';
import {
  zeroCountColumn,
  defineTable,
  booleanColumn,
  withInitialValue,
  integerColumn,
  jsonColumn,
  listColumn,
  nullableColumn,
  textColumn,
} from './table.ts';

const THINGS = defineTable({
  id: textColumn(),
  kind: withInitialValue(textColumn<'small' | 'large'>(), 'small'),
  made_at: integerColumn(),
  uses: zeroCountColumn(),
  facts: jsonColumn<Record<string, string>>(),
  extra: nullableColumn(jsonColumn<{ deep: number[] }>()),
  note: nullableColumn(textColumn()),
  marks: listColumn<{ code: string }>(),
  isOld: booleanColumn(),
});

const known = { id: 'one', made_at: 5, facts: { a: '1' } };
const whole = {
  ...known,
  kind: 'large' as const,
  uses: 2,
  extra: { deep: [1, 2] },
  note: 'ä; "x"',
  marks: [{ code: 'm' }],
  isOld: true,
};

describe('a table', () => {
  test('names its columns in their order', () => {
    expect(THINGS.names).toEqual(['id', 'kind', 'made_at', 'uses', 'facts', 'extra', 'note', 'marks', 'isOld']);
  });

  test('creates a record with its initial values, which known values replace', () => {
    const created = THINGS.create(known);
    expect(created).toEqual({
      ...known,
      kind: 'small',
      uses: 0,
      extra: null,
      note: null,
      marks: [],
      isOld: false,
    });
    expect(THINGS.create({ ...whole })).toEqual(whole);
  });

  test('stores JSON as text, an empty list and an empty column as null, and a flag as 1 or 0', () => {
    expect(THINGS.toRow({ ...whole })).toEqual({
      ...whole,
      facts: '{"a":"1"}',
      extra: '{"deep":[1,2]}',
      marks: '[{"code":"m"}]',
      isOld: 1,
    });
    expect(THINGS.toRow(THINGS.create(known))).toMatchObject({ extra: null, note: null, marks: null, isOld: 0 });
  });

  test.each([
    ['with every value', THINGS.create({ ...whole })],
    ['with its initial values', THINGS.create(known)],
  ])('reads a record %s as it was stored', (_with, record) => {
    expect(THINGS.toRecord(THINGS.toRow(record))).toEqual(record);
  });

  test('stores only the columns that a change names, and leaves the change as it is', () => {
    const change = { marks: [], isOld: true };
    expect(THINGS.toRow(change)).toEqual({ marks: null, isOld: 1 });
    expect(change).toEqual({ marks: [], isOld: true });
    expect(THINGS.toRow({ note: null })).toEqual({ note: null });
    expect(THINGS.toRow({})).toEqual({});
  });
});
