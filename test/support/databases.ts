import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** The databases of a test file, while its tests run. */
export interface TestDatabases {
  /** An empty folder for SQLite. */
  folder: string;
  /** Creates an empty PostgreSQL database, and returns its address. */
  createDatabase: () => Promise<string>;
}

/** Makes a folder and a PostgreSQL server for the tests of a file, and removes both after them. */
export function useDatabases(name: string): TestDatabases {
  const folder = mkdtempSync(join(tmpdir(), `tillgate-${name}-`));
  let postgres: TestPostgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    createDatabase: () => {
      if (postgres === undefined) throw new Error('databases are there from the first test on');
      return postgres.createDatabase();
    },
  };
}
