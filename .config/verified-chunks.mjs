import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path/posix';

const MAIN = 'tillgate.js';

/**
 * How the script build fetches a lazy chunk: `modulepreload` checks its hash and that of what it imports, and `import()`
 * then takes the checked module. The hashes stand in a list of their own, whose hash stands in the main file, which the
 * shop's `integrity` attribute covers: so every byte that runs was vouched for. A browser without `modulepreload`
 * imports as usual.
 */
const loader = (list, sum) => `
const $at=file=>new URL(file,import.meta.url).href;
const $check=(file,sum)=>new Promise((done,fail)=>{const link=document.createElement("link"),end=next=>()=>{link.remove();next(file)};link.rel="modulepreload";link.crossOrigin="";link.integrity=sum;link.href=$at(file);link.onload=end(done);link.onerror=end(fail);document.head.append(link)});
let $list;
const $load=async file=>{
if(document.createElement("link").relList.supports("modulepreload")){
$list??=$check("${list}","${sum}").then(()=>import($at("${list}")));
let known;
try{known=(await $list).list}catch(error){$list=void 0;throw error}
await Promise.all([file,...known[file].slice(1)].map(name=>$check(name,known[name][0])))}
return import($at(file))};
export{$load};
`;

/** Rewrites the imports of lazy chunks in the script build; see {@link loader}. */
export const verifiedChunks = {
  name: 'tillgate-verified-chunks',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const chunk of chunks) rewrite(chunk);
    const lazy = chunks.filter((chunk) => !chunk.isEntry);
    const rows = lazy.map((chunk) => [chunk.fileName, [hashOf(chunk.code), ...importsOf(chunk, bundle)]]);
    const code = `export const list=${JSON.stringify(Object.fromEntries(rows))};`;
    const name = `chunks/list-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
    this.emitFile({ type: 'asset', fileName: name, source: code });
    const main = bundle[MAIN];
    if (main === undefined) throw new Error(`The build has no ${MAIN}.`);
    main.code += minified(loader(name, hashOf(code)));
  },
};

function rewrite(chunk) {
  let found = false;
  const folder = dirname(chunk.fileName);
  const code = chunk.code.replace(/\bimport\((["'`])(\.[^"'`]+)\1\)/g, (_whole, _quote, path) => {
    found = true;
    return `$load("${new URL(path, `file:///${folder}/`).pathname.slice(1)}")`;
  });
  const main = relative(folder, MAIN);
  const prefix =
    found && chunk.fileName !== MAIN ? `import{$load}from"${main.startsWith('.') ? main : `./${main}`}";` : '';
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

function minified(code) {
  return code.replace(/\n/g, '');
}
