// Reads the element's public contract from its class: the compiler knows the types, the JSDoc has the words. The compiler
// is here anyway and sees through type aliases; the usual analyzer does not, and brings 50 packages and an install script.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const TAG = 'tillgate-checkout';
const TYPE_FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** The custom-elements manifest (schema 1.0.0) of `widget`, with paths as the package has them. */
export function readManifest(root) {
  const entry = join(root, 'widget/tillgate-checkout.ts');
  const events = join(root, 'widget/events/index.ts');
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'widget/tsconfig.json'), {}, ts.sys);
  const program = ts.createProgram([entry, events], { ...config.options, noEmit: true, composite: false });
  const checker = program.getTypeChecker();
  const classOf = (path, name) => {
    const node = program
      .getSourceFile(path)
      .statements.find((one) => ts.isClassDeclaration(one) && one.name?.text === name);
    if (node === undefined) throw new Error(`no class ${name} in ${path}`);
    return node;
  };
  const element = classOf(entry, 'TillgateCheckout');
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(events)));
  const eventClasses = exported.map((symbol) => checker.getAliasedSymbol(symbol).valueDeclaration);
  return {
    schemaVersion: '1.0.0',
    readme: 'widget/docs/element.md',
    modules: [
      moduleOf(
        root,
        element,
        { ...readClass(checker, element, root), ...readTags(element, root), tagName: TAG, customElement: true },
        [{ kind: 'custom-element-definition', name: TAG }],
      ),
      ...eventClasses.map((node) => moduleOf(root, node, readClass(checker, node, root), [])),
    ],
  };
}

function moduleOf(root, node, declaration, definitions) {
  const path = relative(root, node.getSourceFile().fileName).replace(/\.ts$/, '.js');
  const module = `dist/${path}`;
  const reference = { name: declaration.name, module };
  return {
    kind: 'javascript-module',
    path: module,
    declarations: [declaration],
    exports: [
      { kind: 'js', name: declaration.name, declaration: reference },
      ...definitions.map((one) => ({ ...one, declaration: reference })),
    ],
  };
}

/** Name, words, members and attributes of a class; what it inherits is left to the class that it extends. */
function readClass(checker, node, root) {
  const symbol = checker.getSymbolAtLocation(node.name);
  const members = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter((member) => member.valueDeclaration?.parent === node)
    .map((member) => readMember(checker, member, node))
    .filter((member) => member !== undefined);
  const attributes = members
    .filter((member) => member.attribute !== undefined)
    .map(({ attribute, name, type, default: standard, description }) =>
      clean({ name: attribute, fieldName: name, type, default: standard, description }),
    );
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  return clean({
    kind: 'class',
    name: node.name.text,
    description: wordsOf(checker, symbol),
    superclass: base && superclassOf(checker, base.expression, root),
    members,
    attributes: attributes.length > 0 ? attributes : undefined,
  });
}

/** A class of ours by its module, one of the browser's as global. */
function superclassOf(checker, expression, root) {
  const symbol = checker.getSymbolAtLocation(expression);
  const { valueDeclaration } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const path = relative(root, valueDeclaration.getSourceFile().fileName);
  const name = expression.getText();
  return path.startsWith('widget/')
    ? { name, module: `dist/${path.replace(/\.ts$/, '.js')}` }
    : { name, package: 'global:' };
}

function readMember(checker, symbol, owner) {
  const node = symbol.valueDeclaration;
  const description = wordsOf(checker, symbol);
  const hidden =
    ts.getCombinedModifierFlags(node) &
    (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static);
  const internal = ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'internal');
  if (hidden || internal || ts.isPrivateIdentifier(node.name)) return undefined;
  const type = checker.getTypeOfSymbolAtLocation(symbol, owner);
  if (ts.isMethodDeclaration(node)) {
    // The life cycle is for the browser; a method for the page has a sentence of its own.
    if (ts.getJSDocCommentsAndTags(node).length === 0) return undefined;
    const [signature] = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    const parameters = signature.parameters.map((one) => ({
      name: one.name,
      optional: one.valueDeclaration.questionToken !== undefined,
      type: { text: checker.typeToString(checker.getTypeOfSymbol(one), one.valueDeclaration, TYPE_FORMAT) },
    }));
    const result = checker.typeToString(signature.getReturnType(), node, TYPE_FORMAT);
    return clean({
      kind: 'method',
      name: symbol.name,
      privacy: 'public',
      description,
      parameters,
      return: { type: { text: result } },
    });
  }
  const attribute = attributesOf(owner).get(symbol.name);
  return clean({
    kind: 'field',
    name: symbol.name,
    privacy: 'public',
    readonly: (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) > 0 || undefined,
    type: { text: typeText(checker, type, node) },
    default: node.initializer?.getText(),
    description,
    attribute: attribute || undefined,
    reflects: ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'reflect') || undefined,
  });
}

/** The class's table of properties and their attributes. */
function attributesOf(node) {
  const table = node.members.find(
    (member) => ts.isPropertyDeclaration(member) && member.name.getText() === 'attributes',
  );
  return new Map(table?.initializer.properties.map((one) => [one.name.getText(), one.initializer.text]));
}

/** Choices are spelled out, so that editors can offer them; everything else as it was written. */
function typeText(checker, type, node) {
  const parts = type.isUnion() ? type.types : [type];
  if (parts.every((part) => part.isStringLiteral())) return parts.map((part) => `'${part.value}'`).join(' | ');
  return node.type?.getText() ?? checker.typeToString(type, node, TYPE_FORMAT);
}

const LISTS = { fires: 'events', slot: 'slots', csspart: 'cssParts', cssproperty: 'cssProperties' };

function readTags(node, root) {
  const lists = { events: [], slots: [], cssParts: [], cssProperties: [] };
  const defaults = themeDefaults(root);
  for (const tag of ts.getJSDocTags(node)) {
    const list = lists[LISTS[tag.tagName.text]];
    if (list === undefined) continue;
    const text = ts.getTextOfJSDocComment(tag.comment)?.replace(/\s+/g, ' ') ?? '';
    const [, type, name, description] = /^(?:\{(\S+)\} )?(\S+) - (.+)$/.exec(text) ?? [];
    if (name === undefined) throw new Error(`not "@${tag.tagName.text} name - Words.": ${text}`);
    list.push(clean({ name, type: type && { text: type }, default: defaults.get(name), description }));
  }
  return lists;
}

/** What each `--tillgate-*` is where the page does not set it, from the theme's own sheets. */
function themeDefaults(root) {
  const folder = join(root, 'widget/theme');
  const sheets = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = sheets
    .join('\n')
    .matchAll(/var\(\s*(--tillgate-[\w-]+)\s*,\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g);
  return new Map([...found].map(([, name, value]) => [name, value.trim().replace(/\s+/g, ' ')]));
}

function wordsOf(checker, symbol) {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() || undefined;
}

function clean(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
