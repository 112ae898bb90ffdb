// Runs the test suites named on the command line, or all of them. Names again at the end what failed, since a long
// log is often cut, and sums the counts in the last line.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const results = mkdtempSync(join(tmpdir(), 'tillgate-tests-'));

const SUITES = {
  build: () => step('build', process.execPath, ['.config/build.mjs']),
  types: () => step('types', bin('tsc'), ['-b']),
  lint: () => step('lint', bin('eslint'), ['-c', '.config/eslint.config.js', '--max-warnings', '0', '.']),
  format: () =>
    step('format', bin('prettier'), [
      '--config',
      '.config/prettier.json',
      '--ignore-path',
      '.config/prettierignore',
      '--log-level',
      'warn',
      '--check',
      '.',
    ]),
  sizes: () => step('sizes', process.execPath, ['.config/sizes.mjs']),
  unit: () => vitest('unit'),
  cross: () => vitest('cross'),
  element: () => element(),
  e2e: () => vitest('e2e'),
  packaging: () => vitest('packaging'),
};
const NEEDS_BROWSER = ['element', 'e2e', 'packaging'];
const NEEDS_BUILD = ['sizes', 'e2e', 'packaging', 'cross'];

const asked = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = asked.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length > 0 ? asked : Object.keys(SUITES);
if (!chosen.includes('build') && chosen.some((name) => NEEDS_BUILD.includes(name))) chosen.unshift('build');
if (chosen.some((name) => NEEDS_BROWSER.includes(name))) provideChromium();

const total = { passed: 0, failed: 0 };
const lines = [];
const named = [];
for (const name of chosen) {
  console.log(`\n== ${name}`);
  const { passed, failures } = await SUITES[name]();
  total.passed += passed;
  total.failed += failures.length;
  lines.push(`${name}: ${passed} passed, ${failures.length} failed`);
  named.push(...failures.map((failure) => `FAILED in ${name}: ${failure.trim()}`));
}
rmSync(results, { recursive: true, force: true });
if (named.length > 0) console.log(`\n${named.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** A command that passes or fails as a whole counts as one. */
async function step(name, command, args) {
  const code = await run(command, args);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`${name} ended with ${code}`] };
}

async function vitest(project) {
  const file = join(results, `${project}.json`);
  const code = await run(bin('vitest'), [
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
async function element() {
  const file = join(results, 'element.json');
  const code = await run(bin('wtr'), ['--config', '.config/wtr.mjs'], { TILLGATE_TEST_RESULTS: file });
  return outcome(code, file, (written) => written);
}

/** What a runner wrote; one that ends badly without naming a failure has failed itself. */
function outcome(code, file, read) {
  const { passed, failures } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failures: ['it wrote no results'] };
  if (code !== 0 && failures.length === 0) failures.push(`the runner ended with ${code}`);
  return { passed, failures };
}

function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Takes the Chromium that is there, or installs Debian's. */
function provideChromium() {
  const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = known.find((path) => path && existsSync(path));
  if (found) {
    process.env.CHROMIUM_PATH = found;
    return;
  }
  console.log('No Chromium here; installing it with apt-get.');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const [command, ...rest] = [...sudo, ...args];
    if (
      spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status !== 0
    ) {
      console.error('Chromium could not be installed. Install it, or name it in CHROMIUM_PATH.');
      process.exit(1);
    }
  }
  process.env.CHROMIUM_PATH = '/usr/bin/chromium';
}
