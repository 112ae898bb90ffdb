import type { Logger } from '../observability/index.ts';
import { PRUNED_RECORD_KINDS, type PrunedRecordKind, type Job, type Store } from '../store/index.ts';

/** Retention in days; 0 keeps for ever. Payments, refunds and their timelines always stay. */
export interface Retention {
  /** Sessions without payment, stored responses, and finished webhook events and notifications. */
  days: number;
  /** The audit log. */
  auditDays: number;
}

export const DEFAULT_RETENTION: Retention = { days: 90, auditDays: 730 };

const DAY = 86_400_000;
/** The rows per transaction, and the pause between two transactions in ms, in which payments can run. */
const BATCH = 500;
const PAUSE = 25;
/** The time limit of one run, in ms; the next run continues where it stopped. */
const RUN_LIMIT = 60_000;

interface PruneDeps {
  store: Pick<Store, 'prune'>;
  log: Logger;
  now: () => number;
}

/**
 * Deletes records that are older than their retention. Returns the number of deleted rows by table, and whether all of
 * them were deleted in time.
 * @throws CheckoutError `store_unavailable`
 */
export async function pruneExpiredRecords(
  { store, log, now }: PruneDeps,
  retention: Retention,
  options: { limitMs?: number; isStopped?: () => boolean } = {},
): Promise<{ deleted: Record<PrunedRecordKind, number>; isDone: boolean }> {
  const deleted = Object.fromEntries(PRUNED_RECORD_KINDS.map((what) => [what, 0])) as Record<PrunedRecordKind, number>;
  const deadline = performance.now() + (options.limitMs ?? RUN_LIMIT);
  const isOver = (): boolean => performance.now() > deadline || options.isStopped?.() === true;
  let isDone = true;
  for (const what of PRUNED_RECORD_KINDS) {
    const days = what === 'audit' ? retention.auditDays : retention.days;
    if (days === 0) continue;
    for (let more = true; more;) {
      if (isOver()) {
        isDone = false;
        break;
      }
      const step = await store.prune({ what, before: now() - days * DAY, limit: BATCH });
      deleted[what] += step.deleted;
      ({ more } = step);
      if (more) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    if (deleted[what] > 0) log.info({ source: what, count: deleted[what] }, 'pruned');
  }
  return { deleted, isDone };
}

/**
 * The most that the clock may be ahead of the last run, in ms: a clock that is months ahead would delete today's sessions.
 * After a longer stop the deletion catches up day by day.
 */
const MAX_ADVANCE = 2 * DAY;

/**
 * The daily job; returns when it runs next, in ms since the epoch.
 * @throws CheckoutError `store_unavailable`
 */
export async function runPruneJob(
  deps: PruneDeps & {
    store: Pick<Store, 'findPruned' | 'keepPruned'>;
    retention: Retention;
    drain: { isOn: boolean };
  },
  job: Pick<Job, 'run_at'>,
): Promise<number> {
  const last = (await deps.store.findPruned()) ?? job.run_at;
  const pruneAt = Math.min(deps.now(), last + MAX_ADVANCE);
  const options = { isStopped: () => deps.drain.isOn };
  const { isDone } = await pruneExpiredRecords({ ...deps, now: () => pruneAt }, deps.retention, options);
  if (isDone) await deps.store.keepPruned(pruneAt);
  return deps.now() + (isDone ? DAY : 1_000);
}
