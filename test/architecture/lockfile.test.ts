import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
}

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { packages, lockfileVersion } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, Locked>;
  lockfileVersion: number;
};

/** Where Node looks for a package from the folder of another: its own node_modules first, then those above. */
function findLocked(from: string, name: string): Locked | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

/** `package -> dependency` for each that a locked package names and the lockfile lacks. */
function lacking(kind: 'dependencies' | 'optionalDependencies'): string[] {
  return Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys(locked[kind] ?? {})
      .filter((name) => findLocked(path, name) === undefined)
      .map((name) => `${path} -> ${name}`),
  );
}

describe('package-lock.json', () => {
  test('the lockfile holds every optional package of every locked package, for every platform', () => {
    const named = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
    // Bundlers, compilers and the database each have one for macOS, Windows and Linux.
    for (const platform of ['darwin-arm64', 'win32-x64', 'linux-x64', 'linux-arm64']) {
      expect(named.filter((name) => name.includes(platform)).length, platform).toBeGreaterThan(3);
    }
    expect(lacking('optionalDependencies')).toEqual([]);
  });

  test('the lockfile holds every dependency of every locked package', () => {
    expect(lacking('dependencies')).toEqual([]);
  });

  test('the lockfile gives platform packages the exact version that their package requires', () => {
    const wrong = Object.entries(packages).flatMap(([path, locked]) =>
      Object.entries(locked.optionalDependencies ?? {})
        .filter(([, range]) => /^\d/.test(range))
        .filter(([name, range]) => findLocked(path, name)?.version !== range)
        .map(([name, range]) => `${path} -> ${name} ${range}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the lockfile takes packages only from the public registry', () => {
    expect(lockfileVersion).toBe(3);
    const elsewhere = Object.entries(packages)
      .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
      .map(([path, { resolved }]) => `${path}: ${String(resolved)}`);
    expect(elsewhere).toEqual([]);
  });

  test('continuous integration and the container image install exactly the lockfile', () => {
    expect(read('.ci/run')).toMatch(/^npm ci$/m);
    expect(read('.ci/run')).not.toMatch(/\bnpm (install|i)\b/);
    // Without it, as in the published package, there is nothing to hold to.
    const installs = [...read('server/Dockerfile').matchAll(/^(.*)\bnpm (?:install|i)\b(?! --no-save)/gm)];
    expect(installs.map(([, before]) => before!.trim())).toEqual(['else']);
    expect(read('server/Dockerfile').match(/if \[ -f package-lock\.json \]; then npm ci /g)).toHaveLength(2);
  });
});
