// Holds the element to its budget: the first download, all of it but locales and address data, and the exact size on
// record. Prints the peers' figures beside its own.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FIRST_DOWNLOAD_BUDGET = 21 * 1024;
const WHOLE_BUDGET = 52 * 1024;
/** `<tillgate-cards>`, which the form of a card never downloads: its script and its chunks. */
const CARDS_BUDGET = 18 * 1024;
const CARDS_FILE = /^(?:cards\.js$|chunks[\\/]cards-)/;
/** What the element writes to the console of a page with a mistake. */
const DEVELOPER_BUDGET = 1536;
/** What the back-office page downloads to show its overview, with the style sheet and without the typeface. */
const CONSOLE_FIRST_LOAD_BUDGET = 60 * 1024;
/** Every screen of the back-office page, in one language. */
const CONSOLE_BUDGET = 73 * 1024;
/** A language of the back-office page besides English, of which a person downloads one or none. */
const CONSOLE_LANGUAGE = /^chunks[\\/](?:de|es|fr|pt)-[\w-]{8}\.js$/;
/** Compressors differ a little between Node versions. */
const TOLERANCE = 64;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/script');
const record = join(root, '.config/sizes.json');
const peers = JSON.parse(readFileSync(join(root, '.config/peers.json'), 'utf8'));
/** A language or a country's addresses, of which a shopper downloads one or none; the build names them so. */
const DATA_CHUNK = /^chunks[\\/](?:locale|address)-.+-[\w-]{8}\.js$/;
/** Loaded when there is something to write to the console, and on localhost. */
const DEVELOPER_CHUNK = /^chunks[\\/]developer-.+-[\w-]{8}\.js$/;
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
const first = withStaticImports('tillgate.js');

const rows = files.map((name) => ({
  name: name.replace(/-[\w-]{8}\.js$/, '.js'),
  first: first.has(name),
  data: DATA_CHUNK.test(name),
  developer: DEVELOPER_CHUNK.test(name),
  cards: CARDS_FILE.test(name),
  ...measure(name),
}));
for (const row of rows) {
  const kind = row.cards ? 'cards' : row.first ? 'first' : row.data ? 'data ' : row.developer ? 'dev  ' : 'lazy ';
  console.log(`${kind}  ${row.name.padEnd(34)} ${kb(row.raw)} raw ${kb(row.gzip)} gzip ${kb(row.brotli)} brotli`);
}
const firstDownload = sum(rows.filter((row) => row.first));
const whole = sum(rows.filter((row) => row.first || !(row.data || row.developer || row.cards)));
const cards = sum(rows.filter((row) => row.cards));
const developer = sum(rows.filter((row) => row.developer && !row.first));
console.log(`first download: ${firstDownload} bytes brotli of ${FIRST_DOWNLOAD_BUDGET}`);
console.log(`everything but locales, address data and developer messages: ${whole} bytes brotli of ${WHOLE_BUDGET}`);
console.log(
  `developer messages, which no shopper of a working page downloads: ${developer} bytes brotli of ${DEVELOPER_BUDGET}`,
);
console.log(`saved cards beside it: ${cards} bytes brotli of ${CARDS_BUDGET}`);
printPeers();

const consoleFolder = join(root, 'dist/console');
const consoleFiles = readdirSync(consoleFolder, { recursive: true }).filter(
  (name) => /\.(js|css)$/.test(name) && !CONSOLE_LANGUAGE.test(name),
);
const overview = consoleFiles.find((name) => name.includes('overview-page-'));
const overviewScripts = withStaticImports(overview, consoleFolder, withStaticImports('console.js', consoleFolder));
const consoleFirstLoad = brotliOfConsole(['console.css', ...overviewScripts]);
const consoleBytes = brotliOfConsole(consoleFiles);
console.log(`console, first load: ${consoleFirstLoad} bytes brotli of ${CONSOLE_FIRST_LOAD_BUDGET}`);
console.log(`console, every screen: ${consoleBytes} bytes brotli of ${CONSOLE_BUDGET}`);

const problems = [];
if (consoleFirstLoad > CONSOLE_FIRST_LOAD_BUDGET) problems.push('The first load of the console is over its budget.');
if (consoleBytes > CONSOLE_BUDGET) problems.push('The console is over its budget.');
if (firstDownload > FIRST_DOWNLOAD_BUDGET) problems.push('The first download is over its budget.');
if (whole > WHOLE_BUDGET) problems.push('The whole element is over its budget.');
if (cards > CARDS_BUDGET) problems.push('The saved cards are over their budget.');
if (developer > DEVELOPER_BUDGET) problems.push('The messages to developers are over their budget.');
if (process.argv.includes('--record')) {
  writeFileSync(
    record,
    `${JSON.stringify({ first_download: firstDownload, whole, developer_messages: developer }, null, 2)}\n`,
  );
} else {
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const now = [firstDownload, whole, developer];
  const then = [known.first_download, known.whole, known.developer_messages];
  if (now.some((bytes, index) => differs(then[index], bytes))) {
    problems.push(
      `The sizes on record are ${then.join(', ')}. If the change is meant: node .config/sizes.mjs --record`,
    );
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The peers' bytes as measured on one day, and how many times ours they are. */
function printPeers() {
  const print = (name, what, bytes) => {
    const times = `${(bytes / firstDownload).toFixed(1)} x first ${(bytes / whole).toFixed(1)} x whole`;
    console.log(`  ${name.padEnd(38)} ${what.padEnd(52)} ${String(bytes).padStart(7)}  ${times}`);
  };
  console.log(`\nbeside peers, bytes brotli (theirs measured on ${peers.measured}: ${peers.how})`);
  print('tillgate', 'first download, own card fields', firstDownload);
  print('tillgate', 'whole element, every lazy part', whole);
  for (const peer of peers.rows) {
    print(peer.package, `${peer.what}${peer.remote ? ' *' : ''}`, peer.brotli);
  }
  console.log(`  * ${peers.remote_note}\n`);
}

/** The entry and whatever the browser has to fetch before it runs. */
function withStaticImports(name, from = folder, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = readFileSync(join(from, name), 'utf8');
  for (const [, path] of code.matchAll(/(?:^|[;}])(?:import|export)\s*(?:[\w*{},$ ]+from\s*)?["'`](\.[^"'`]+)["'`]/g)) {
    withStaticImports(join(name, '..', path), from, seen);
  }
  return seen;
}

function measure(name, from = folder) {
  const body = readFileSync(join(from, name));
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return { raw: body.length, gzip: gzipSync(body, { level: 9 }).length, brotli: brotli.length };
}

function brotliOfConsole(names) {
  return sum(names.map((name) => measure(name, consoleFolder)));
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
