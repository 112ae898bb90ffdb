import { sql, type Kysely } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { payments } from './migrations/0001-payments.ts';
import { merchant } from './migrations/0002-merchant.ts';
import { savedCards } from './migrations/0003-saved-cards.ts';
import { indexes } from './migrations/0004-indexes.ts';
import type { Database, Tables } from './schema.ts';

/** A step of the schema. Steps only add, so that an older companion can run beside a newer one for a while. */
interface Migration {
  name: string;
  up(db: Kysely<unknown>): Promise<void>;
}

const MIGRATIONS: readonly Migration[] = [payments, merchant, savedCards, indexes];

/** Any number that no other program on the database uses for an advisory lock. */
const POSTGRES_LOCK = 7_811_605;

/**
 * Brings the schema up to date, once however many do it at the same time; returns the names of the steps applied.
 * @throws CheckoutError `configuration_invalid` where the database belongs to a newer version
 */
export async function migrateDatabase(database: Database): Promise<string[]> {
  return database.db.transaction().execute(async (trx) => {
    if (database.kind === 'postgres') await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(trx);
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const done = new Set((await trx.selectFrom('migrations').select('name').execute()).map((row) => row.name));
    refuseNewer(done);
    const missing = MIGRATIONS.filter((migration) => !done.has(migration.name));
    for (const migration of missing) {
      const { name } = migration;
      await migration.up(trx as Kysely<Tables> as unknown as Kysely<unknown>);
      await trx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    }
    return missing.map((migration) => migration.name);
  });
}

function refuseNewer(done: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const foreign = [...done].find((name) => !known.has(name));
  if (foreign === undefined) return;
  throw new CheckoutError(
    'configuration_invalid',
    `DATABASE_URL: the database has the step ${foreign}, which this version does not know; run a newer version.`,
  );
}
