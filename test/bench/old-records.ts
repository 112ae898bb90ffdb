import { sql, type RawBuilder } from 'kysely';
import type { StoreOptions } from '../../server/store/open-database.ts';
import { fill } from './seed.ts';

/** Records past their retention and recent ones, put straight into a PostgreSQL database that has payments. */

const DAY = 86_400_000;
const AGE = 800 * DAY;
/** Between the two, in ms. */
export const RETENTION = 730 * DAY;

/**
 * Of each kind that is pruned, so many records that are due and so many that stay; of sessions only those that are due.
 */
export function seedOldRecords(options: StoreOptions, due: number, recent: number): Promise<void> {
  const now = Date.now();
  return fill(options, async ({ db }) => {
    await db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      for (const statement of records({ due, recent, now })) await statement.execute(connection);
    });
    await sql`vacuum analyze`.execute(db);
  });
}

function records({ due, recent, now }: { due: number; recent: number; now: number }): RawBuilder<unknown>[] {
  const at = sql.raw(`(case when k < ${String(due)} then ${String(now - AGE)} + k else ${String(now)} end)`);
  const all = sql.raw(`generate_series(0::bigint, ${String(due + recent - 1)}) as n(k)`);
  // As the companion makes them: time, then random.
  const id = sql.raw("lpad(k::text, 8, '0') || substr(md5(k::text), 1, 14)");
  const hash = sql.raw('md5(k::text)');
  const text = 'x'.repeat(400);
  return [
    sql`insert into sessions (id, token_hash, order_no, currency, amount, request, status, attempts, created_at, expires_at)
      select 'ses_' || ${id}, 'old' || ${hash}, 'O-' || k, 'EUR', '24.00', ${text}, 'open', 0, ${at}, ${at}
      from ${all} where k < ${sql.raw(String(due))}`,
    sql`insert into cards_sessions (id, token_hash, request, created_at, expires_at)
      select 'cds_' || ${id}, ${hash}, '{}', ${at}, ${at} from ${all}`,
    sql`insert into idempotency_keys (key, fingerprint, status, body, created_at)
      select ${hash}, ${hash}, 200, ${text}, ${at} from ${all}`,
    sql`insert into webhook_events (id, type, ref, data, state, attempts, created_at, delivered_at)
      select 'evt_' || ${id}, 'payment.paid', 'pay_' || ${id}, ${text}, 'delivered', 1, ${at}, ${at} from ${all}`,
    sql`insert into webhook_event_endpoints (event_id, endpoint, state, attempts, created_at, delivered_at)
      select id, 'default', state, attempts, created_at, delivered_at from webhook_events`,
    sql`insert into webhook_deliveries (id, event_id, at, status, duration_ms)
      select id || '.1', id, created_at, 200, 30 from webhook_events`,
    // Payments in the order of time.
    sql`insert into notifications (id, payment_id, body_hash, fields, verified, at)
      select 'ntf_' || ${id}, payment_id, 'h' || k, ${text}, 1, ${at}
      from (select (row_number() over (order by created_at, id) - 1) % ${sql.raw(String(due + recent))} as k, id as payment_id
        from payments where status <> 'unknown') as numbered limit ${sql.raw(String(due + recent))}`,
    sql`insert into audit_log (id, at, key_id, action, target, request_id, status)
      select 'aud_' || ${id}, ${at}, 'key_1', 'POST /refunds', 'pay_' || ${id}, ${hash}, 200 from ${all}`,
  ];
}
