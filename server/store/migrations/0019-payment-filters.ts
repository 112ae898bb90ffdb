import { sql, type Kysely } from 'kysely';

/** The indexes of disputed and of refunded payments, newest first: an entry for each of these payments only. */
export const paymentFilterIndexes = {
  name: '0019-payment-filters',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index payments_by_dispute on payments (dispute_status, created_at, id)
      where dispute_status is not null`.execute(db);
    await sql`create index payments_refunded on payments (created_at, id) where refunded > 0`.execute(db);
  },
};
