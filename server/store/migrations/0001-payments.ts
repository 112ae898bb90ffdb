import type { Kysely } from 'kysely';

/** Sessions, payments with their timelines, jobs, notifications, stored responses. */
export const paymentsMigration = {
  name: '0001-payments',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('order_no', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('active_payment_id', 'text')
      .addColumn('last_payment_id', 'text')
      .addColumn('paid_payment_id', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('payments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id'))
      .addColumn('attempt_id', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('order_no', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('shopper_email', 'text')
      .addColumn('transaction_id', 'text')
      .addColumn('card_brand', 'text')
      .addColumn('card_bin', 'text')
      .addColumn('card_last4', 'text')
      .addColumn('action', 'text')
      .addColumn('page_origin', 'text')
      .addColumn('decline_code', 'text')
      .addColumn('result', 'text')
      .addColumn('alarm', 'text')
      .addColumn('duplicate', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('hint_queries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('returned_at', 'bigint')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('payments_session_attempt', ['session_id', 'attempt_id'])
      .execute();
    await db.schema
      .createTable('payment_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('from_status', 'text')
      .addColumn('to_status', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ref', 'text', (column) => column.notNull())
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .addColumn('runs', 'integer', (column) => column.notNull())
      .addColumn('locked_until', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('jobs_kind_ref', ['kind', 'ref'])
      .execute();
    await db.schema
      .createTable('notifications')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('verified', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('notifications_payment_body', ['payment_id', 'body_hash'])
      .execute();
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('body', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await addIndexes(db);
  },
};

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: [table: string, columns: string[]][] = [
    ['payments', ['created_at', 'id']],
    ['payments', ['status', 'created_at', 'id']],
    ['payments', ['order_no', 'created_at', 'id']],
    ['payments', ['shopper_email', 'created_at', 'id']],
    ['payment_events', ['payment_id', 'version']],
    ['jobs', ['run_at']],
  ];
  for (const [table, columns] of indexes) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
  }
}
