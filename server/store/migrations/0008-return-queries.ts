import type { Kysely } from 'kysely';

/** Queries caused by returning shoppers, counted apart from those that notifications cause. */
export const shopperReturnQueryCounts = {
  name: '0008-return-queries',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('payments')
      .addColumn('return_queries', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
