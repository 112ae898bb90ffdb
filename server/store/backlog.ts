import { sql, type Expression } from 'kysely';
import type { Db } from './schema.ts';

/** The age classes of payments without an outcome, in ms, with their metric labels. */
const AGES = [
  { age: 'under_1m', from: 0, to: 60_000 },
  { age: '1m_to_10m', from: 60_000, to: 600_000 },
  { age: '10m_to_1h', from: 600_000, to: 3_600_000 },
  { age: '1h_to_24h', from: 3_600_000, to: 86_400_000 },
  { age: 'over_24h', from: 86_400_000, to: Infinity },
] as const;

export type UnknownPaymentAgeBand = (typeof AGES)[number]['age'];

/** The work that waits in the database. */
export interface Backlog {
  unknownPayments: Readonly<Record<UnknownPaymentAgeBand, number>>;
  /** When the oldest of them was created, in ms since the epoch. */
  oldestUnknownAt: number | null;
  /** Events that an endpoint has not received yet, by its name, and when the oldest was created, in ms since the epoch. */
  waitingEvents: Readonly<Partial<Record<string, { count: number; oldestAt: number }>>>;
  /** Overdue jobs by kind: their number, and the due time of the oldest, in ms since the epoch. */
  dueJobs: Readonly<Record<string, { count: number; oldestAt: number }>>;
}

/** Reads from indexes only, so the cost does not depend on the number of payments. */
export async function readBacklog(db: Db, now: number): Promise<Backlog> {
  const unknown = await db
    .selectFrom('payments')
    .select((eb) => [
      ...AGES.map(({ age, from, to }) =>
        countBetween(eb.ref('created_at'), { from: now - to, to: now - from }).as(age),
      ),
      eb.fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('status', '=', 'unknown')
    .executeTakeFirstOrThrow();
  const events = await db
    .selectFrom('webhook_event_endpoints')
    .select((eb) => ['endpoint', eb.fn.countAll<number>().as('count'), eb.fn.min<number>('created_at').as('oldestAt')])
    .where('state', '=', 'waiting')
    .groupBy('endpoint')
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min<number>('run_at').as('oldestAt')])
    .where('run_at', '<=', now)
    .where('locked_until', '<=', now)
    .groupBy('kind')
    .execute();
  const counts = unknown as Readonly<Record<string, number | null>>;
  return {
    unknownPayments: Object.fromEntries(AGES.map(({ age }) => [age, counts[age] ?? 0])) as Record<
      UnknownPaymentAgeBand,
      number
    >,
    oldestUnknownAt: unknown.oldest,
    waitingEvents: Object.fromEntries(events.map(({ endpoint, ...waiting }) => [endpoint, waiting])),
    dueJobs: Object.fromEntries(jobs.map(({ kind, ...due }) => [kind, due])),
  };
}

/** Counts the rows of a time span, excluding its start. A row from the future counts as new. */
function countBetween(column: Expression<number>, { from, to }: { from: number; to: number }) {
  const after = from === -Infinity ? sql`true` : sql`${column} > ${from}`;
  return sql<number | null>`sum(case when ${after} and ${column} <= ${to} then 1 else 0 end)`;
}
