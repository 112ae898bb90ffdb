import type { Kysely } from 'kysely';

/** A digest of an operation's whole request, which the database alone cannot test; empty for those made before. */
export const keyedFingerprints = {
  name: '0009-keyed-fingerprints',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('operations').addColumn('keyed_fingerprint', 'text').execute();
  },
};
