import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

test('the build prints a line before it starts and one for each step on standard error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-build-'));
  cpSync(join(root, '.config/build.mjs'), join(folder, '.config/build.mjs'));
  mkdirSync(join(folder, '.config/manifest'));
  writeFileSync(join(folder, '.config/manifest/write.mjs'), '');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  // Tools that only say that they ran.
  const tool = '#!/bin/sh\necho "$(basename "$0") ran" >&2\nmkdir -p dist/server && touch dist/server/cli.js\n';
  writeFileSync(join(folder, 'node_modules/.bin/vite'), tool, { mode: 0o755 });
  mkdirSync(join(folder, 'node_modules/typescript-native/bin'), { recursive: true });
  const compiler = "console.error('tsc ran'); require('fs').mkdirSync('dist/server', { recursive: true });";
  writeFileSync(join(folder, 'node_modules/typescript-native/bin/tsc'), compiler);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['.config/build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Building Tillgate: .*minute/);
  for (const [at, line] of lines.entries()) if (/ ran$/.test(line)) expect(lines[at - 1]).not.toMatch(/ ran$/);
});

const configs = readdirSync(join(root, '.config')).filter((name) => /^vite\.\w+\.mjs$/.test(name));

test.each(configs)('%s turns off the bundler’s warning about plugin time', async (name) => {
  const config = ((await import(join(root, '.config', name))) as { default: ViteConfig }).default;
  expect(config.build.rolldownOptions.checks).toMatchObject({ bundlerTimings: false });
});

interface ViteConfig {
  build: { rolldownOptions: { checks?: { bundlerTimings?: boolean } } };
}
