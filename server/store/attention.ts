import { sql, type SelectQueryBuilder } from 'kysely';
import type { WebhookEventRecord } from './back-office-tables.ts';
import { accountsCondition } from './account-filter.ts';
import type { Db, Tables } from './schema.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';

/** Counts of what waits for a person, each up to {@link ATTENTION_COUNT_MAX}. */
export interface AttentionCounts {
  unknownPayments: number;
  /** When the oldest of them was created, in ms since the epoch. */
  oldestUnknownAt: number | null;
  heldPayments: number;
  alertedPayments: number;
  unknownRefunds: number;
  unknownOperations: number;
  openDisputes: number;
  waitingEvents: number;
  givenUpEvents: number;
}

/** Counts stop here; a person only needs to know that there are more. */
export const ATTENTION_COUNT_MAX = 1_000;

/** Counts what waits for a person. Every count reads an index and stops at {@link ATTENTION_COUNT_MAX}. */
export async function countEntriesNeedingAttention(db: Db, accounts?: readonly string[]): Promise<AttentionCounts> {
  const own = accountsCondition(accounts);
  const payments = (status: PaymentStatus): Promise<number> =>
    count(db, db.selectFrom('payments').where('status', '=', status).where(own));
  const events = (state: WebhookEventRecord['state']): Promise<number> =>
    count(db, db.selectFrom('webhook_events').where('state', '=', state).where(own));
  const oldest = await db
    .selectFrom('payments')
    .select('created_at')
    .where('status', '=', 'unknown')
    .where(own)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return {
    unknownPayments: await payments('unknown'),
    oldestUnknownAt: oldest?.created_at ?? null,
    heldPayments: await payments('held'),
    alertedPayments: await count(db, db.selectFrom('payments').where('alerts', 'is not', null).where(own)),
    unknownRefunds: await count(db, db.selectFrom('refunds').where('status', '=', 'unknown').where(own)),
    unknownOperations: await count(db, db.selectFrom('operations').where('status', '=', 'unknown').where(own)),
    openDisputes: await count(db, db.selectFrom('disputes').where('status', '=', 'received').where(own)),
    waitingEvents: await events('waiting'),
    givenUpEvents: await events('given_up'),
  };
}

async function count<Name extends keyof Tables>(
  db: Db,
  query: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const few = query.select(sql`1`.as('one')).limit(ATTENTION_COUNT_MAX);
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (${few}) as few`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
