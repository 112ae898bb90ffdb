import type { Kysely } from 'kysely';

/** Notifications whose last try failed; if the gateway sends one again, it counts as new. */
export const givenUpNotifications = {
  name: '0010-given-up',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('notifications')
      .addColumn('given_up', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
