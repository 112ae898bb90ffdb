import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, test } from 'vitest';
import { appFolderOf } from './support/shop-window.ts';

const installed = join(appFolderOf('plain'), 'node_modules/tillgate');
const tarball = new Uint8Array(readFileSync(join(inject('shops'), 'tillgate.tgz')));

test('publint finds nothing to improve in the tarball', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, level: 'suggestion' });
  expect(pkg['name']).toBe('tillgate');
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('every entry point has types for ES modules and bundlers, and nothing is published for require', async () => {
  const result = await checkPackage(createPackageFromTarballData(tarball));
  if (result.types === false) throw new Error('the tarball has no types');
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { exports: object };
  expect(Object.keys(result.entrypoints)).toEqual(Object.keys(exports));
  const problems = result.problems.map((problem) =>
    'resolutionKind' in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind,
  );
  // Resolution without `exports` finds nothing, and `require` an ES module: the package has neither.
  expect([...new Set(problems)].sort()).toEqual(['CJSResolvesToESM node16-cjs', 'NoResolution node10']);
});

test('the package stays below the sizes that the README states', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const [, packed, unpacked] = /under ([\d.]+) MB packed and ([\d.]+) MB unpacked/.exec(readme)!;
  expect(tarball.length).toBeLessThan(Number(packed) * 1_000_000);
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeLessThan(Number(unpacked) * 1_000_000);
});

test('the release workflow publishes with provenance, and only what the tests have passed on', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/release.yml', import.meta.url), 'utf8');
  expect(workflow).toContain('uses: ./.github/workflows/ci.yml');
  const publish = workflow.slice(workflow.indexOf('  publish:\n'));
  expect(publish).toMatch(/^ {4}needs: ci$/m);
  expect(publish).toMatch(/^ {6}id-token: write$/m);
  expect(publish.match(/npm publish.*/g)).toEqual(['npm publish --provenance --access public']);
});
