import type { TemplateResult } from 'lit';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

/** The texts and the kinds that the templates of the lines are filled with. */
const valuesOf = (value: unknown): unknown[] =>
  jsonText(value).flatMap(({ values: [, parts, end] }) => [
    ...(parts as TemplateResult[]).flatMap(({ values }) => values),
    end,
  ]);

test('names, texts and other values are told apart, and nothing is lost', () => {
  const value = { id: 'evt_1', amount: '24.00', attempts: 3, paid: true, note: null, 'odd "name"': 'a: "b", <i>' };
  const values = valuesOf(value);
  expect(values.filter((part) => part === 'name' || part === 'text' || part === 'value')).toEqual([
    ...['name', 'text', 'name', 'text', 'name', 'value', 'name', 'value', 'name', 'value', 'name', 'text'],
  ]);
  const text = values.filter((part) => !['name', 'text', 'value'].includes(part as string)).join('');
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(`${JSON.stringify(value, null, 2)}\n`);
});

test('each line of JSON tells how deep it stands', () => {
  expect(jsonText({ card: { last4: '4242' } }).map(({ values: [indent] }) => indent)).toEqual(
    [0, 2, 4, 2, 0].map((depth) => `--indent: ${String(depth)}ch`),
  );
});
