import type { Kysely } from 'kysely';

/**
 * The version of a session's order. A companion of an older version would pay a changed order that the shopper has not
 * seen, so it must not run on this schema.
 */
export const sessionVersions = {
  name: '0018-session-versions!',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('sessions')
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
