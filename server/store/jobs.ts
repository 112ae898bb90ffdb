import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { Database, Db, Tables } from './schema.ts';
import { statement } from './statement.ts';
import type { Job, JobClaim, JobKind, JobRow } from './tables.ts';

const dropJob = statement<Pick<JobRow, 'kind' | 'ref'>>((db, job) =>
  db.deleteFrom('jobs').where('kind', '=', job.kind).where('ref', '=', job.ref),
);

const putJob = statement<Pick<JobRow, 'id' | 'kind' | 'ref' | 'run_at'>>((db, job) =>
  db
    .insertInto('jobs')
    .values({ id: job.id, kind: job.kind, ref: job.ref, run_at: job.run_at, runs: 0, locked_until: 0 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet({ id: job.id, run_at: job.run_at, runs: 0, locked_until: 0 }),
    ),
);

/**
 * Plans when something is done about `ref`; null ends it. The row's id is made anew each time, so that whoever works on
 * the old plan cannot overwrite the new one.
 */
export async function planJob(db: Db, kind: JobKind, ref: string, runAt: number | null): Promise<void> {
  if (runAt === null) await dropJob(db, { kind, ref });
  else await putJob(db, { id: createJobId(ref), kind, ref, run_at: runAt });
}

export function createJobId(ref: string): string {
  return `${ref}.${crypto.randomUUID()}`;
}

/** Plans something unless it is planned already, as what every companion wants once. */
export async function ensureJob(db: Db, kind: JobKind, ref: string, runAt: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: `${ref}.${crypto.randomUUID()}`, kind, ref, run_at: runAt, runs: 0, locked_until: 0 })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
    .execute();
}

type JobQuery = SelectQueryBuilder<Tables, 'jobs', JobRow>;

interface ClaimOf {
  kind: JobKind;
  now: number;
  limit: number;
}

function dueJobs(db: Db, { kind, now, limit }: ClaimOf): JobQuery {
  const due = db.selectFrom('jobs').selectAll().where('kind', '=', kind).where('run_at', '<=', now);
  return due.where('locked_until', '<=', now).orderBy('run_at').limit(limit);
}

/** Nothing is planned or claimed further ahead than this, in ms. */
const FURTHEST = 2 * 24 * 3_600_000;

/**
 * Where a companion is in its search for strays of a kind: behind which `ref` it goes on, or when it was through, in ms since
 * the epoch.
 */
type Search = { after: string } | { endedAt: number };

/** A companion's searches for strays. */
export type Searches = Map<JobKind, Search>;

/**
 * Pause between two searches, in ms. Of two companions whose clocks are days apart, each plans what is a stray to the
 * other: without a pause they would take everything from each other at once, again and again.
 */
const SEARCH_PAUSE = 300_000;

/** Behind which `ref` strays are looked for now, so that each is taken once in a search; undefined in the pause. */
function nextSearch(search: Search | undefined, now: number): string | undefined {
  if (search === undefined) return '';
  if ('after' in search) return search.after;
  // Ended after now: the clock was put back, and what it has planned is to be found at once.
  const isPause = search.endedAt <= now && now < search.endedAt + SEARCH_PAUSE;
  return isPause ? undefined : '';
}

/** Jobs that a clock which was far ahead has planned or claimed: without it nobody would do them for as long. */
function strayJobs(db: Db, { kind, now, limit, after }: ClaimOf & { after: string }): JobQuery {
  const far = now + FURTHEST;
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('ref', '>', after)
    .where((eb) => eb.or([eb('run_at', '<=', now), eb('run_at', '>', far)]))
    .where((eb) => eb.or([eb('locked_until', '<=', now), eb('locked_until', '>', far)]))
    .orderBy('ref')
    .limit(limit);
}

/** See {@link Store.claimJobs}; runs inside a transaction. */
export async function claimJobs(
  trx: Transaction<Tables>,
  database: Database['kind'],
  claim: ClaimOf & { leaseMs: number },
  searches: Searches,
): Promise<Job[]> {
  // Others pass by the rows that one companion is claiming; SQLite has one writer anyway.
  const select = (query: JobQuery): Promise<JobRow[]> =>
    (database === 'postgres' ? query.forUpdate().skipLocked() : query).execute();
  const { kind, now } = claim;
  let rows = await select(dueJobs(trx, claim));
  const after = rows.length > 0 ? undefined : nextSearch(searches.get(kind), now);
  if (after !== undefined) {
    rows = await select(strayJobs(trx, { ...claim, after }));
    const last = rows.at(-1);
    searches.set(kind, last === undefined ? { endedAt: now } : { after: last.ref });
  }
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  await trx
    .updateTable('jobs')
    .set((eb) => ({ locked_until: now + claim.leaseMs, runs: eb('runs', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, kind, ref: row.ref, run_at: row.run_at, runs: row.runs + 1 }));
}

/** See {@link Store.finishJob}. */
export async function finishJob(db: Db, { id, runs }: JobClaim, runAt: number | null): Promise<void> {
  // Whoever claimed it since counted one run more; the job is theirs then.
  if (runAt === null) await db.deleteFrom('jobs').where('id', '=', id).where('runs', '=', runs).execute();
  else {
    const next = { run_at: runAt, locked_until: 0 };
    await db.updateTable('jobs').set(next).where('id', '=', id).where('runs', '=', runs).execute();
  }
}
