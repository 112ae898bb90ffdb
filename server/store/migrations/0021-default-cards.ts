import type { Kysely } from 'kysely';

/** When a shopper chose a saved card as the default. */
export const defaultCards = {
  name: '0021-default-cards',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('saved_cards').addColumn('default_since', 'bigint').execute();
  },
};
