import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, summaryReporter } from '@web/test-runner';
import { skippedTests } from './engine-skips.mjs';
import { LAUNCHERS } from './wtr-launchers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `chromium`, `firefox` or `webkit`. */
const engine = process.env.TILLGATE_ENGINE ?? 'chromium';

/** Writes what passed and what failed to the file that TILLGATE_TEST_RESULTS names. */
function resultsReporter() {
  return {
    onTestRunFinished({ sessions }) {
      const file = process.env.TILLGATE_TEST_RESULTS;
      if (!file) return;
      const results = { passed: 0, failures: [] };
      for (const session of sessions) {
        const path = relative(root, session.testFile ?? '');
        collect(session.testResults, path, results);
        if (session.passed) continue;
        for (const error of session.errors) results.failures.push(`${path}\n${error.message}`);
      }
      writeFileSync(file, JSON.stringify(results));
    },
  };
}

function collect(suite, name, results) {
  if (!suite) return;
  for (const test of suite.tests) {
    if (test.skipped) continue;
    if (test.passed) results.passed += 1;
    else results.failures.push(`${name} > ${test.name}\n${test.error?.message ?? ''}\n${test.error?.stack ?? ''}`);
  }
  for (const inner of suite.suites) collect(inner, `${name} > ${inner.name}`, results);
}

/** Skips the tests that the engine cannot run: their reasons are in the table. */
function skipPlugin() {
  const titles = skippedTests(engine);
  const hook = `\nbeforeEach(function () { if (${JSON.stringify(titles)}.includes(this.currentTest.fullTitle())) this.skip(); });`;
  return {
    name: 'skip-by-engine',
    transform: ({ path, body }) => (path.endsWith('.wtr.test.ts') ? { body: body + hook } : undefined),
  };
}

export default {
  rootDir: root,
  files: [`${root}widget/**/*.wtr.test.ts`],
  nodeResolve: { exportConditions: ['browser'] },
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}widget/tsconfig.json` }), skipPlugin()],
  browsers: [LAUNCHERS[engine]()],
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  reporters: [defaultReporter(), summaryReporter(), resultsReporter()],
  testFramework: { config: { timeout: 20_000 } },
};
