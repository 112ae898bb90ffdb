import { CheckoutError } from '../../shared/errors.ts';
import { readDatabaseSettings } from '../settings/index.ts';
import { backUpSqlite } from '../store/open-store.ts';
import type { CliCommand } from './command.ts';

export const backupCommand: CliCommand = {
  usage: `tillgate backup <file>

  Copies the SQLite database of TILLGATE_DATA_DIR into a new file, readable for its owner only, while the companion goes on
  working. PostgreSQL is copied by its own tools: pg_dump --format=custom "$DATABASE_URL" > file`,
  options: {},
  positionals: ['file'],
  run(_values, print, [file = '']) {
    backUpSqlite(requireSqliteFolder('pg_dump --format=custom "$DATABASE_URL" > file'), file);
    print(`backed up to ${file}`);
    return Promise.resolve(0);
  },
};

/**
 * The folder of the SQLite database; PostgreSQL has its own backup tools.
 * @throws CheckoutError `configuration_invalid`
 */
export function requireSqliteFolder(instead: string): string {
  const { databaseUrl, dataDir } = readDatabaseSettings(process.env);
  if (databaseUrl === undefined) return dataDir;
  throw new CheckoutError('configuration_invalid', `DATABASE_URL names PostgreSQL; use its own tools: ${instead}`);
}
