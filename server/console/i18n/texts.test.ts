import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { API_ROUTES } from '../../api/index.ts';
import { WEBHOOK_EVENT_TYPES } from '../../webhooks/event-data.ts';
import { LANGUAGES } from './languages.ts';
import { LANGUAGE_LOADERS, texts } from './texts.ts';

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
  expect(Object.keys(LANGUAGE_LOADERS)).toEqual(Object.keys(LANGUAGES).filter((tag) => tag !== 'en'));
});

describe.each(Object.entries(LANGUAGE_LOADERS))('%s', (_, load) => {
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

test('exactly the events that the companion sends have a name', () => {
  expect(Object.keys(texts.events.types).sort()).toEqual([...WEBHOOK_EVENT_TYPES].sort());
});

/** The calls of the console itself that the audit log records. */
const CONSOLE_ACTIONS = [
  'POST /console/session',
  'POST /console/passkeys',
  'POST /console/removed-passkeys',
  'DELETE /console/sessions',
];

test('exactly the calls that the audit log records have a name', () => {
  const recorded = API_ROUTES.filter(({ idempotency }) => idempotency !== 'none');
  const names = [...CONSOLE_ACTIONS, ...recorded.map(({ method, path }) => `${method} /v1${path}`)];
  expect(Object.keys(texts.audit.actions).sort()).toEqual(names.sort());
});

test('exactly the operations that the companion records have a name', () => {
  const issuing = API_ROUTES.filter(({ path, idempotency }) => path.startsWith('/issuing/') && idempotency !== 'none');
  expect(Object.keys(texts.operations).sort()).toEqual(['payout', ...issuing.map(({ name }) => name)].sort());
});

/** The console's sources without its tests and languages. */
const SOURCES = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/i18n[\\/]..\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

/** Whether a source reads a text of a group: by its name, by a computed name, or with the whole group. */
function isRead(source: string, group: string, key: string): boolean {
  const names = [...source.matchAll(new RegExp(`const (\\w+) = texts\\.${group};`, 'g'))].map(([, name]) => name);
  if (names.length === 0 && !source.includes(`texts.${group}`)) return false;
  const table = `\\b(?:${[...names, `texts\\.${group}`].join('|')})`;
  const suffixes = [...source.matchAll(new RegExp(`${table}\\[\`\\$\\{\\w+\\}(\\w+)\``, 'g'))];
  return (
    new RegExp(`${table}\\.${key}\\b`).test(source) ||
    new RegExp(`${table}(?:,| as|\\))`).test(source) ||
    suffixes.some(([, suffix = '']) => key.endsWith(suffix)) ||
    (new RegExp(`${table}\\[`).test(source) && SOURCES.some((one) => one.includes(`'${key}'`))) ||
    (new RegExp(`readonly texts = ${names[0] ?? 'none'};`).test(source) && LIST_TEXTS.includes(key))
  );
}

/** What each list reads of its own group. */
const LIST_TEXTS = ['title', 'empty', 'emptyAbout', 'noMatch', 'searchHint'];

test('every text is read by the console', () => {
  const keys = Object.entries(texts).flatMap(([group, value]: [string, string | object]) =>
    typeof value === 'string' ? [] : Object.keys(value).map((key) => [group, key] as const),
  );
  const unread = keys.filter(([group, key]) => !SOURCES.some((source) => isRead(source, group, key)));
  expect(unread.map((path) => path.join('.'))).toEqual([]);
});
