import { sql, type Kysely } from 'kysely';

/** Shoppers' lists of saved cards, outside a payment. */
export const cardsSessionsMigration = {
  name: '0022-cards-sessions',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('cards_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('additions', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index cards_sessions_by_created_at on cards_sessions (created_at)`.execute(db);
  },
};
