// Writes custom-elements.json, the editors' data and the frameworks' declarations into dist.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toVsCodeCss, toVsCodeHtml, toWebTypes } from './editor-data.mjs';
import { readManifest } from './read-element.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = readManifest(root);
const [{ declarations }] = manifest.modules;
const [element] = declarations;
const json = (path, value) => writeFileSync(join(root, 'dist', path), `${JSON.stringify(value, null, 2)}\n`);

mkdirSync(join(root, 'dist/editor'), { recursive: true });
json('custom-elements.json', manifest);
json('editor/vscode.html-custom-data.json', toVsCodeHtml(element));
json('editor/vscode.css-custom-data.json', toVsCodeCss(element));
json('editor/web-types.json', toWebTypes(element, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))));

// Declarations speak of frameworks that are not installed here, so the compiler leaves them out.
for (const name of readdirSync(join(root, 'widget/frameworks')).filter((one) => one.endsWith('.d.ts'))) {
  cpSync(join(root, 'widget/frameworks', name), join(root, 'dist/widget/frameworks', name));
}
