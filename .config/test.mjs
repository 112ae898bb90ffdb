// Runs the test suites named on the command line, or all of them. Repeats the failures at the end, since a long log is
// often cut, and sums the counts in the last line.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const results = mkdtempSync(join(tmpdir(), 'tillgate-tests-'));

const SUITES = {
  build: (print) => step(print, 'build', process.execPath, ['.config/build.mjs']),
  types: (print) => step(print, 'types', process.execPath, ['node_modules/typescript-native/bin/tsc', '-b']),
  lint: (print) => step(print, 'lint', bin('eslint'), ['-c', '.config/eslint.config.js', '--max-warnings', '0', '.']),
  format: (print) =>
    step(print, 'format', bin('prettier'), [
      '--config',
      '.config/prettier.json',
      '--ignore-path',
      '.config/prettierignore',
      '--log-level',
      'warn',
      '--check',
      '.',
    ]),
  sizes: (print) => step(print, 'sizes', process.execPath, ['.config/sizes.mjs']),
  unit: (print) => vitest(print, 'unit'),
  cross: (print) => vitest(print, 'cross'),
  element: (print) => element(print),
  e2e: (print) => vitest(print, 'e2e'),
  packaging: (print) => vitest(print, 'packaging'),
  manual: (print) => vitest(print, 'manual'),
  engines: (print) => engines(print),
  runtimes: (print) => runtimes(print),
  versions: (print) => versions(print),
  site: (print) => vitest(print, 'site'),
  shops: (print) => shops(print),
  failover: (print) => vitest(print, 'failover'),
};
/** Suites of a stage run side by side; the stages one after the other. Each that stands alone uses both cores itself. */
const STAGES = [
  ['build'],
  ['types', 'lint', 'format', 'sizes', 'unit'],
  ['cross'],
  ['e2e'],
  ['element', 'packaging'],
  ['manual'],
  ['engines'],
  ['runtimes'],
  ['versions'],
  ['site'],
  ['shops'],
  ['failover'],
];
const NEEDS_BROWSER = ['element', 'e2e', 'packaging', 'manual', 'engines', 'versions', 'site', 'shops'];
const NEEDS_BUILD = [
  'sizes',
  'e2e',
  'packaging',
  'manual',
  'cross',
  'engines',
  'runtimes',
  'versions',
  'site',
  'shops',
  'failover',
];
/** Run only where they are named. */
const ONLY_NAMED = ['manual', 'engines', 'runtimes', 'versions', 'site', 'shops', 'failover'];
/** Versions of Node.js beside the one that runs, by their package in test/versions. */
const VERSIONS = ['node-22', 'node-24'];
/** Shop systems with a plugin, by their folder in test/shops. */
const SHOPS = ['vendure', 'medusa'];
/** Debian's packages of the other engines, by a program of each. */
const OTHER_ENGINES = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  'dbus-run-session': 'dbus',
};
/** Of the servers that a failover needs: its PostgreSQL has `pg_basebackup`. */
const DATABASE_PROGRAMS = { pg_createcluster: 'postgresql', pgbouncer: 'pgbouncer' };
/** And of the languages of the shops in the manual. */
const INTERPRETERS = { php: ['php-cli', 'php-curl'], python3: 'python3', ruby: 'ruby' };

const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = asked.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length > 0 ? asked : Object.keys(SUITES).filter((name) => !ONLY_NAMED.includes(name));
if (!chosen.includes('build') && chosen.some((name) => NEEDS_BUILD.includes(name))) chosen.push('build');
if (chosen.some((name) => NEEDS_BROWSER.includes(name))) provideChromium(chosen.includes('engines'));
if (chosen.includes('engines')) providePrograms(OTHER_ENGINES);
if (chosen.includes('shops')) providePrograms(INTERPRETERS);
if (chosen.includes('failover')) providePrograms(DATABASE_PROGRAMS);

const total = { passed: 0, failed: 0 };
const lines = [];
const named = [];
for (const stage of STAGES.map((names) => names.filter((name) => chosen.includes(name)))) {
  await Promise.all(stage.map((name) => runSuite(name, stage.length > 1)));
}
rmSync(results, { recursive: true, force: true });
if (named.length > 0) console.log(`\n${named.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** What suites that run side by side print is shown once they end, so that their lines do not mix. */
async function runSuite(name, isShared) {
  const started = performance.now();
  const output = [];
  const print = isShared ? (text) => output.push(text) : (text) => process.stdout.write(text);
  print(`\n== ${name}\n`);
  const { passed, failures } = await SUITES[name](print);
  if (isShared) process.stdout.write(Buffer.concat(output.map((text) => Buffer.from(text))));
  const seconds = Math.round((performance.now() - started) / 1_000);
  total.passed += passed;
  total.failed += failures.length;
  lines.push(`${name}: ${passed} passed, ${failures.length} failed, ${seconds} s`);
  named.push(...failures.map((failure) => `FAILED in ${name}: ${failure.trim()}`));
}

/** A command that passes or fails as a whole counts as one. */
async function step(print, name, command, args) {
  const code = await run(print, command, args);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`${name} ended with ${code}`] };
}

/** `node` is the program that runs Vitest and, in its processes, the tests. */
async function vitest(print, project, node = process.execPath) {
  const file = join(results, `${project}.json`);
  rmSync(file, { force: true });
  const code = await run(print, node, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    '.config/vitest.config.mjs',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return outcome(code, file, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(failuresOf),
  }));
}

/** The failed tests of a file; one that cannot be loaded fails without a failed test in it. */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${path}\n${message}`] : [];
  return failed.map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
}

/** The runner of the browser tests writes its results to a file that the environment names. */
async function element(print, engine = 'chromium') {
  const file = join(results, `element-${engine}.json`);
  const environment = { TILLGATE_TEST_RESULTS: file, TILLGATE_ENGINE: engine };
  const code = await run(print, bin('wtr'), ['--config', '.config/wtr.mjs'], environment);
  return outcome(code, file, (written) => written);
}

/** The element's tests in each engine, then a purchase of every kind in each. */
async function engines(print) {
  const outcomes = [];
  for (const engine of ['chromium', 'firefox', 'webkit']) {
    outcomes.push(withName(print, engine, await element(print, engine)));
  }
  return together([...outcomes, await vitest(print, 'engines')]);
}

/** `tillgate/client` in Node 22 and 24, Deno, Bun and workerd, which have their own lockfiles. */
async function runtimes(print) {
  const failure = (await installLocked(print, 'test/versions')) ?? (await installLocked(print, 'test/runtimes'));
  return failure ?? vitest(print, 'runtimes');
}

/** The unit tests, and a payment in the demo, in each version of Node. */
async function versions(print) {
  const failure = await installLocked(print, 'test/versions');
  if (failure) return failure;
  const outcomes = [];
  for (const version of VERSIONS) {
    const node = join(root, 'test/versions/node_modules', version, 'bin/node');
    outcomes.push(withName(print, version, await vitest(print, 'unit', node)));
  }
  return together([...outcomes, await vitest(print, 'versions')]);
}

/** Prints an outcome, and names its failures by where the tests ran. */
function withName(print, name, { passed, failures }) {
  print(`\n${name}: ${passed} passed, ${failures.length} failed\n`);
  return { passed, failures: failures.map((failure) => `${name}: ${failure}`) };
}

function together(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/** The plugins in real shop systems, each with its own lockfile, and their types against those systems' own. */
async function shops(print) {
  for (const shop of SHOPS) {
    const folder = `test/shops/${shop}`;
    const failure = await installLocked(print, folder);
    if (failure) return failure;
    const code = await run(print, process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', folder]);
    if (code !== 0) return { passed: 0, failures: [`the types of ${folder} ended with ${code}`] };
  }
  return vitest(print, 'shops');
}

/** Installs what a folder's lockfile names; undefined if that worked. */
async function installLocked(print, folder) {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const code = await run(print, 'npm', words);
  return code === 0 ? undefined : { passed: 0, failures: [`npm ci in ${folder} ended with ${code}`] };
}

/** What a runner wrote; one that ends badly without naming a failure has failed itself. */
function outcome(code, file, read) {
  const { passed, failures } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failures: ['it wrote no results'] };
  if (code !== 0 && failures.length === 0) failures.push(`the runner ended with ${code}`);
  return { passed, failures };
}

function run(print, command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', print);
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Takes the Chromium that is there, or installs Debian's: without a window, which is a third faster, or with one where the
 * engines are compared.
 */
function provideChromium(withWindow) {
  const name = withWindow ? 'chromium' : 'chromium-headless-shell';
  const programs = [name, 'chromium', 'chromium-browser', 'google-chrome'];
  const known = [process.env.CHROMIUM_PATH, ...programs.map((program) => `/usr/bin/${program}`)];
  const found = known.find((path) => path && existsSync(path));
  if (found) {
    process.env.CHROMIUM_PATH = found;
    return;
  }
  install([name, 'fonts-liberation'], 'Install it, or name a Chromium in CHROMIUM_PATH.');
  process.env.CHROMIUM_PATH = `/usr/bin/${name}`;
}

/** Installs Debian's packages of the programs that are not there. */
function providePrograms(packages) {
  const folders = (process.env.PATH ?? '').split(':');
  const isThere = (program) => folders.some((folder) => existsSync(join(folder, program)));
  const lacking = Object.entries(packages).filter(([program]) => !isThere(program));
  if (lacking.length > 0)
    install(
      lacking.flatMap(([, names]) => names),
      'Install what is missing.',
    );
}

function install(packages, remedy) {
  console.log(`Installing ${packages.join(', ')} with apt-get.`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (spawnSync(command, rest, { stdio: 'inherit', env }).status === 0) continue;
    console.error(`${packages.join(', ')} could not be installed. ${remedy}`);
    process.exit(1);
  }
}
