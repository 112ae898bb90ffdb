import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import { defineConfig } from 'vite';
import { bundledLit } from './bundled-lit.mjs';
import { shortenNames } from './short-names.mjs';
import { shortenTemplates } from './short-templates.mjs';
import { verifiedChunks } from './verified-chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = join(root, 'dist/script');

/** Lays the ready themes beside the script build and lists every file with its hash, for `integrity` attributes. */
const integrity = {
  name: 'tillgate-integrity',
  closeBundle() {
    cpSync(join(root, 'widget/themes'), join(outDir, 'themes'), { recursive: true });
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const list = Object.fromEntries(
      files.map((file) => [
        relative(outDir, file),
        `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`,
      ]),
    );
    writeFileSync(join(outDir, 'integrity.json'), `${JSON.stringify(list, null, 2)}\n`);
  },
};

/**
 * The first line of the first download: V8 compiles its functions while they arrive, off the page's main thread, and not
 * one by one when the form is drawn.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';

/**
 * Style sheets, minified. Without values in them, Lit's `unsafeCSS` makes the same of a text as `css`, which would be more
 * to download.
 */
const styleSheets = {
  name: 'tillgate-style-sheets',
  transform(code, id) {
    if (!id.endsWith('styles.ts')) return undefined;
    const short = code.replace(/css`([^`]*)`/g, (_sheet, text) => {
      const { code: sheet } = transform({ filename: id, code: Buffer.from(text), minify: true });
      return `unsafeCSS(${JSON.stringify(String(sheet))})`;
    });
    return `import { unsafeCSS } from 'lit';\n${short}`;
  },
};

const templates = {
  name: 'tillgate-templates',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const short = shortenTemplates(chunk.fileName, shortenNames(chunk.fileName, chunk.code));
      chunk.code = chunk.fileName === 'tillgate.js' ? COMPILE_ALL + short : short;
    }
  },
};

/** Lit's decorators as its static `properties`, which need no code in the page. */
const decoratedProperties = {
  name: 'tillgate-decorated-properties',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/widget/tillgate-checkout.ts')) return undefined;
    const rows = [];
    const plain = code.replace(/@property\((.*)\)\s+(?=(\w+))/g, (_decorator, options, name) => {
      rows.push(`${name}: ${options}`);
      return '';
    });
    const own = plain.replace('  static override', `  static properties = { ${rows} };\n  static override`);
    if (rows.length === 0 || own === plain) throw new Error('The element is not declared as this build expects.');
    return own;
  },
};

/**
 * What holds nothing but languages or countries, of which a shopper downloads the one in question or none; and what is
 * written to the console of a page with a mistake, for its developer.
 */
const KINDS = {
  'widget/i18n/locales/': 'locale',
  'widget/address/data/': 'address',
  'shared/address-formats.ts': 'address',
  'widget/developer-messages/': 'developer',
};

/** Such chunks say so in their names, which no other chunk's begins like; the size check counts them apart. */
function nameChunk({ name, moduleIds }) {
  for (const [path, kind] of Object.entries(KINDS)) {
    const isOfKind = (id) => relative(root, id).replaceAll('\\', '/').startsWith(path);
    if (moduleIds.length > 0 && moduleIds.every(isOfKind)) return `chunks/${kind}-[name]-[hash].js`;
  }
  return /^(locale|address|developer)-/.test(`${name}-`) ? 'chunks/code-[name]-[hash].js' : 'chunks/[name]-[hash].js';
}

/**
 * Errors that the checkout API does not answer the element with: those of the merchant's side, and those of bodies that
 * it never sends. The element takes any other code for `internal_error`.
 */
const NOT_FOR_THE_ELEMENT =
  /^(idempotency_key_\w+|wrong_state|refund_exceeds_paid|reference_taken|user_exists|gateway_(refused|no_answer|invalid_request)|configuration_invalid|duplicate_key|unsupported_media_type)$/;

/** Of the table of errors the element reads codes and `retryable`; status, fault and title are the companion's. */
const errorTable = {
  name: 'tillgate-error-table',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/shared/errors.ts')) return undefined;
    const rows = /(\w+): \{\s*status: \d+,\s+retryable: (true|false),\s+fault: '\w+',\s+title: '[^']*',?\s*\},/g;
    const short = code.replace(rows, (_row, name, retryable) =>
      NOT_FOR_THE_ELEMENT.test(name) ? '' : `${name}: $${retryable},`,
    );
    if (short === code) throw new Error('The table of errors does not look as this build expects.');
    return `const $true = { retryable: true };\nconst $false = { retryable: false };\n${short}`;
  },
};

export default defineConfig({
  root,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [decoratedProperties, styleSheets, templates, errorTable, bundledLit, verifiedChunks, integrity],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    lib: { entry: join(root, 'widget/index.ts'), formats: ['es'], fileName: () => 'tillgate.js' },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'smart', pass: 2 } },
      treeshake: { propertyReadSideEffects: false },
      // What minifying takes is known.
      checks: { bundlerTimings: false },
      // Lazy chunks take Lit from the entry, so that the first download is one file.
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true, comments: false, chunkFileNames: nameChunk },
    },
  },
});
