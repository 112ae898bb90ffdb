import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the apps lie, each installed from the tarball. */
    shops: string;
  }
}

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url).pathname;
const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'];
/** These share one install. React 18 and the app with nothing but the package have their own, beside it. */
const TOGETHER = ['vite', 'webpack', 'react', 'vue', 'next', 'types', 'hosts'];
const ALONE = ['react-18', 'plain'];

/** Packs the repository once and installs the tarball into every app, as shops would. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shops = realpathSync(mkdtempSync(join(tmpdir(), 'tillgate-shops-')));
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', shops], { cwd: root });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  renameSync(join(shops, filename), join(shops, 'tillgate.tgz'));
  cpSync(join(shops, 'tillgate.tgz'), join(shops, 'together/tillgate.tgz'));
  for (const app of TOGETHER) copy(app, join(shops, 'together', app));
  for (const app of ALONE) copy(app, join(shops, app));
  // The same shop, with the React of before.
  for (const part of ['src', 'index.html', 'tsconfig.json']) copy(`react/${part}`, join(shops, 'react-18', part));
  const workspace = { name: 'shops', private: true, workspaces: TOGETHER };
  writeFileSync(join(shops, 'together/package.json'), JSON.stringify(workspace));
  await Promise.all(['together', ...ALONE].map((folder) => run('npm', INSTALL, { cwd: join(shops, folder) })));
  project.provide('shops', shops);
  return () => rm(shops, { recursive: true, force: true });
}

function copy(app: string, to: string): void {
  cpSync(join(root, 'test/packaging/apps', app), to, { recursive: true });
}
