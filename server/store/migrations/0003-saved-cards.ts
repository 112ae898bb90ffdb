import { sql, type Kysely } from 'kysely';

/** Saved cards of shoppers, and lists of sessions. */
export const savedCardsMigration = {
  name: '0003-saved-cards',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('saved_cards')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('shopper_id', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('brand', 'text')
      .addColumn('bin', 'text')
      .addColumn('last4', 'text', (column) => column.notNull())
      .addColumn('expiry', 'text')
      .addColumn('holder', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    // Filled only while a payment is about to save its card.
    for (const column of ['card_expiry', 'card_holder']) {
      await db.schema
        .alterTable('payments')
        .addColumn(column, sql`text`)
        .execute();
    }
    const indexes: [table: string, columns: string[]][] = [
      ['saved_cards', ['shopper_id', 'created_at', 'id']],
      ['sessions', ['created_at', 'id']],
      ['sessions', ['order_no', 'created_at', 'id']],
    ];
    for (const [table, columns] of indexes) {
      const index = db.schema.createIndex(`${table}_by_${columns.join('_')}`).on(table);
      await index.columns(columns).execute();
    }
  },
};
