import { sql, type Kysely } from 'kysely';

/**
 * The network that a typed card came from, as a keyed digest: a few networks that try out cards must not stop
 * everybody. Emptied after a day; the index holds those that are not.
 */
export const cardNetworks = {
  name: '0013-card-networks',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('payments').addColumn('network', 'text').execute();
    await sql`create index payments_with_network on payments (created_at) where network is not null`.execute(db);
  },
};
