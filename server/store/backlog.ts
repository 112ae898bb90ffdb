import type { Db } from './schema.ts';

/** What waits in the database. */
export interface Backlog {
  unknownPayments: number;
  /** When the oldest of them was made, in ms since the epoch. */
  oldestUnknownAt: number | null;
  waitingEvents: number;
  dueJobs: number;
}

export async function readBacklog(db: Db, now: number): Promise<Backlog> {
  const unknown = await db
    .selectFrom('payments')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.min<number | string | null>('created_at').as('oldest'),
    ])
    .where('status', '=', 'unknown')
    .executeTakeFirst();
  const events = await db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  const jobs = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('run_at', '<=', now)
    .where('locked_until', '<=', now)
    .executeTakeFirst();
  const oldest = unknown?.oldest ?? null;
  return {
    unknownPayments: Number(unknown?.count ?? 0),
    oldestUnknownAt: oldest === null ? null : Number(oldest),
    waitingEvents: Number(events?.count ?? 0),
    dueJobs: Number(jobs?.count ?? 0),
  };
}
