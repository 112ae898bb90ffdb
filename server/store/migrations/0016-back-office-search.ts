import { sql, type Kysely } from 'kysely';

/**
 * The index of the newest payments also contains the texts that a search compares, so a search reads the index alone.
 * Adds notes of payments and a deadline of disputes.
 */
export const backOfficeSearch = {
  name: '0016-back-office-search',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex('payments_by_created_at_id').execute();
    await db.schema
      .createIndex('payments_by_created_at_id_searched')
      .on('payments')
      .columns(['created_at', 'id', 'order_no', 'shopper_email', 'card_last4', 'amount'])
      .execute();
    await db.schema
      .createTable('payment_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('payment_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await sql`create index payment_notes_by_payment_id_at on payment_notes (payment_id, at)`.execute(db);
    await db.schema.alterTable('disputes').addColumn('due_at', 'bigint').execute();
  },
};
