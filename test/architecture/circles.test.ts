import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/**
 * Folders whose files still import each other in a circle; `a + b` is a circle through both. Each entry stands for one
 * or several circles. Remove an entry once its circles are broken; add none.
 */
const KNOWN_CIRCLES: readonly string[] = ['widget/card'];

const paths = ['shared', 'widget', 'server', 'plugins', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path)),
);

/** The modules that each module imports or re-exports, values and types alike. */
const imports = new Map(paths.map((path) => [path, importsOf(path)]));

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, target = '']) => relative(root, resolve(root, dirname(path), target)))
    .filter((target) => paths.includes(target));
}

/** The groups of modules that reach each other by imports: Tarjan's strongly connected components of several modules. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (path: string): number => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    stack.push(path);
    for (const target of graph.get(path) ?? []) {
      const reached = order.has(target) ? (stack.includes(target) ? order.get(target) : undefined) : visit(target);
      lowest.set(path, Math.min(lowest.get(path)!, reached ?? Infinity));
    }
    if (lowest.get(path) === order.get(path)) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1 || graph.get(path)?.includes(path)) circles.push(circle.sort());
    }
    return lowest.get(path)!;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles;
}

test('findCircles returns a circle of three modules without a module that only imports it', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['a']],
    ['e', []],
  ]);
  expect(findCircles(graph)).toEqual([['a', 'b', 'c']]);
});

test('imports are read in every folder', () => {
  expect(imports.get('server/index.ts')?.length).toBeGreaterThan(5);
  expect([...imports.values()].flat().length).toBeGreaterThan(1_000);
});

test('no modules import each other in a circle, values or types, except in the listed folders', () => {
  const circles = findCircles(imports).map((circle) => ({
    folders: [...new Set(circle.map((path) => dirname(path)))].sort().join(' + '),
    circle,
  }));
  const unknown = circles.filter(({ folders }) => !KNOWN_CIRCLES.includes(folders));
  expect(unknown).toEqual([]);
  // A broken circle leaves the list.
  expect(KNOWN_CIRCLES.filter((known) => !circles.some(({ folders }) => folders === known))).toEqual([]);
});
