import { sql, type Kysely } from 'kysely';

/** The tables whose records belong to an account of the gateway. */
const TABLES = [
  'sessions',
  'payments',
  'refunds',
  'subscriptions',
  'disputes',
  'saved_cards',
  'cards_sessions',
  'operations',
  'webhook_events',
] as const;

/**
 * The account of each record; existing ones belong to `default`, the account of the environment. The refunded amount of a
 * transaction is kept by account. A companion of an older version would pay in `default` what belongs to another account,
 * so it must not run on this schema.
 */
export const accountColumns = {
  name: '0023-accounts!',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of TABLES) {
      await db.schema
        .alterTable(table)
        .addColumn('account', 'text', (column) => column.notNull().defaultTo('default'))
        .execute();
    }
    await sql`create table refund_totals_by_account (
      account text not null,
      transaction_id text not null,
      currency text not null,
      paid bigint not null,
      reserved bigint not null,
      primary key (account, transaction_id))`.execute(db);
    await sql`insert into refund_totals_by_account
      select 'default', transaction_id, currency, paid, reserved from refund_totals`.execute(db);
    await sql`drop table refund_totals`.execute(db);
    await sql`alter table refund_totals_by_account rename to refund_totals`.execute(db);
    await sql`drop index saved_cards_by_owner`.execute(db);
    await sql`create unique index saved_cards_by_owner
      on saved_cards (account, account_id, token, shopper_id)`.execute(db);
    await sql`create index payments_by_account on payments (account, created_at, id)`.execute(db);
  },
};
