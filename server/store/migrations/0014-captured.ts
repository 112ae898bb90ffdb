import type { Kysely } from 'kysely';

/** The captured amount of a payment, in hundredths, if less than the authorised amount. */
export const capturedAmount = {
  name: '0014-captured',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('payments').addColumn('captured', 'bigint').execute();
  },
};
