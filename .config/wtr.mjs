import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';

const root = fileURLToPath(new URL('..', import.meta.url));

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

export default {
  rootDir: root,
  files: [`${root}widget/**/*.wtr.test.ts`],
  nodeResolve: { exportConditions: ['browser'] },
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}widget/tsconfig.json` })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      },
    }),
  ],
  reporters: [defaultReporter(), summaryReporter(), resultsReporter()],
  testFramework: { config: { timeout: 20_000 } },
};
