import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { cleanUpFailedRun, startProcess, type RunningProcess } from './processes.ts';

/** What the measured servers of a file share. */
interface Bench {
  postgres: TestPostgres;
  gateway: RunningProcess;
  /** For databases on SQLite. */
  folder: string;
}

/** Starts PostgreSQL and the gateway before the tests of a file, and ends and removes everything after them. */
export function setUpBench(): Readonly<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-'));
  // Tests read the rest, and run after it is there.
  const bench = { folder } as Bench;
  beforeAll(async () => {
    bench.postgres = await startPostgres();
    bench.gateway = await startProcess('./gateway.mjs');
  });
  afterAll(async () => {
    cleanUpFailedRun(folder);
    await bench.postgres.stop();
  });
  return bench;
}
