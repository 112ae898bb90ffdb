import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

/** Where tests that carry a promise's number lie. */
const FOLDERS = ['test', 'server', 'widget', 'shared'];

/** The promises by number, as the project's document words them. */
export function readPromiseTexts(): Map<number, string> {
  const text = readFileSync(join(root, 'server/docs/promises.md'), 'utf8');
  return new Map([...text.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, words]) => [Number(number), words ?? '']));
}

/** Titles of tests and groups that begin with a promise's number, by number. */
export function findTestTitlesByPromise(): Map<number, string[]> {
  const titles = new Map<number, string[]>();
  for (const file of testFiles()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, title = ''] of text.matchAll(
      /(?:test|describe)(?:\.\w+)?(?:\([^()]*\))?\(\s*[`'"](promises? \d[^`'"]*)/g,
    )) {
      for (const number of promiseNumbersOfTitle(title)) titles.set(number, [...(titles.get(number) ?? []), title]);
    }
  }
  return titles;
}

/** `promise 7: ...` and `promises 5 and 9: ...` name 7, 5 and 9. */
export function promiseNumbersOfTitle(title: string): number[] {
  const [, list = ''] = /^promises? ([\d, and]+):/.exec(title) ?? [];
  return [...list.matchAll(/\d+/g)].map(Number);
}

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
}
