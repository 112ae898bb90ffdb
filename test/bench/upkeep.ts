import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { MIGRATIONS, migrateDatabase } from '../../server/store/migrate.ts';
import type { Migration } from '../../server/store/migrations/migration.ts';
import { openDatabase, type StoreOptions } from '../../server/store/open-database.ts';
import { fill } from './seed.ts';

/** What is done to a whole PostgreSQL database: it is created and dropped, copied and migrated. */

const created: { server: string; name: string }[] = [];

/** Runs one statement on a connection of its own. */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database on a server that runs already, and returns its address. */
export async function createEmptyDatabase(server: string): Promise<string> {
  const name = `tillgate_growth_${String(process.pid)}_${String(created.length + 1)}`;
  await runStatement(server, `create database ${name}`);
  created.push({ server, name });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropCreatedDatabases(): Promise<void> {
  for (const { server, name } of created.splice(0)) await runStatement(server, `drop database ${name} with (force)`);
}

/** In bytes. */
export function readDatabaseSize(options: StoreOptions): Promise<number> {
  return fill(options, async ({ db }) => {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
    return rows[0]?.size ?? 0;
  });
}

/** The copy that the operations page recommends; pg_dump has to be as new as the server. */
export async function backUp({ databaseUrl = '' }: StoreOptions): Promise<void> {
  const dump = spawn('pg_dump', ['--format=custom', databaseUrl], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(dump, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pg_dump ended with ${String(code)}`);
}

/** The newest step that reads every payment builds this index; here it builds it once more, under another name. */
const indexOfAccounts: Migration = {
  name: 'bench-accounts',
  async up(db) {
    await sql`create index payments_once_more on payments (account, created_at, id)`.execute(db);
  },
};

export async function buildIndex(options: StoreOptions): Promise<void> {
  const database = openDatabase(options);
  try {
    await migrateDatabase(database, [...MIGRATIONS, indexOfAccounts]);
    await sql`drop index payments_once_more`.execute(database.db);
    await database.db.deleteFrom('migrations').where('name', '=', indexOfAccounts.name).execute();
  } finally {
    await database.db.destroy();
  }
}
