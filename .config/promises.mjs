// Runs every test that carries a promise's number at full size, and writes what came of it to the report. With --usual
// they run at the size of every other test run, and what came of it is printed only.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sectionOf } from './report-section.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tillgate-promises-'));
const figuresFile = join(folder, 'figures.jsonl');
const resultsFile = join(folder, 'results.json');
const reportFile = join(root, 'server/docs/promise-report.md');

const promises = new Map(
  [...readFileSync(join(root, 'server/docs/promises.md'), 'utf8').matchAll(/^(\d+)\. (.+)$/gm)].map(
    ([, number, sentence]) => [Number(number), { sentence, tests: new Set(), failed: new Set(), figures: new Map() }],
  ),
);

const isFull = !process.argv.includes('--usual');
const started = Date.now();
const code = await run();
const outside = collectTests();
collectFigures();
rmSync(folder, { recursive: true, force: true });
const faults = findFaults();
if (isFull) writeFileSync(reportFile, report());
console.log(`\n${summary()}${isFull ? `\n\nWritten to ${relative(root, reportFile)}.` : ''}`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function run() {
  const files = ['test', 'server', 'shared', 'widget'].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .map((file) => join(name, file))
      .filter(
        (file) =>
          file.endsWith('.test.ts') && !/node_modules|\.wtr\.test|^test\/(bench|packaging|architecture)/.test(file),
      )
      .filter((file) => /['"`]promises? \d/.test(readFileSync(join(root, file), 'utf8'))),
  );
  const args = ['run', '--config', '.config/vitest.config.mjs', '--project', 'unit', '--project', 'cross'];
  args.push(
    '--project',
    'e2e',
    '--project',
    'failover',
    '--testNamePattern',
    '(^| )promises? \\d',
    '--testTimeout',
    '3600000',
  );
  args.push('--no-file-parallelism', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`);
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), [...args, ...files], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TILLGATE_FIGURES: figuresFile, TILLGATE_FULL: isFull ? '1' : '' },
    });
    child.on('error', () => resolve(1));
    child.on('close', (exit) => resolve(exit ?? 1));
  });
}

/** Puts each test under the promises that its own title or a title around it names; returns numbers that are none. */
function collectTests() {
  const strangers = [];
  const { testResults = [] } = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
  for (const { name: file, assertionResults } of testResults) {
    for (const { ancestorTitles, title, status } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue;
      for (const number of new Set([...ancestorTitles, title].flatMap(promiseNumbersOfTitle))) {
        const promise = promises.get(number);
        const words = [...ancestorTitles, title].map((part) => part.replace(/^promises? [\d, and]+: /, '')).join(' ');
        if (promise === undefined) strangers.push(number);
        else promise.tests.add(`${words} (${relative(root, file)})`);
        if (status === 'failed') promise?.failed.add(words);
      }
    }
  }
  return strangers;
}

function promiseNumbersOfTitle(title) {
  const [, list = ''] = /^promises? ([\d, and]+):/.exec(title) ?? [];
  return [...list.matchAll(/\d+/g)].map(Number);
}

function collectFigures() {
  if (!existsSync(figuresFile)) return;
  for (const line of readFileSync(figuresFile, 'utf8').split('\n').filter(Boolean)) {
    const { promise: number, figures } = JSON.parse(line);
    const sums = promises.get(number)?.figures;
    for (const [name, value] of Object.entries(figures)) sums?.set(name, (sums.get(name) ?? 0) + value);
  }
}

function findFaults() {
  const found = [...promises].flatMap(([number, { tests, failed, figures }]) => [
    ...(tests.size === 0 ? [`Promise ${number} has no test.`] : []),
    ...[...failed].map((test) => `Promise ${number} is broken: ${test}`),
    ...['lost', 'doubled'].filter((name) => figures.get(name) > 0).map((name) => `Promise ${number}: ${name}.`),
  ]);
  if (code !== 0 && found.length === 0) found.push('A test file could not be run.');
  return [...found, ...outside.map((number) => `There is no promise ${number}.`)];
}

function total(name) {
  return [...promises.values()].reduce((sum, { figures }) => sum + (figures.get(name) ?? 0), 0);
}

function verdictOf({ tests, failed }) {
  return tests.size === 0 ? 'no test' : failed.size > 0 ? 'BROKEN' : 'held';
}

function figuresOf({ figures }) {
  return [...figures].map(([name, value]) => `${value.toLocaleString('en')} ${name}`).join(', ') || '-';
}

function summary() {
  const rows = [...promises].map(
    ([number, promise]) => `${number}: ${verdictOf(promise)}, ${promise.tests.size} tests; ${figuresOf(promise)}`,
  );
  return [...rows, `in all: ${total('lost')} lost, ${total('doubled')} doubled`].join('\n');
}

function report() {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = [...promises].map(
    ([number, promise]) =>
      `| ${number} | ${cell(promise.sentence)} | ${promise.tests.size} | ${verdictOf(promise)} | ${figuresOf(promise)} |`,
  );
  const lists = [...promises].map(
    ([number, { tests }]) =>
      `### ${number}\n\n${[...tests].map((test) => `- ${test.replaceAll('*', '\\*')}`).join('\n') || 'None.'}\n`,
  );
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `# Promise report

Written by \`npm run promises\` on ${new Date(started).toISOString().slice(0, 10)}: ${cpus().length} x ${cpus()[0]?.model.trim()},
${gigabytes} GB, Node ${process.versions.node}, ${Math.round((Date.now() - started) / 60_000)} minutes.
In all: **${total('lost')} lost, ${total('doubled')} doubled**, ${total('kills').toLocaleString('en')} kills.

| promise | | tests | | figures of this run |
|---|---|---|---|---|
${rows.join('\n')}

## Long run

Written by \`npm run soak -- --write\`: an hour of mixed load on each database, with the books compared at the end.

${sectionOf(readFileSync(reportFile, 'utf8'), 'soak')}

## The tests by name

${lists.join('\n')}`;
}
