import { sql, type Kysely } from 'kysely';

/**
 * The state of an event at each webhook endpoint. The endpoint of existing deliveries is `default`, the one of the
 * environment. A companion of an older version would deliver an event to one endpoint and take it as delivered to all, so it
 * must not run on this schema.
 */
export const webhookEndpoints = {
  name: '0024-webhook-endpoints!',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table webhook_event_endpoints (
      event_id text not null,
      endpoint text not null,
      state text not null,
      attempts integer not null default 0,
      created_at bigint not null,
      delivered_at bigint,
      primary key (event_id, endpoint))`.execute(db);
    await sql`insert into webhook_event_endpoints
      select id, 'default', state, attempts, created_at, delivered_at from webhook_events
      where state <> 'none'`.execute(db);
    await sql`create index webhook_event_endpoints_waiting on webhook_event_endpoints (endpoint, created_at)
      where state = 'waiting'`.execute(db);
    await db.schema
      .alterTable('webhook_deliveries')
      .addColumn('endpoint', 'text', (column) => column.notNull().defaultTo('default'))
      .execute();
    await sql`update jobs set kind = 'webhook:default' where kind = 'webhook'`.execute(db);
  },
};
