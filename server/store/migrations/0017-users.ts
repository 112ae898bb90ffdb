import type { Kysely } from 'kysely';

/**
 * Users of the console with their passkeys and enrolment links, and the names of users in the audit log and in notes. The
 * table of console sessions is made anew, because a session belongs to an API key or to a user: all sign-ins end once.
 */
export const usersMigration = {
  name: '0017-users',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('console_sessions').execute();
    await db.schema
      .createTable('console_sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('key_id', 'text')
      .addColumn('user_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('console_sessions_by_user_id').on('console_sessions').column('user_id').execute();
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull().unique())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('signed_in_at', 'bigint')
      .execute();
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkeys_by_user_id').on('passkeys').column('user_id').execute();
    await db.schema
      .createTable('enrolments')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sign_in_challenges')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('audit_log').addColumn('user_name', 'text').execute();
    await db.schema.alterTable('payment_notes').addColumn('author_name', 'text').execute();
  },
};
