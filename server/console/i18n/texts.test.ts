import { describe, expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { LANGUAGES } from './languages.ts';
import { LOADERS, texts } from './texts.ts';

type Leaf = string | ((...values: never[]) => string);

function leavesOf(node: object, path = ''): [path: string, leaf: Leaf][] {
  return Object.entries(node).flatMap(([name, value]: [string, object | Leaf]) =>
    typeof value === 'object' ? leavesOf(value, `${path}/${name}`) : [[`${path}/${name}`, value] as [string, Leaf]],
  );
}

const shown = (leaf: Leaf): string =>
  typeof leaf === 'string' ? leaf : (leaf as (...values: unknown[]) => string)('«1»', '«2»', '«3»');

/** Texts that are the same word in another language. */
const ALIKE = /^(?!.*[a-z]{5} [a-z]{4})/;

test('every language but English has a loader', () => {
  expect(Object.keys(LOADERS)).toEqual(Object.keys(LANGUAGES).filter((tag) => tag !== 'en'));
});

describe.each(Object.entries(LOADERS))('%s', (_, load) => {
  test('has each text of the English table, with the same values in it', async () => {
    const own = new Map(leavesOf(await load()));
    const english = leavesOf(texts);
    expect([...own.keys()]).toEqual(english.map(([path]) => path));
    const valuesIn = (leaf: Leaf): string[] => [...new Set(shown(leaf).match(/«\d»/g))].sort();
    for (const [path, leaf] of english) {
      expect(typeof own.get(path), path).toBe(typeof leaf);
      expect(valuesIn(own.get(path)!), path).toEqual(valuesIn(leaf));
    }
  });

  test('repeats no English sentence', async () => {
    const own = new Map(leavesOf(await load()));
    const same = leavesOf(texts).filter(([path, leaf]) => shown(own.get(path)!) === shown(leaf));
    expect(same.map(([, leaf]) => shown(leaf)).filter((text) => !ALIKE.test(text))).toEqual([]);
  });
});

test('the sentences that the shopper saw cover each decline code', () => {
  expect(Object.keys(texts.shopperSaw.declines).sort()).toEqual(Object.keys(DeclineCode.def.entries).sort());
});
