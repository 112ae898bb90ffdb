import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTE_OF_PROPERTY, EVENT_OF_HANDLER } from '../../widget/react/react-props.ts';

const root = new URL('../../', import.meta.url).pathname;

interface Named {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}
interface Declaration extends Named {
  kind: string;
  tagName?: string;
  members: (Named & { kind: 'field' | 'method'; attribute?: string })[];
  attributes: (Named & { fieldName: string })[];
  events: Named[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
}
type ReadManifest = (root: string) => { modules: { path: string; declarations: Declaration[] }[] };

type ToVsCodeHtml = (element: Declaration) => {
  tags: { attributes: { name: string; values?: { name: string }[] }[] }[];
};

let element: Declaration;
let cards: Declaration;
let classes: Declaration[];

/** The sources, read as text: another pair of eyes than the compiler's, which the manifest is made with. */
const allSources = readdirSync(join(root, 'widget'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|test-support|^react\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'widget', path), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '') }));
const sources = allSources.filter(({ path }) => !path.startsWith('cards/'));
const found = (pattern: RegExp, from = sources): string[] =>
  [...new Set(from.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1]!)))].sort();
const names = (list: readonly Named[]): string[] => list.map((one) => one.name).sort();

beforeAll(async () => {
  const reader = new URL('../../.config/manifest/read-element.mjs', import.meta.url).href;
  const { readManifest } = (await import(/* @vite-ignore */ reader)) as { readManifest: ReadManifest };
  const declarations = readManifest(root).modules.flatMap((module) => module.declarations);
  element = declarations.find((one) => one.tagName === 'tillgate-checkout')!;
  cards = declarations.find((one) => one.tagName === 'tillgate-cards')!;
  classes = declarations.filter((one) => one.kind === 'class' && one.tagName === undefined);
});

describe('custom-elements.json', () => {
  test('the manifest lists exactly the element’s properties and attributes', () => {
    const { text } = sources.find(({ path }) => path === 'tillgate-checkout.ts')!;
    const rows = [...text.matchAll(/@property\(([^)]*)\)\s+(\w+)/g)].map(([, options = '', name = '']) => ({
      name,
      attribute: options.includes('attribute: false')
        ? undefined
        : (/attribute: '([\w-]+)'/.exec(options)?.[1] ?? name.toLowerCase()),
    }));
    expect(rows.length).toBeGreaterThan(7);
    expect(names(element.members.filter((member) => member.kind === 'field'))).toEqual(names(rows));
    const attributes = rows.filter((row) => row.attribute !== undefined);
    expect(names(element.attributes)).toEqual(attributes.map((row) => row.attribute).sort());
    for (const { name, fieldName } of element.attributes) {
      expect(attributes.find((row) => row.name === fieldName)?.attribute).toBe(name);
    }
  });

  test('the manifest lists exactly the element’s events, each with its class', () => {
    const dispatched = found(/super\(\s*'(tillgate-[\w-]+)'/g);
    expect(dispatched.length).toBeGreaterThan(5);
    expect(names(element.events)).toEqual(dispatched);
    expect(element.events.map((one) => one.type?.text).sort()).toEqual(names(classes));
    expect(found(/new (Tillgate\w+Event)\(/g)).toEqual(names(classes));
  });

  test('the manifest lists exactly the element’s slots', () => {
    expect(names(element.slots)).toEqual(found(/<slot\s+name="([\w-]+)"/g));
    expect(found(/(<slot>)/g)).toEqual([]);
  });

  test('the manifest lists exactly the element’s parts', () => {
    const parts = found(/\spart="([^"]+)"/g).flatMap((list) => list.split(' '));
    // The type of the parts that a template takes from a variable.
    const [choices = ''] = found(/type ButtonPart = ([^;]+);/g);
    const written = parts
      .filter((part) => part !== '${part}' && part !== '${name}')
      .concat([...choices.matchAll(/'(\w+)'/g)].map(([, one]) => one!))
      // A field has its own name as a part.
      .concat(found(/this\.#field\('(\w+)'/g).map((name) => `card-${name}`));
    expect(written.length).toBeGreaterThan(10);
    expect(names(element.cssParts)).toEqual([...new Set(written)].sort());
    // A part that is put together at run time could not be seen here.
    expect(found(/(\spart=\$\{)/g)).toEqual([]);
    expect(found(/\spart="[^"]*(\$\{[^"]*)"/g).sort()).toEqual(['${name}', '${part}']);
  });

  test('every button, input, select, link and option of the templates has a part', () => {
    // A tag up to the next one: its attributes hold functions, but no tag.
    const tags = /<(?:button|a|input|select|textarea|summary)\s[^<]*|<\w+\s[^<>]*role="option"[^<]*/g;
    const controls = allSources.flatMap(({ text }) => text.match(tags) ?? []);
    const withParts = controls.filter((control) => /\spart="/.test(control));
    expect(controls.length).toBeGreaterThan(25);
    expect(controls.filter((control) => !withParts.includes(control))).toEqual([]);
    const buttons = withParts.filter((control) => /^<(button|a)\b/.test(control));
    expect(buttons.filter((button) => !/\spart="(button( [\w${}]+)?|pay)"/.test(button))).toEqual([]);
  });

  test('every button of the templates names its type: without one it would submit a form around it', () => {
    const buttons = allSources.flatMap(({ text }) => text.match(/<button\s[^<]*/g) ?? []);
    expect(buttons.length).toBeGreaterThan(12);
    expect(buttons.filter((button) => !/\stype="(button|submit)"/.test(button))).toEqual([]);
  });

  test('the manifest lists exactly the parts of the saved cards', () => {
    const own = allSources.filter(({ path }) => /^cards\/|saved-card-removal/.test(path));
    const parts = found(/\spart="([^"]+)"/g, own).flatMap((list) => list.split(' '));
    expect(names(cards.cssParts)).toEqual([...new Set(parts)].sort());
  });

  test('the manifest lists exactly the custom properties, with the defaults of the style sheets', () => {
    const defaults = new Map<string, string>();
    for (const { text } of sources) {
      const uses = text.matchAll(/var\(\s*(--tillgate-[\w-]+)\s*(?:,\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))+))?\)/g);
      for (const [, name = '', value] of uses) {
        if (value !== undefined) defaults.set(name, value.trim().replace(/\s+/g, ' '));
      }
    }
    expect(defaults.size).toBeGreaterThan(10);
    expect(Object.fromEntries(element.cssProperties.map((one) => [one.name, one.default]))).toEqual(
      Object.fromEntries(defaults),
    );
    expect(names(element.cssProperties)).toEqual(found(/var\(\s*(--tillgate-[\w-]+)/g));
  });

  test('the manifest lists exactly the public methods', () => {
    expect(names(element.members.filter((member) => member.kind === 'method'))).toEqual(['focus', 'reload', 'submit']);
  });

  test('every manifest entry has a description', () => {
    const lists = [element.members, element.events, element.slots, element.cssParts, element.cssProperties];
    expect(lists.flat().filter((one) => (one.description ?? '').length < 4)).toEqual([]);
  });
});

test('the editor data lists the values of each attribute with choices', async () => {
  const writer = new URL('../../.config/manifest/editor-data.mjs', import.meta.url).href;
  const { toVsCodeHtml } = (await import(/* @vite-ignore */ writer)) as { toVsCodeHtml: ToVsCodeHtml };
  const attributes = toVsCodeHtml(element).tags[0]!.attributes.filter(({ values }) => values !== undefined);
  expect(Object.fromEntries(attributes.map(({ name, values }) => [name, names(values!)]))).toEqual({
    'challenge-window': ['01', '02', '03', '04', '05'],
    layout: ['accordion', 'tabs'],
    theme: ['auto', 'dark', 'light'],
  });
});

describe('React component', () => {
  test('the React component has every property with its attribute, and every event', () => {
    const fields = element.members.filter((member) => member.kind === 'field');
    expect(ATTRIBUTE_OF_PROPERTY).toEqual(Object.fromEntries(fields.map((one) => [one.name, one.attribute ?? null])));
    expect(Object.values(EVENT_OF_HANDLER).sort()).toEqual(names(element.events));
  });
});
