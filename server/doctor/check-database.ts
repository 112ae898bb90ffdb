import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isCheckoutError } from '../../shared/errors.ts';
import { describeError } from '../observability/index.ts';
import {
  listPendingMigrations,
  openStore,
  SQLITE_FILE_NAME,
  type StoreOptions,
  toDatabaseSettingError,
} from '../store/open-store.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';

export type DatabaseOptions = StoreOptions & { dataDir: string };

/** Free space below which is warned, and below which the check fails, in bytes. */
const DISK_LOW = 1_000_000_000;
const DISK_FULL = 100_000_000;

/**
 * Opens the database, compares its migrations and writes one harmless row as `/readyz` does. Creates and migrates
 * nothing.
 */
export async function checkDatabase(
  options: DatabaseOptions,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<Finding[]> {
  const isSqlite = options.databaseUrl === undefined;
  if (isSqlite && !existsSync(join(options.dataDir, SQLITE_FILE_NAME))) {
    return [checkNewFolder(options.dataDir), await checkDisk(options.dataDir, freeBytes)];
  }
  const opened = await openExisting(options);
  return [...opened, isSqlite ? await checkDisk(options.dataDir, freeBytes) : onServer()];
}

function onServer(): Finding {
  return skipped('database_disk', 'the disk of PostgreSQL is on its own server');
}

async function openExisting(options: DatabaseOptions): Promise<Finding[]> {
  try {
    const missing = await listPendingMigrations(options);
    const schema = describeSchema(missing, options);
    if (missing.length > 0) return [ok('database', 'the database opens'), schema];
    const store = openStore({ ...options, migrates: false });
    try {
      await store.ping();
    } finally {
      await store.close();
    }
    return [ok('database', 'the database opens and takes writes'), schema];
  } catch (error) {
    const named = toDatabaseSettingError(error, options, describeError);
    if (!isCheckoutError(named)) throw error;
    return [failed('database', named.message, 'Correct what the line names; `npx tillgate migrate` shows the same.')];
  }
}

function describeSchema(missing: readonly string[], { migrates = true }: DatabaseOptions): Finding {
  if (missing.length === 0) return ok('database_schema', 'the schema is up to date');
  const found = `migrations missing: ${missing.join(', ')}`;
  return migrates
    ? warning('database_schema', found, 'The start of `tillgate serve` applies them, or run `npx tillgate migrate`.')
    : failed('database_schema', found, 'Run `npx tillgate migrate`: with TILLGATE_MIGRATE=off nothing else does.');
}

/** A database that the first start makes. */
function checkNewFolder(dataDir: string): Finding {
  try {
    accessSync(existingFolder(dataDir), constants.W_OK);
    return ok('database', `there is no database in ${dataDir} yet; the first start makes it`);
  } catch {
    return failed(
      'database',
      `TILLGATE_DATA_DIR: this user cannot make ${dataDir}`,
      'Make the folder for the user of the companion, or choose another one.',
    );
  }
}

async function checkDisk(dataDir: string, freeBytes: (folder: string) => Promise<number>): Promise<Finding> {
  const free = await freeBytes(existingFolder(dataDir));
  const found = `${(free / 1e9).toFixed(1)} GB free`;
  if (free >= DISK_LOW) return ok('database_disk', found);
  const advice = 'Free some space: with a full disk, no payment can be recorded and so none is sent.';
  return free < DISK_FULL ? failed('database_disk', found, advice) : warning('database_disk', found, advice);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder, or the nearest one above it that exists. */
function existingFolder(path: string): string {
  const folder = resolve(path);
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
