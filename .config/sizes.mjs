// Holds the element to its budget: the first download, all of it but locales, and the exact size on record.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FIRST_DOWNLOAD_BUDGET = 20 * 1024;
const WHOLE_BUDGET = 45 * 1024;
/** Compressors differ a little between Node versions. */
const TOLERANCE = 64;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/script');
const record = join(root, '.config/sizes.json');
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
const first = withStaticImports('tillgate.js');

const rows = files.map((name) => ({
  name: name.replace(/-[\w-]{8}\.js$/, '.js'),
  first: first.has(name),
  ...measure(name),
}));
const places = rows.filter((row) => row.name.includes('places/'));
for (const row of rows.filter((row) => !places.includes(row))) {
  console.log(
    `${row.first ? 'first' : 'lazy '}  ${row.name.padEnd(34)} ${kb(row.raw)} raw ${kb(row.gzip)} gzip ${kb(row.brotli)} brotli`,
  );
}
const firstDownload = sum(rows.filter((row) => row.first));
const whole = sum(rows.filter((row) => !row.name.includes('locale') && !places.includes(row)));
if (places.length > 0)
  console.log(`countries: ${sum(places)} bytes brotli in ${places.length} files, each fetched when needed`);
console.log(`first download: ${firstDownload} bytes brotli of ${FIRST_DOWNLOAD_BUDGET}`);
console.log(`everything but locales and countries: ${whole} bytes brotli of ${WHOLE_BUDGET}`);

const problems = [];
if (firstDownload > FIRST_DOWNLOAD_BUDGET) problems.push('The first download is over its budget.');
if (whole > WHOLE_BUDGET) problems.push('The whole element is over its budget.');
if (process.argv.includes('--record')) {
  writeFileSync(record, `${JSON.stringify({ first_download: firstDownload, whole }, null, 2)}\n`);
} else {
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  if (differs(known.first_download, firstDownload) || differs(known.whole, whole)) {
    problems.push(
      `The sizes on record are ${known.first_download} and ${known.whole}. If the change is meant: node .config/sizes.mjs --record`,
    );
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The entry and whatever the browser has to fetch before it runs. */
function withStaticImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = readFileSync(join(folder, name), 'utf8');
  for (const [, path] of code.matchAll(/(?:^|[;}])(?:import|export)\s*(?:[\w*{},$ ]+from\s*)?["'`](\.[^"'`]+)["'`]/g)) {
    withStaticImports(join(name, '..', path), seen);
  }
  return seen;
}

function measure(name) {
  const body = readFileSync(join(folder, name));
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return { raw: body.length, gzip: gzipSync(body, { level: 9 }).length, brotli: brotli.length };
}

function sum(list) {
  return list.reduce((total, row) => total + row.brotli, 0);
}

function differs(known, now) {
  return known === undefined || Math.abs(known - now) > TOLERANCE;
}

function kb(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(8);
}
