import { sql, type SelectQueryBuilder } from 'kysely';
import { isPostgres, type Db, type Tables, type Trx } from './schema.ts';
import { prepareStatement } from './statement.ts';
import type { PaymentUpdate } from './payment-types.ts';
import type { Job, ClaimedJobRef, JobKind, JobRow } from './payment-tables.ts';

const dropJob = prepareStatement<Pick<JobRow, 'kind' | 'ref'>>((db, job) =>
  db.deleteFrom('jobs').where('kind', '=', job.kind).where('ref', '=', job.ref),
);

const putJob = prepareStatement<Pick<JobRow, 'id' | 'kind' | 'ref' | 'run_at'>>((db, job) =>
  db
    .insertInto('jobs')
    .values({ id: job.id, kind: job.kind, ref: job.ref, run_at: job.run_at, runs: 0, locked_until: 0 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet({ id: job.id, run_at: job.run_at, runs: 0, locked_until: 0 }),
    ),
);

/**
 * Plans a job about `ref`; null removes it. Each plan has a new row ID, so a worker of the old plan cannot overwrite
 * the new one.
 */
export async function scheduleJob(trx: Trx, kind: JobKind, ref: string, runAt: number | null): Promise<void> {
  if (runAt === null) await dropJob(trx, { kind, ref });
  else await putJob(trx, { id: createJobId(ref), kind, ref, run_at: runAt });
}

/** The jobs that an update of a payment plans, with their times; null removes one. */
export function jobsOfUpdate({ reconcileAt, voidAt, tellRiskAt }: PaymentUpdate): [JobKind, number | null][] {
  const planned: [JobKind, number | null | undefined][] = [
    ['reconcile', reconcileAt],
    ['void', voidAt],
    ['risk', tellRiskAt],
  ];
  return planned.filter((job): job is [JobKind, number | null] => job[1] !== undefined);
}

export function createJobId(ref: string): string {
  return `${ref}.${crypto.randomUUID()}`;
}

/** Plans a job unless one about the same subject is planned, for jobs that every companion plans once. */
export async function ensureJob(trx: Trx, kind: JobKind, ref: string, runAt: number): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ id: createJobId(ref), kind, ref, run_at: runAt, runs: 0, locked_until: 0 })
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

/** No job is planned or claimed further ahead than this, in ms. */
const FURTHEST = 2 * 24 * 3_600_000;

/**
 * The position of a companion's search for stray jobs of a kind: the `ref` to continue after, or the time at which the
 * search ended, in ms since the epoch.
 */
type Search = { after: string } | { endedAt: number };

/** A companion's searches for stray jobs, by kind. */
export type StrayJobSearches = Map<JobKind, Search>;

/**
 * Pause between two searches, in ms. If the clocks of two companions differ by days, each sees the other's plans as
 * strays. Without a pause they would take jobs from each other continuously.
 */
const SEARCH_PAUSE = 300_000;

/** The `ref` after which the search continues, so each stray is taken once per search; undefined during the pause. */
function nextSearch(search: Search | undefined, now: number): string | undefined {
  if (search === undefined) return '';
  if ('after' in search) return search.after;
  // Ended after now: the clock was set back, and its plans must be found at once.
  const isPause = search.endedAt <= now && now < search.endedAt + SEARCH_PAUSE;
  return isPause ? undefined : '';
}

/** Jobs that a clock far ahead has planned or claimed. Without this search they would wait until that time. */
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

/** The age at which a submit without an outcome gets a job, in ms. Nearly every submit has its outcome before. */
const SUBMIT_JOB_AGE = 10_000;
/** The most that are planned at once. */
const SUBMIT_JOBS_MAX = 1_000;

/**
 * Plans the jobs of submits without an outcome, whose process may have been killed, or had a clock far ahead. A transaction of
 * its own: others wait for the rows of one that does not end, and their claims must not.
 */
export async function planJobsOfSubmits(db: Db, now: number): Promise<true> {
  await sql`
    insert into jobs (id, kind, ref, run_at, runs, locked_until)
    select id || '.submit', 'reconcile', id,
      case when created_at > ${now} then cast(${now} as bigint) else created_at + ${sql.lit(SUBMIT_JOB_AGE)} end, 0, 0
    from payments
    where status = 'submitting'
      and (created_at <= ${now - SUBMIT_JOB_AGE} or created_at > ${now + FURTHEST})
      and not exists (select 1 from jobs where jobs.kind = 'reconcile' and jobs.ref = payments.id)
    limit ${sql.lit(SUBMIT_JOBS_MAX)}
    on conflict do nothing`.execute(db);
  return true;
}

/** See {@link Store.claimJobs}; runs inside a transaction. */
export async function claimJobs(
  trx: Trx,
  claim: ClaimOf & { leaseMs: number },
  searches: StrayJobSearches,
): Promise<Job[]> {
  // Other companions skip rows that are being claimed; SQLite has one writer.
  const select = (query: JobQuery): Promise<JobRow[]> =>
    (isPostgres(trx) ? query.forUpdate().skipLocked() : query).execute();
  const { kind, now } = claim;
  let rows = await select(dueJobs(trx, claim));
  const after = rows.length > 0 ? undefined : nextSearch(searches.get(kind), now);
  if (after !== undefined) {
    rows = await select(strayJobs(trx, { ...claim, after }));
    const last = rows.at(-1);
    // New strays come after those that were found, so the search ends with a page that is not full.
    const isFull = last !== undefined && rows.length === claim.limit;
    searches.set(kind, isFull ? { after: last.ref } : { endedAt: now });
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

/** Sets the next time of a claimed job; null removes it. Does nothing if another companion has claimed it since. */
export async function finishOrRescheduleJob(
  trx: Trx,
  { id, runs }: ClaimedJobRef,
  runAt: number | null,
): Promise<void> {
  // A companion that claimed the job since has counted one run more; the job is its own then.
  if (runAt === null) await trx.deleteFrom('jobs').where('id', '=', id).where('runs', '=', runs).execute();
  else {
    const next = { run_at: runAt, locked_until: 0 };
    await trx.updateTable('jobs').set(next).where('id', '=', id).where('runs', '=', runs).execute();
  }
}
