import type { Kysely } from 'kysely';

/** Notifications that were tried for the last time and never applied: sent again, they count as new. */
export const givenUp = {
  name: '0010-given-up',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('notifications')
      .addColumn('given_up', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
