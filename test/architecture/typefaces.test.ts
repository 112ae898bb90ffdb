import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const packages = join(root, 'node_modules/@fontsource-variable');

test.each([
  ['server/assets/fonts/geist-latin.woff2', 'geist/files/geist-latin-wght-normal.woff2'],
  ['server/assets/fonts/geist-latin-ext.woff2', 'geist/files/geist-latin-ext-wght-normal.woff2'],
  ['server/assets/fonts/geist-license.txt', 'geist/LICENSE'],
  ['demo/assets/fonts/fraunces-latin.woff2', 'fraunces/files/fraunces-latin-wght-normal.woff2'],
  ['demo/assets/fonts/fraunces-license.txt', 'fraunces/LICENSE'],
])('the file %s is the one of its npm package', (file, published) => {
  expect(readFileSync(join(root, file)).equals(readFileSync(join(packages, published)))).toBe(true);
});
