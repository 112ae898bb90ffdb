import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path/posix';
import { minifySync } from 'vite';

/** Chunks of languages and countries are many, and a shopper needs few: their hashes stand in lists of their own. */
const KIND = /^(locale|address)-/;

/**
 * How the script build fetches a lazy chunk: `modulepreload` checks its hash and that of what it imports, and `import()`
 * then takes the checked module. Names of files and hashes stand in lists, whose own hashes stand in the first of them,
 * and that one's in the main file, which the shop's `integrity` attribute covers: so every byte that runs was vouched for.
 * A browser without `modulepreload` imports unchecked, as usual.
 */
const loader = (list, sum) => `
const $at=file=>new URL("chunks/"+file+".js",import.meta.url).href;
const $check=(file,sum)=>new Promise((done,fail)=>{const link=document.createElement("link"),end=next=>()=>{link.remove();next(file)};if(!link.relList.supports("modulepreload"))return done();link.rel="modulepreload";link.crossOrigin="";link.integrity="sha256-"+sum;link.href=$at(file);link.onload=end(done);link.onerror=end(fail);document.head.append(link)});
const $lists={};
const $open=([file,sum])=>$check(file,sum).then(()=>import($at(file))).then(({list})=>list);
const $list=kind=>$lists[kind]??=(kind?$list("").then(list=>$open(list[kind])):$open(["${list}","${sum}"])).catch(error=>{delete $lists[kind];throw error});
const $load=async name=>{
const known=await $list(${KIND}.exec(name)?.[1]??""),file=name=>name+"-"+known[name][0];
await Promise.all([name,...known[name].slice(2)].map(name=>$check(file(name),known[name][1])));
return import($at(file(name)))};
export{$load};
`;

/**
 * Rewrites the imports of lazy chunks in a script build; see {@link loader}.
 * @param kinds chunks whose hashes stand in lists of their own
 * @param prefix of the names of its lists
 */
export const verifyChunks = (mainFile, kinds = [], prefix = '') => ({
  name: 'tillgate-verified-chunks',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const chunk of chunks) rewrite(chunk, mainFile);
    const lazy = chunks.filter((chunk) => !chunk.isEntry);
    if (new Set(lazy.map(nameOf)).size < lazy.length) throw new Error('Two chunks have the same name.');
    const rowsOf = (kind) =>
      lazy
        .filter((chunk) => (KIND.exec(nameOf(chunk))?.[1] ?? '') === kind)
        .map((chunk) => [nameOf(chunk), [endOf(chunk), hashOf(chunk.code), ...importsOf(chunk, bundle)]]);
    const write = (kind, rows) => {
      const code = `export const list=${JSON.stringify(Object.fromEntries(rows))};`;
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      const file = `${prefix}${kind === '' ? '' : `${kind}-`}list-${hash}`;
      this.emitFile({ type: 'asset', fileName: `chunks/${file}.js`, source: code });
      return [file, hashOf(code)];
    };
    const lists = kinds.map((kind) => [kind, write(kind, rowsOf(kind))]);
    const main = bundle[mainFile];
    if (main === undefined) throw new Error(`The build has no ${mainFile}.`);
    const { code } = minifySync('loader.js', loader(...write('', [...rowsOf(''), ...lists])), {
      mangle: { toplevel: false },
    });
    main.code += code;
  },
});

/** The element's. */
export const verifiedChunks = verifyChunks('tillgate.js', ['locale', 'address']);

/** A chunk's name and the end of its file's name, which changes with what is in it. */
const partsOf = ({ fileName }) => /^chunks\/(.+)-([\w-]{8})\.js$/.exec(fileName) ?? [];
const nameOf = (chunk) => partsOf(chunk)[1];
const endOf = (chunk) => partsOf(chunk)[2];

function rewrite(chunk, mainFile) {
  let found = false;
  const folder = dirname(chunk.fileName);
  let code = chunk.code.replace(/\bimport\((["'`])(\.[^"'`]+)\1\)/g, (_whole, _quote, path) => {
    found = true;
    return `$load("${nameOf({ fileName: new URL(path, `file:///${folder}/`).pathname.slice(1) })}")`;
  });
  code = code.replace(LOADERS, toShortTable);
  const main = relative(folder, mainFile);
  const prefix =
    found && chunk.fileName !== mainFile ? `import{$load}from"${main.startsWith('.') ? main : `./${main}`}";` : '';
  chunk.code = prefix + code;
}

/** A table of loaders whose names are those of their chunks, such as `{de:()=>$load("locale-de"),fr:...}`. */
const LOADERS = /\{(?:"?[\w-]+"?:\(\)=>\$load\("(\w+-)[\w-]+"\),?){4,}\}/g;

/** The same table, written from its names alone. */
function toShortTable(table, kind) {
  const rows = [...table.matchAll(/([\w-]+)"?:\(\)=>\$load\("([\w-]+)"\)/g)];
  if (rows.some(([, name, chunk]) => chunk !== kind + name)) return table;
  const names = rows.map(([, name]) => name).join(' ');
  return `Object.fromEntries("${names}".split(" ").map(e=>[e,()=>$load("${kind}"+e)]))`;
}

/** What a chunk imports before it runs, by name, besides entries, which the page has already. */
function importsOf(chunk, bundle, seen = new Set()) {
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported === undefined || imported.isEntry || seen.has(nameOf(imported))) continue;
    seen.add(nameOf(imported));
    importsOf(imported, bundle, seen);
  }
  return [...seen];
}

function hashOf(code) {
  return createHash('sha256').update(code).digest('base64');
}
