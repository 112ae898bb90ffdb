import { sql, type Kysely } from 'kysely';

/**
 * Sign-ins of the console, gross volume of past hours, and the indexes of the console's queries. Two indexes contain
 * few rows: payments that need a person, and the times at which a payment became paid or ceased to be.
 */
export const consoleTables = {
  name: '0007-console',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('console_sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('takings')
      .addColumn('slice', 'bigint', (column) => column.primaryKey())
      .addColumn('sums', 'text', (column) => column.notNull())
      .execute();
    await sql`create index payment_events_by_turn on payment_events (at)
      where (to_status = 'paid' or from_status = 'paid') and coalesce(from_status, '') <> to_status`.execute(db);
    await sql`create index payments_by_alarm on payments (created_at, id) where alarm is not null`.execute(db);
    const indexes: [table: string, columns: string[]][] = [
      ['disputes', ['created_at', 'id']],
      ['disputes', ['status', 'created_at', 'id']],
    ];
    for (const [table, columns] of indexes) {
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute();
    }
  },
};
