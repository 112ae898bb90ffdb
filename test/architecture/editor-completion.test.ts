import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CompletionItemKind,
  getLanguageService,
  newHTMLDataProvider,
  TextDocument,
  type HTMLDataV1,
  type LanguageService,
  type MarkupContent,
} from 'vscode-html-languageservice';

/** Completion and descriptions of the element in an editor. */

const root = new URL('../../', import.meta.url).pathname;

interface Described {
  name: string;
  description: string;
}
interface Element {
  tagName?: string;
  members: (Described & { kind: string })[];
  attributes: Described[];
  events: Described[];
  slots: Described[];
  cssParts: Described[];
}

let element: Element;
let html: LanguageService;

beforeAll(async () => {
  const load = (path: string): Promise<unknown> => import(/* @vite-ignore */ new URL(path, import.meta.url).href);
  const { readManifest } = (await load('../../.config/manifest/read-element.mjs')) as {
    readManifest: (root: string) => { modules: { declarations: Element[] }[] };
  };
  const { toVsCodeHtml } = (await load('../../.config/manifest/editor-data.mjs')) as {
    toVsCodeHtml: (element: Element) => HTMLDataV1;
  };
  const declarations = readManifest(root).modules.flatMap((module) => module.declarations);
  element = declarations.find((one) => one.tagName === 'tillgate-checkout')!;
  const provider = newHTMLDataProvider('tillgate', toVsCodeHtml(element));
  html = getLanguageService({ customDataProviders: [provider] });
});

const textOf = (words: string | MarkupContent | undefined): string =>
  typeof words === 'string' ? words : (words?.value ?? '');

/** Offers at the `|` of a page, with the description of each. */
function completeHtml(marked: string): Map<string, string> {
  const document = TextDocument.create('file:///page.html', 'html', 1, marked.replace('|', ''));
  const offers = html.doComplete(document, document.positionAt(marked.indexOf('|')), html.parseHTMLDocument(document));
  expect(offers.items.every(({ kind }) => kind !== CompletionItemKind.Text)).toBe(true);
  return new Map(offers.items.map(({ label, documentation }) => [label, textOf(documentation)]));
}

describe('HTML language service', () => {
  test('the HTML language service offers the tag with its description, events, slots and parts', () => {
    const description = completeHtml('<till|').get('tillgate-checkout')!;
    expect(description).toContain("The checkout: takes a session's token");
    const named = [...element.events, ...element.slots, ...element.cssParts];
    expect(named.length).toBeGreaterThan(25);
    for (const one of named) expect(description).toContain(`\`${one.name}\`: ${one.description}`);
  });

  test('the HTML language service offers every attribute with its description', () => {
    const offers = completeHtml('<tillgate-checkout |></tillgate-checkout>');
    expect(element.attributes.length).toBeGreaterThan(7);
    for (const { name, description } of element.attributes) expect(offers.get(name)).toContain(description);
  });

  test('the HTML language service offers the values of an attribute', () => {
    const offers = completeHtml('<tillgate-checkout layout="|"></tillgate-checkout>');
    expect([...offers.keys()]).toEqual(expect.arrayContaining(['accordion', 'tabs']));
  });

  test('the HTML language service offers the slot names with their descriptions', () => {
    const offers = completeHtml('<tillgate-checkout><div slot="|"></div></tillgate-checkout>');
    expect(Object.fromEntries(offers)).toMatchObject(
      Object.fromEntries(element.slots.map((one) => [one.name, one.description])),
    );
  });

  test('the HTML language service describes the element and its attributes on hover', () => {
    const text = '<tillgate-checkout risk-token="a"></tillgate-checkout>';
    const document = TextDocument.create('file:///page.html', 'html', 1, text);
    const hover = (at: string): string => {
      const found = html.doHover(document, document.positionAt(text.indexOf(at) + 1), html.parseHTMLDocument(document));
      return textOf(found?.contents as MarkupContent);
    };
    expect(hover('tillgate-checkout')).toContain('takes a session');
    expect(hover('risk-token')).toContain("the shop's own risk check");
  });
});

/** Parsed libraries and sources, which all services share. */
const registry = ts.createDocumentRegistry();

/** A file beside the element with a `|` where the editor's caret is. */
function edit(name: string, marked: string): { service: ts.LanguageService; path: string; at: number } {
  const path = join(root, 'widget', name);
  const text = marked.replace('|', '');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
    strict: true,
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    noEmit: true,
  };
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: (file) => (file === path ? text : '1'),
    getScriptSnapshot: (file) => {
      const content = file === path ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    readDirectory: (...of) => ts.sys.readDirectory(...of),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  };
  return { service: ts.createLanguageService(host, registry), path, at: marked.indexOf('|') };
}

/** Offers of TypeScript at the `|`, and what it says about one of them. */
function completeTypeScript(name: string, marked: string): { offers: string[]; describe: (offer: string) => string } {
  const { service, path, at } = edit(name, marked);
  const found = service.getCompletionsAtPosition(path, at, {})?.entries ?? [];
  return {
    offers: found.map((entry) => entry.name),
    describe: (offer) => {
      const details = service.getCompletionEntryDetails(path, at, offer, {}, undefined, {}, undefined);
      return ts.displayPartsToString(details?.documentation).replace(/\s+/g, ' ');
    },
  };
}

describe('TypeScript language service', () => {
  test('TypeScript offers every property and method of the element with its description', () => {
    const { offers, describe: describeOffer } = completeTypeScript(
      'probe.ts',
      `import './index.ts'; const element = document.querySelector('tillgate-checkout')!; element.|`,
    );
    expect(element.members.length).toBeGreaterThan(12);
    for (const { name, description } of element.members) {
      expect(offers).toContain(name);
      expect(describeOffer(name)).toBe(description.replace(/\s+/g, ' '));
    }
  });

  test('TypeScript offers the values of a property', () => {
    const { offers } = completeTypeScript(
      'probe.ts',
      `import './index.ts'; document.createElement('tillgate-checkout').layout = '|'`,
    );
    expect(offers.sort()).toEqual(['accordion', 'tabs']);
  });

  test('TypeScript offers every event and the properties of the event that a listener receives', () => {
    const listen = (name: string, body: string): string =>
      `import './index.ts'; document.createElement('tillgate-checkout').addEventListener('${name}', (event) => ${body});`;
    const { offers } = completeTypeScript('probe.ts', listen('|', '0'));
    expect(element.events.length).toBeGreaterThan(5);
    for (const { name } of element.events) expect(offers).toContain(name);
    const complete = completeTypeScript('probe.ts', listen('tillgate-complete', 'event.|'));
    expect(complete.offers).toEqual(expect.arrayContaining(['session_id', 'payment_id', 'status']));
    expect(complete.describe('status')).toMatch(/^How the session ended/);
  });

  test('TypeScript offers the tag’s properties and events in JSX with their descriptions', () => {
    const { offers, describe: describeOffer } = completeTypeScript(
      'probe.tsx',
      `import './react/jsx.ts'; export const page = <tillgate-checkout | />;`,
    );
    const fields = element.members.filter(({ kind }) => kind === 'field');
    for (const { name, description } of fields) {
      expect(offers).toContain(name);
      expect(describeOffer(name)).toBe(description.replace(/\s+/g, ' '));
    }
    expect(offers).toEqual(expect.arrayContaining(element.events.map(({ name }) => `on${name}`)));
  });

  test('TypeScript offers the handlers of the React component', () => {
    const { offers } = completeTypeScript(
      'probe.tsx',
      `import { TillgateCheckout } from './react/index.ts'; export const page = <TillgateCheckout | />;`,
    );
    const handlers = ['onReady', 'onChange', 'onSubmit', 'onAction', 'onComplete', 'onError'];
    expect(offers).toEqual(expect.arrayContaining([...handlers, 'session', 'labels']));
  });
});
