import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

interface Entry {
  text: string;
  link?: string;
  items?: Entry[];
}

const root = new URL('../../', import.meta.url).pathname;
const { toNavigation } = (await import(join(root, '.config/site/gather-pages.mjs'))) as {
  toNavigation: (index: string, pathOf: (link: string) => string) => Entry[];
};
const navigation = toNavigation(readFileSync(join(root, 'server/docs/README.md'), 'utf8'), (link) =>
  posix.join('server/docs', link),
);
const linksOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)]);

test('the index of the manual has tutorial, how-to guides, reference and explanation in this order', () => {
  expect(navigation.map(({ text }) => text)).toEqual(['Tutorial', 'How-to guides', 'Reference', 'Explanation']);
  for (const section of navigation) expect(linksOf([section]).length, section.text).toBeGreaterThan(0);
});

test('the index of the manual lists each page once', () => {
  const pages = ['server/docs', 'widget/docs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `/${folder}/${name.replace(/md$/, 'html')}`),
  );
  const listed = linksOf(navigation).filter((link) => link.endsWith('.html'));
  expect(listed.sort()).toEqual(pages.sort());
});
