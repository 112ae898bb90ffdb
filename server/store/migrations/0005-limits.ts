import type { Kysely } from 'kysely';

/** Counters of submits, pauses of the card-testing breaker, and results of the shop's own check of an attempt. */
export const riskTables = {
  name: '0005-limits',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('velocity')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('refused', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('breakers')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('refuses_until', 'bigint', (column) => column.notNull())
      .addColumn('trips', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('screenings')
      .addColumn('attempt', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('allowed', 'integer')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    const indexes: [table: string, column: string][] = [
      ['velocity', 'until'],
      ['screenings', 'at'],
    ];
    for (const [table, column] of indexes) {
      await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
    }
  },
};
