import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes the counts to the file that TILLGATE_TEST_RESULTS names. */
function countsReporter() {
  return {
    onTestRunFinished({ sessions }) {
      const file = process.env.TILLGATE_TEST_RESULTS;
      if (!file) return;
      const counts = { passed: 0, failed: 0 };
      for (const session of sessions) {
        count(session.testResults, counts);
        if (!session.passed && session.errors.length > 0) counts.failed += 1;
      }
      writeFileSync(file, JSON.stringify(counts));
    },
  };
}

function count(suite, counts) {
  if (!suite) return;
  for (const test of suite.tests) {
    if (test.skipped) continue;
    counts[test.passed ? 'passed' : 'failed'] += 1;
  }
  for (const inner of suite.suites) count(inner, counts);
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
  reporters: [defaultReporter(), summaryReporter(), countsReporter()],
  testFramework: { config: { timeout: 10_000 } },
};
