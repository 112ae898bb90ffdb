import type { Kysely } from 'kysely';

/** What was captured of a payment, in hundredths, where that is less than was authorised. */
export const captured = {
  name: '0014-captured',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('payments').addColumn('captured', 'bigint').execute();
  },
};
