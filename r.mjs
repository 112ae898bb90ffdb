// node /work/rename.mjs list.jsonl [--dry]  (cwd = checkout; run with a copy in the checkout so that typescript resolves)
import ts from 'typescript'; import {execSync} from 'node:child_process'; import {readFileSync,writeFileSync,existsSync} from 'node:fs'; import {resolve} from 'node:path';
const list=readFileSync(process.argv[2],'utf8').split('\n').filter(l=>l.trim()).map(l=>JSON.parse(l));
const root=process.cwd();
const files=execSync('git ls-files "*.ts" "*.tsx"',{encoding:'utf8'}).split('\n').filter(f=>f&&existsSync(f)&&!f.startsWith('test/packaging/apps')).map(f=>resolve(root,f));
const options={target:99,lib:['lib.es2023.d.ts','lib.es2024.string.d.ts','lib.dom.d.ts','lib.dom.iterable.d.ts'],module:199,moduleResolution:99,types:['node','mocha'],strict:true,noUncheckedIndexedAccess:true,verbatimModuleSyntax:true,allowImportingTsExtensions:true,skipLibCheck:true,noEmit:true,experimentalDecorators:true,useDefineForClassFields:false,jsx:2};
const text=new Map(),ver=new Map();
const get=f=>{if(!text.has(f)&&existsSync(f))text.set(f,readFileSync(f,'utf8'));return text.get(f)};
const host={getScriptFileNames:()=>files,getScriptVersion:f=>String(ver.get(f)??0),getScriptSnapshot:f=>{const t=get(f);return t===undefined?undefined:ts.ScriptSnapshot.fromString(t)},getCurrentDirectory:()=>root,getCompilationSettings:()=>options,getDefaultLibFileName:o=>ts.getDefaultLibFilePath(o),fileExists:ts.sys.fileExists,readFile:ts.sys.readFile,readDirectory:ts.sys.readDirectory,directoryExists:ts.sys.directoryExists,getDirectories:ts.sys.getDirectories,realpath:ts.sys.realpath};
const ls=ts.createLanguageService(host,ts.createDocumentRegistry());
const prefs={providePrefixAndSuffixTextForRename:true};
function nodeAt(sf,pos){let found;const visit=n=>{if(pos>=n.getStart(sf)&&pos<n.getEnd()){found=n;ts.forEachChild(n,visit)}};visit(sf);return found}
const changed=new Set(),done=[];
for(const {file,name,new:to,member} of list){
 const f=resolve(root,file);const t=get(f);
 if(!t||!name||!to||name===to){console.log('SKIP',file,name);continue}
 const prog=ls.getProgram();const sf=prog.getSourceFile(f);
 if(!sf){console.log('NOFILE',file);continue}
 let start;
 for(const s of sf.statements){
  const ns=s.declarationList?s.declarationList.declarations.map(d=>d.name):s.name?[s.name]:[];
  if(member){if(ts.isInterfaceDeclaration(s))for(const m of s.members)if(m.name?.text===name&&start===undefined)start=m.name.getStart(sf)}else for(const n of ns)if(n.text===name&&start===undefined)start=n.getStart(sf)}
 if(start===undefined){console.log('MISSING',file,name);continue}
 // refuse if the new name exists in any file touched
 const edits=new Map();const queue=[[f,start]];const seen=new Set();
 while(queue.length){const [qf,qp]=queue.pop();const key=qf+':'+qp;if(seen.has(key))continue;seen.add(key);
  const locs=ls.findRenameLocations(qf,qp,false,false,prefs)??[];
  for(const l of locs){
   const lsf=prog.getSourceFile(l.fileName);if(l.fileName.includes('node_modules'))continue;
   const p=l.textSpan.start;const node=nodeAt(lsf,p);const parent=node?.parent;
   let out=to;
   if(parent&&(ts.isImportSpecifier(parent)||ts.isExportSpecifier(parent))){
    if(!parent.propertyName){queue.push([l.fileName,p])}
    else if(parent.name===node&&ts.isExportSpecifier(parent)){/* alias itself renamed: export {a as name}; */}
   } else out=(l.prefixText??'')+to+(l.suffixText??'');
   if(!edits.has(l.fileName))edits.set(l.fileName,new Map());
   edits.get(l.fileName).set(p,[l.textSpan.length,out]);
  }}
 let clash=[];
 for(const fn of edits.keys()){if(new RegExp(`(?<![\\w.'"\`-])${to.replace(/\$/g,'\\$')}(?![\\w'"\`-])`).test(get(fn).replace(/\/\/.*|\/\*[\s\S]*?\*\//g,'').replace(/\.\/[\w/.-]+/g,'')))clash.push(fn.slice(root.length+1))}
 if(clash.length){console.log('CLASH',file,name,'->',to,'in',clash.slice(0,4).join(' '));if(!process.argv.includes('--force'))continue}
 let n=0;
 for(const [fn,m] of edits){let s=get(fn);for(const [p,[len,out]] of [...m].sort((a,b)=>b[0]-a[0])){s=s.slice(0,p)+out+s.slice(p+len);n++}
  text.set(fn,s);ver.set(fn,(ver.get(fn)??0)+1);changed.add(fn)}
 done.push([name,to]);console.log('OK',file,name,'->',to,n,'in',edits.size);
}
if(!process.argv.includes('--dry')){for(const f of changed)writeFileSync(f,text.get(f));writeFileSync('/work/renamed.json',JSON.stringify(done));}
console.log(done.length,'renamed');
