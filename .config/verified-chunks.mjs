import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path/posix';

/** Chunks of languages and countries are many, and a shopper needs few: their hashes stand in lists of their own. */
const KIND = /\/(locale|places)-/;
const kindOf = (file) => KIND.exec(file)?.[1] ?? '';

/**
 * How the script build fetches a lazy chunk: `modulepreload` checks its hash and that of what it imports, and `import()`
 * then takes the checked module. The hashes stand in lists, whose own hashes stand in the first of them, and that one's
 * in the main file, which the shop's `integrity` attribute covers: so every byte that runs was vouched for. A browser
 * without `modulepreload` imports as usual.
 */
const loader = (list, sum) => `
const $at=file=>new URL(file,import.meta.url).href;
const $check=(file,sum)=>new Promise((done,fail)=>{const link=document.createElement("link"),end=next=>()=>{link.remove();next(file)};link.rel="modulepreload";link.crossOrigin="";link.integrity=sum;link.href=$at(file);link.onload=end(done);link.onerror=end(fail);document.head.append(link)});
const $lists={};
const $open=([file,sum])=>$check(file,sum).then(()=>import($at(file))).then(({list})=>list);
const $list=kind=>$lists[kind]??=(kind?$list("").then(list=>$open(list[kind])):$open(["${list}","${sum}"])).catch(error=>{delete $lists[kind];throw error});
const $load=async file=>{
if(document.createElement("link").relList.supports("modulepreload")){
const known=await $list(${KIND}.exec(file)?.[1]??"");
await Promise.all([file,...known[file].slice(1)].map(name=>$check(name,known[name][0])))}
return import($at(file))};
export{$load};
`;

/**
 * Rewrites the imports of lazy chunks in a script build; see {@link loader}.
 * @param kinds chunks whose hashes stand in lists of their own
 */
export const verifyChunks = (mainFile, kinds = []) => ({
  name: 'tillgate-verified-chunks',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const chunk of chunks) rewrite(chunk, mainFile);
    const lazy = chunks.filter((chunk) => !chunk.isEntry);
    const rowsOf = (kind) =>
      lazy
        .filter(({ fileName }) => kindOf(fileName) === kind)
        .map((chunk) => [chunk.fileName, [hashOf(chunk.code), ...importsOf(chunk, bundle)]]);
    const write = (kind, rows) => {
      const code = `export const list=${JSON.stringify(Object.fromEntries(rows))};`;
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      const fileName = `chunks/${kind === '' ? '' : `${kind}-`}list-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      return [fileName, hashOf(code)];
    };
    const lists = kinds.map((kind) => [kind, write(kind, rowsOf(kind))]);
    const main = bundle[mainFile];
    if (main === undefined) throw new Error(`The build has no ${mainFile}.`);
    main.code += loader(...write('', [...rowsOf(''), ...lists])).replace(/\n/g, '');
  },
});

/** The element's. */
export const verifiedChunks = verifyChunks('tillgate.js', ['locale', 'places']);

function rewrite(chunk, mainFile) {
  let found = false;
  const folder = dirname(chunk.fileName);
  const code = chunk.code.replace(/\bimport\((["'`])(\.[^"'`]+)\1\)/g, (_whole, _quote, path) => {
    found = true;
    return `$load("${new URL(path, `file:///${folder}/`).pathname.slice(1)}")`;
  });
  const main = relative(folder, mainFile);
  const prefix =
    found && chunk.fileName !== mainFile ? `import{$load}from"${main.startsWith('.') ? main : `./${main}`}";` : '';
  chunk.code = prefix + code;
}

/** What a chunk imports before it runs, besides entries, which the page has already. */
function importsOf(chunk, bundle, seen = new Set()) {
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported === undefined || imported.isEntry || seen.has(file)) continue;
    seen.add(file);
    importsOf(imported, bundle, seen);
  }
  return [...seen];
}

function hashOf(code) {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
