import { sql, type Kysely } from 'kysely';

/** Whether each call of the audit log came from the console or from a server of the shop. */
export const auditVia = {
  name: '0025-audit-via',
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('audit_log')
      .addColumn('via', 'text', (column) => column.notNull().defaultTo('api'))
      .execute();
    // Users call from the console only. What an API key did there was not recorded, but for its sign-ins.
    await sql`update audit_log set via = 'console' where key_id like 'usr%' or action like '% /console/%'`.execute(db);
    await sql`create index audit_log_by_via_at_id on audit_log (via, at, id)`.execute(db);
  },
};
