import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { CheckoutError } from '../../shared/errors.ts';
import { SQLITE_FILE_NAME } from './open-database.ts';

/** The files that SQLite keeps beside a database; those of another database would damage it. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * The database file of a folder.
 * @throws CheckoutError `configuration_invalid` if there is none
 */
export function requireSqliteFile(dataDir: string): string {
  const file = join(dataDir, SQLITE_FILE_NAME);
  if (!existsSync(file)) throw wrong(`there is no database in ${dataDir}`);
  return file;
}

/**
 * Copies the database of a folder into a new file, readable by its owner only. Companions can write meanwhile: the copy
 * has the state of one moment. The copy is checked before it gets its name.
 * @throws CheckoutError `configuration_invalid` where there is no database or the file exists; `store_unavailable`
 */
export function backUpSqlite(dataDir: string, file: string): void {
  const source = requireSqliteFile(dataDir);
  if (existsSync(file)) throw wrong(`${file} exists; a backup overwrites nothing`);
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    // Created first, so it is never readable for others. SQLite accepts an empty file.
    closeSync(openSync(partial, 'wx', 0o600));
    withDatabase(source, (database) => database.exec(`vacuum into '${partial.replaceAll("'", "''")}'`));
    checkDatabase(partial);
    publish(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Restores a backup over a folder's database and returns the new path of the previous database. No companion may use
 * the database meanwhile.
 * @throws CheckoutError `configuration_invalid` for a file that is no complete backup; `store_unavailable` while a
 *   companion runs on the folder
 */
export function restoreSqlite(dataDir: string, file: string, now: Date): string | undefined {
  if (!existsSync(file)) throw wrong(`there is no file ${file}`);
  const target = join(dataDir, SQLITE_FILE_NAME);
  const partial = `${target}.${String(process.pid)}.partial`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    copyFileSync(file, partial);
    checkDatabase(partial);
    const before = existsSync(target) ? setAside(target, now) : undefined;
    for (const suffix of BESIDE) rmSync(`${target}${suffix}`, { force: true });
    publish(partial, target);
    return before;
  } finally {
    for (const suffix of ['', ...BESIDE]) rmSync(`${partial}${suffix}`, { force: true });
  }
}

/** Leaving the write-ahead log mode needs exclusive access, so it fails if another process has the database open. */
function setAside(target: string, now: Date): string {
  try {
    withDatabase(target, (database) => {
      database.pragma('busy_timeout = 0');
      database.exec('pragma journal_mode = delete');
    });
  } catch (cause) {
    throw new CheckoutError('store_unavailable', `${target} is in use: stop the companion first.`, { cause });
  }
  const aside = `${target}.before-${now.toISOString().replace(/[:.]/g, '-')}`;
  renameSync(target, aside);
  return aside;
}

function checkDatabase(path: string): void {
  const broken = (cause?: unknown): CheckoutError => wrong(`${path} is no whole database of a companion`, cause);
  try {
    withDatabase(path, (database) => {
      const [answer] = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
      if (answer?.integrity_check !== 'ok') throw broken();
      database.prepare('select name from migrations limit 1').all();
    });
  } catch (error) {
    throw error instanceof CheckoutError ? error : broken(error);
  }
}

function withDatabase(path: string, work: (database: LibsqlDatabase.Database) => void): void {
  const database = new LibsqlDatabase(path);
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** Renames a file after its content is synced, then syncs the folder. */
function publish(partial: string, file: string): void {
  sync(partial);
  renameSync(partial, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

function wrong(what: string, cause?: unknown): CheckoutError {
  return new CheckoutError('configuration_invalid', `${what}.`, { cause });
}
