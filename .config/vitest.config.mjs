import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;
const common = {
  root,
  environment: 'node',
  passWithNoTests: false,
  // A busy machine is no failure: what is waited for may come late.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  root,
  test: {
    // Many tests wait for clocks and sockets more than they compute.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          // Loading the modules anew for each file costs as much as the tests.
          isolate: false,
          include: ['{shared,widget,server,plugins,demo}/**/*.test.ts'],
          exclude: ['**/*.wtr.test.ts', '**/node_modules/**', 'dist/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'cross',
          include: ['test/{architecture,contract,store,faults,fuzz,security}/**/*.test.ts'],
          globalSetup: ['test/support/bundle-companion.ts'],
          // Loading the server anew for each file is a fifth of the time of all.
          isolate: false,
          // A third of their time is waiting.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // As in cross: half of the time that the runner takes itself.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...common,
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'runtimes',
          include: ['test/runtimes/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'versions',
          include: ['test/versions/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'site',
          include: ['test/site/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'shops',
          include: ['test/shops/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts'],
          exclude: ['test/packaging/apps/**'],
          globalSetup: ['test/packaging/support/install.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'manual',
          include: ['test/manual/*.test.ts'],
          globalSetup: ['test/packaging/support/install.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'failover',
          include: ['test/failover/**/*.test.ts'],
          globalSetup: ['test/support/bundle-companion.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'soak',
          include: ['test/soak/**/*.test.ts'],
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...common,
          name: 'screenshots',
          include: ['test/screenshots/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
