import type { Kysely } from 'kysely';

/** Indexes that find rows past their retention, and the position of that search. */
export const retentionIndexes = {
  name: '0006-retention',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('prune_marks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .execute();
    const indexes: [table: string, columns: string[]][] = [
      ['idempotency_keys', ['created_at', 'key']],
      ['notifications', ['at', 'id']],
    ];
    for (const [table, columns] of indexes) {
      const index = db.schema.createIndex(`${table}_by_${columns.join('_')}`).on(table);
      await index.columns(columns).execute();
    }
  },
};
