import type { Kysely } from 'kysely';

/** A keyed digest of an operation's whole request, which the database alone cannot test; null for older rows. */
export const keyedFingerprints = {
  name: '0009-keyed-fingerprints',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('operations').addColumn('keyed_fingerprint', 'text').execute();
  },
};
