import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const pages = ['widget/docs/frameworks.md', 'server/docs/mounting.md']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');
const snippets = [...pages.matchAll(/<!-- (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(
  ([, path, code]) => [path!, code!] as const,
);

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

test('the framework pages show an app of every kind', () => {
  const apps = snippets.map(([path]) => path.split('/')[0]);
  for (const app of ['plain', 'vite', 'react', 'next', 'vue', 'hosts']) expect(apps).toContain(app);
});

test.each(snippets)('a snippet of %s in the documents matches the app’s file', (path, code) => {
  const source = lines(readFileSync(join(root, 'test/packaging/apps', path), 'utf8'));
  let from = 0;
  for (const line of lines(code)) {
    const at = source.indexOf(line, from);
    expect(at, line).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
});
