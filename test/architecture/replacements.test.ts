import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Names that stand for functions, and for patterns out of this project's own data of phone numbers. */
const KNOWN = new Set(['toMask', 'digitsOf', 'whole', 'transform']);

const sources = ['shared', 'widget', 'server', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test|\.d)\.(ts|js|mjs)$/.test(path) && !path.includes('node_modules')),
);

function isConstant(argument: ts.Expression): boolean {
  return (
    ts.isStringLiteral(argument) ||
    ts.isNoSubstitutionTemplateLiteral(argument) ||
    ts.isArrowFunction(argument) ||
    ts.isFunctionExpression(argument) ||
    (ts.isConditionalExpression(argument) && isConstant(argument.whenTrue) && isConstant(argument.whenFalse)) ||
    (ts.isIdentifier(argument) && KNOWN.has(argument.text))
  );
}

/** Calls of replace and replaceAll whose replacement is a text made at run time: `$&` and `$1` mean something in it. */
function findMadeReplacements(path: string, text: string): { calls: number; made: string[] } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const made: string[] = [];
  let calls = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [, replacement] = node.arguments;
      const isReplace = /^replace(All)?$/.test(node.expression.name.text) && replacement !== undefined;
      if (isReplace) calls += 1;
      if (isReplace && !isConstant(replacement)) made.push(`${path}: ${node.getText().slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { calls, made };
}

test('every String.replace with run-time text uses a replacement function', () => {
  const found = sources.map((path) => findMadeReplacements(path, readFileSync(join(root, path), 'utf8')));
  expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(80);
  expect(found.flatMap(({ made }) => made)).toEqual([]);
});
