import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appFolderOf } from './support/shop-window.ts';

interface Package {
  exports: Record<string, string | { types: string; default?: string }>;
  customElements: string;
  'web-types': string;
}

const root = new URL('../../', import.meta.url).pathname;
const app = appFolderOf('plain');
const installed = join(app, 'node_modules/tillgate');
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Package;

/** A path from the root of the repository, as documents write it; one with a placeholder is no path. */
const NAMED_PATH = /`((?:server|widget|shared|demo|test|\.config|\.decisions)\/[\w./-]*\w)`/g;
/** What only those need who change Tillgate itself. */
const SOURCE =
  /^(test|\.config)\/|\.(ts|css)$|^(server|demo)\/assets\/[\w.-]+$|^(server|widget|shared|demo)(\/[\w-]+)*$/;

/** Headings as a link names them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const node = (script: string, cwd = app): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' }).trim();

describe('package installed from its tarball', () => {
  /** Entry points that need a framework of the shop's. */
  const GUESTS = ['./react', './vendure', './medusa'];

  test('every entry point can be imported in Node, and the element’s entry point needs no browser', () => {
    const doors = Object.entries(manifest.exports)
      .filter(([door, to]) => typeof to === 'object' && to.default !== undefined && !GUESTS.includes(door))
      .map(([door]) => `tillgate${door.slice(1)}`);
    expect(doors).toContain('tillgate/widget');
    expect(doors).toContain('tillgate/server');
    const script = `for (const door of ${JSON.stringify(doors)}) { const names = Object.keys(await import(door)); if (names.length === 0) throw new Error(door); } console.log('ok')`;
    expect(node(script)).toBe('ok');
  });

  test('every file named by an entry point or a package.json field exists', () => {
    const named = Object.values(manifest.exports).flatMap((to) => (typeof to === 'string' ? [to] : Object.values(to)));
    const missing = [...named, manifest.customElements, manifest['web-types']].filter(
      // A door that is a pattern has to lead to something.
      (path) => !existsSync(join(installed, path.replace('*', 'paper'))),
    );
    expect(named.length).toBeGreaterThan(12);
    expect(missing).toEqual([]);
  });

  const documents = ['.', '.github', 'widget/docs', 'server/docs', '.decisions'].flatMap((folder) =>
    readdirSync(join(installed, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );

  test('every file and heading linked from the README and the documents exists', () => {
    const missing = documents.flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, to = '', heading]) => {
          const target = join(installed, to === '' ? path : join(dirname(path), to));
          if (!existsSync(target)) return true;
          return heading !== undefined && !headingsOf(readFileSync(target, 'utf8')).includes(heading);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(documents.length).toBeGreaterThan(45);
    expect(missing).toEqual([]);
  });

  test('every file named in the documents exists in the package or in the repository', () => {
    const named = documents.flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(NAMED_PATH)].map(([, name]) => `${path}: ${name!}`),
    );
    const nameOf = (entry: string): string => entry.split(': ')[1]!;
    const isThere = (name: string): boolean => existsSync(join(installed, name));
    const isSource = (name: string): boolean => SOURCE.test(name) && existsSync(join(root, name));
    expect(named.map(nameOf)).toContain('server/Dockerfile');
    expect(named.map(nameOf)).toContain('server/compose.yaml');
    expect(named.filter((entry) => !isThere(nameOf(entry)) && !isSource(nameOf(entry)))).toEqual([]);
  });

  test('every file named by the Dockerfile and the compose file exists', () => {
    const compose = readFileSync(join(installed, 'server/compose.yaml'), 'utf8');
    const dockerfile = readFileSync(join(installed, 'server/Dockerfile'), 'utf8');
    const built = [...compose.matchAll(/build: \{ context: (\S+), dockerfile: (\S+) \}/g)];
    expect(built.map(([, context, file]) => existsSync(join(installed, 'server', context!, file!)))).toEqual([true]);
    // What is written with a pattern is copied where it is there.
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build \/build\/)?(?!--from)([^\n]+) \S+$/gm)]
      .flatMap(([, paths]) => paths!.split(' '))
      .filter((path) => !/\[.\]$/.test(path));
    expect(copied).toContain('dist');
    expect(copied).toContain('package.json');
    expect(copied.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
    const ignored = readFileSync(join(installed, 'server/Dockerfile.dockerignore'), 'utf8').split('\n');
    for (const path of copied) expect(ignored).not.toContain(path);
  });

  test('the package has no root entry point', () => {
    const script = "import('tillgate').then(() => console.log('open'), (error) => console.log(error.code))";
    expect(node(script)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  test.each([
    ['vendure', '@vendure'],
    ['medusa', '@medusajs'],
  ])('only the plugin for %s needs %s', (door, scope) => {
    expect(existsSync(join(app, 'node_modules', scope))).toBe(false);
    const script = `import('tillgate/${door}').catch((error) => console.log(error.code))`;
    expect(node(script)).toBe('ERR_MODULE_NOT_FOUND');
  });

  test('only the React entry point needs React', () => {
    expect(existsSync(join(app, 'node_modules/react'))).toBe(false);
    const script = "import('tillgate/react').catch((error) => console.log(error.code))";
    expect(node(script)).toBe('ERR_MODULE_NOT_FOUND');
  });

  test.each(['react', 'react-18'])('%s renders the tag on a server without the element’s code', (name) => {
    const script = `import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { TillgateCheckout } from 'tillgate/react';
const before = console.error;
console.error = (...words) => { throw new Error(words.join(' ')); };
console.log(renderToString(h(TillgateCheckout, { session: 'tgs_1', server: 'https://pay.example', challengeWindow: '05', labels: { pay: 'Buy' }, className: 'wide', id: 'checkout', onReady() {} }, h('p', { slot: 'header' }, 'One mug'))));
if (globalThis.customElements ?? globalThis.litElementVersions) throw new Error('Lit was loaded');`;
    const html = node(script, appFolderOf(name));
    expect(html).toMatch(/^<tillgate-checkout [^>]+><p slot="header">One mug<\/p><\/tillgate-checkout>$/);
    const tag = html.slice(0, html.indexOf('>'));
    for (const attribute of [
      'session="tgs_1"',
      'server="https://pay.example"',
      'challenge-window="05"',
      'class="wide"',
      'id="checkout"',
    ]) {
      expect(tag).toContain(` ${attribute}`);
    }
    expect(tag).not.toMatch(/labels|object|onready/i);
  });

  test('editor data lists the tag, its attributes and their values', () => {
    const read = (path: string): string => readFileSync(join(installed, path), 'utf8');
    const html = JSON.parse(read('dist/editor/vscode.html-custom-data.json')) as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    expect(html.tags.map((tag) => tag.name)).toEqual(['tillgate-checkout']);
    expect(html.tags[0]!.attributes.find((one) => one.name === 'theme')?.values).toEqual([
      { name: 'auto' },
      { name: 'light' },
      { name: 'dark' },
    ]);
    expect(read('dist/editor/vscode.css-custom-data.json')).toContain('"--tillgate-color-primary"');
    expect(read(manifest['web-types'])).toContain('"tillgate-complete"');
    expect(read(manifest.customElements)).toContain('"TillgateCompleteEvent"');
  });
});
