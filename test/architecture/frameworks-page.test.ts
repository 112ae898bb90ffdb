import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const page = readFileSync(join(root, 'widget/docs/frameworks.md'), 'utf8');
const snippets = [...page.matchAll(/<!-- (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(
  ([, path, code]) => [path!, code!] as const,
);

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

test('the page shows apps of every kind', () => {
  const apps = snippets.map(([path]) => path.split('/')[0]);
  for (const app of ['plain', 'vite', 'react', 'next', 'vue']) expect(apps).toContain(app);
});

test.each(snippets)('what the page shows of %s stands there, in that order', (path, code) => {
  const source = lines(readFileSync(join(root, 'test/packaging/apps', path), 'utf8'));
  let from = 0;
  for (const line of lines(code)) {
    const at = source.indexOf(line, from);
    expect(at, line).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
});
