import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = join(root, 'dist/script');

/** Lists every file of the script build with its hash, for `integrity` attributes. */
const integrity = {
  name: 'tillgate-integrity',
  closeBundle() {
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const list = Object.fromEntries(
      files.map((file) => [
        relative(outDir, file),
        `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`,
      ]),
    );
    for (const file of files) {
      const body = readFileSync(file);
      const sizes = `${body.length} raw, ${gzipSync(body).length} gzip, ${brotliCompressSync(body).length} brotli`;
      console.log(
        `${relative(outDir, file) === 'tillgate.js' ? 'first download' : 'lazy'}  ${relative(outDir, file)}: ${sizes}`,
      );
    }
    writeFileSync(join(outDir, 'integrity.json'), `${JSON.stringify(list, null, 2)}\n`);
  },
};

/** After minifying, a line break can only stand inside a template, where one space does as well. */
const templates = {
  name: 'tillgate-templates',
  transform(code, id) {
    if (!id.endsWith('styles.ts')) return undefined;
    return code.replace(/css`[^`]*`/g, (sheet) =>
      sheet
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};,]) ?/g, '$1')
        .replaceAll(': ', ':')
        .replaceAll(';}', '}'),
    );
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(/\s*\n\s*/g, ' ');
    }
  },
};

/** Drops the signals that the element leaves out from the fingerprint library, so that their code is not shipped. */
const fingerprintSources = {
  name: 'tillgate-fingerprint-sources',
  transform(code, id) {
    if (!id.includes('@fingerprintjs/fingerprintjs')) return undefined;
    const [, list = ''] =
      /LEFT_OUT = \[([^\]]*)\]/.exec(readFileSync(join(root, 'widget/device/fingerprint.ts'), 'utf8')) ?? [];
    const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
    const start = code.indexOf('const sources = {');
    const end = code.indexOf('};', start);
    let sources = code.slice(start, end);
    for (const name of names) {
      const line = new RegExp(`^ *${name}: \\w+,\\n`, 'm');
      if (start < 0 || !line.test(sources)) throw new Error(`The fingerprint library has no source ${name} any more.`);
      sources = sources.replace(line, '');
    }
    return code.slice(0, start) + sources + code.slice(end);
  },
};

export default defineConfig({
  root,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [templates, fingerprintSources, integrity],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    lib: { entry: join(root, 'widget/index.ts'), formats: ['es'], fileName: () => 'tillgate.js' },
    rolldownOptions: {
      // Lazy chunks take Lit from the entry, so that the first download is one file.
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true, chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
