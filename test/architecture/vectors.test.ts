import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const files = readdirSync(join(root, 'test/vectors'));
const tests = ['shared', 'widget', 'server', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('vectors.test.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

test('test vectors exist', () => {
  expect(files.length).toBeGreaterThan(10);
});

test.each(files)('a test reads the vectors of %s', (file) => {
  const name = file.replace('.json', '');
  const isRead = (text: string): boolean =>
    text.includes('test/vectors/') || text.includes('../test/vectors/')
      ? text.includes(`vectors/${file}`) || text.includes(`('${name}')`) || text.includes(`'${name}',`)
      : false;
  expect(tests.some(isRead)).toBe(true);
});
