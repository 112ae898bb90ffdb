import { sql, type Kysely } from 'kysely';
import type { MigrationContext } from './migration.ts';

/** The alert on a payment whose transaction ID belongs to an older payment. */
const SHARED = 'reported: the transaction_id belongs to the payment ';

/**
 * The evidence of each notification, the hash of the secret notify address, and the account of each payment and saved
 * card. One payment holds a transaction ID of an account. If several do already, the oldest keeps it and the others
 * get an alert that names it. A saved card that a shopper has twice under one token is stored once.
 */
export const notificationOriginAndAccountIds = {
  name: '0011-evidence',
  async up(db: Kysely<unknown>, { accountId }: MigrationContext): Promise<void> {
    for (const table of ['payments', 'saved_cards']) {
      await db.schema
        .alterTable(table)
        .addColumn('account_id', 'text', (column) => column.notNull().defaultTo(accountId))
        .execute();
    }
    await db.schema.alterTable('payments').addColumn('notify_hash', 'text').execute();
    for (const name of ['refund_queries', 'shares_transaction']) {
      await db.schema
        .alterTable('payments')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .alterTable('notifications')
      .addColumn('address', 'text', (column) => column.notNull().defaultTo('public'))
      .execute();
    await db.schema.alterTable('notifications').addColumn('waits_for', 'text').execute();

    await sql`create table transaction_owners as
      select id, transaction_id,
        first_value(id) over (partition by transaction_id order by created_at, id) as owner
      from payments
      where transaction_id in (
        select transaction_id from payments where transaction_id is not null group by transaction_id having count(*) > 1
      )`.execute(db);
    await sql`update payments set
        shares_transaction = 1,
        alarm = ${SHARED} || (select owner from transaction_owners o where o.id = payments.id) ||
          case when alarm is null then '' else '; ' || alarm end
      where id in (select id from transaction_owners where id <> owner)`.execute(db);
    await sql`drop table transaction_owners`.execute(db);
    await sql`create unique index payments_by_account_transaction on payments (account_id, transaction_id)
      where transaction_id is not null and shares_transaction = 0`.execute(db);
    await sql`create index payments_by_shared_transaction on payments (created_at, id)
      where shares_transaction = 1`.execute(db);

    await sql`delete from saved_cards where exists (
      select 1 from saved_cards later
      where later.shopper_id = saved_cards.shopper_id and later.token = saved_cards.token
        and (later.created_at > saved_cards.created_at
          or (later.created_at = saved_cards.created_at and later.id > saved_cards.id)))`.execute(db);
    await sql`create unique index saved_cards_by_owner on saved_cards (account_id, token, shopper_id)`.execute(db);
  },
};
