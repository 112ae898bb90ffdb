import { describeError, type LogFacts, inSpan, runWithFacts } from '../observability/index.ts';
import { reconcileOperation, reportToRiskProduct } from '../operations/index.ts';
import { reconcileRefund } from '../refunds/index.ts';
import type { Companion } from '../companion.ts';
import { keepRunning } from '../context/index.ts';
import { reconcilePayment } from '../payments/index.ts';
import { retryNotification } from '../notifications/index.ts';
import { runPrune, type Retention } from './prune.ts';
import { JOB_KINDS, type Job, type JobKind } from '../store/index.ts';
import { deliverEvent, type WebhookTarget } from './deliver-event.ts';

/** What the jobs work with. */
export interface JobDeps extends Companion {
  /** Undefined where the shop has no address for events. */
  webhooks: WebhookTarget | undefined;
  retention: Retention;
}

/** How long a claim of a job lasts, in ms. */
const LEASE = 120_000;

/** One kind of work: how many are done at the same time, and how; each says what comes next. */
interface Worker {
  /** Few, so that live payments keep their connections. */
  concurrency: number;
  work: (deps: JobDeps, jobs: readonly Job[]) => Promise<Next[]>;
  /** How rarely it is looked for, in ms, where that is more rarely than everything else. */
  pauseAtLeast?: number;
}

/** When a job is done again, in ms since the epoch; null for never; `leave`: its lease ends by itself. */
type Next = number | null | 'leave';

const each =
  (work: (deps: JobDeps, job: Job) => Promise<number | null>): Worker['work'] =>
  (deps, jobs) =>
    Promise.all(
      jobs.map((job) =>
        runWithFacts({ job: job.kind, ...factsOfJob(job) }, () =>
          inSpan(`job ${job.kind}`, {}, () => orLeave(deps, job, work)),
        ),
      ),
    );

const WORKERS: Readonly<Record<Exclude<JobKind, 'webhook'>, Worker>> = {
  reconcile: { concurrency: 4, work: each(reconcilePayment) },
  refund: { concurrency: 4, work: each(reconcileRefund) },
  operation: { concurrency: 4, work: each(reconcileOperation) },
  risk: { concurrency: 50, work: reportToRiskProduct },
  notification: { concurrency: 4, work: each(retryNotification) },
  prune: { concurrency: 1, pauseAtLeast: 60_000, work: each(runPrune) },
};

/** Who does the jobs of a kind; undefined where this companion claims none of them. */
function workerOf({ webhooks }: JobDeps, kind: JobKind): Worker | undefined {
  if (kind !== 'webhook') return WORKERS[kind];
  // Events from before the shop's address went missing wait until there is one again.
  if (webhooks === undefined) return undefined;
  // Looking up a host's name takes one of four threads of the runtime, which connections to the gateway need as well.
  return { concurrency: 3, work: each((deps, job) => deliverEvent(deps, webhooks, job)) };
}

/** What a job is about, by its kind. */
const SUBJECTS: Readonly<Partial<Record<JobKind, 'payment_id' | 'refund_id' | 'operation_id' | 'event_id'>>> = {
  reconcile: 'payment_id',
  refund: 'refund_id',
  operation: 'operation_id',
  webhook: 'event_id',
};

function factsOfJob({ kind, ref }: Job): LogFacts {
  const subject = SUBJECTS[kind];
  return subject === undefined ? {} : { [subject]: ref };
}

/** A job that failed is left to its lease, and another round takes it up again. */
async function orLeave(
  deps: JobDeps,
  job: Job,
  work: (deps: JobDeps, job: Job) => Promise<number | null>,
): Promise<Next> {
  try {
    return await work(deps, job);
  } catch (error) {
    deps.log.error({ error: describeError(error) }, 'a job failed');
    return 'leave';
  }
}

/** Does all that is due, kinds side by side, so that none starves another; returns how much of each there was. */
export async function runDue(deps: JobDeps): Promise<Record<JobKind, number>> {
  const counts = await Promise.all(JOB_KINDS.map((kind) => drain(deps, kind)));
  return Object.fromEntries(JOB_KINDS.map((kind, index) => [kind, counts[index] ?? 0])) as Record<JobKind, number>;
}

async function drain(deps: JobDeps, kind: JobKind, isStopped = (): boolean => false): Promise<number> {
  const worker = workerOf(deps, kind);
  if (worker === undefined) return 0;
  const { concurrency, work } = worker;
  for (let count = 0; ;) {
    if (isStopped()) return count;
    const jobs = await deps.store.claimJobs(kind, deps.now(), concurrency, LEASE);
    if (jobs.length === 0) return count;
    count += jobs.length;
    const next = await runWithFacts({ job: kind }, () => work(deps, jobs));
    // Together, so that a database that waits for the disk waits once.
    await Promise.all(
      jobs.map(async (job, index) => {
        const runAt = next[index] ?? null;
        deps.metrics.jobRan(kind, runAt === null ? 'done' : runAt === 'leave' ? 'failed' : 'again');
        if (runAt !== 'leave') await deps.store.finishJob(job, runAt);
      }),
    );
  }
}

/**
 * Does what is due every `pause` ms until stopped: a round of its own for each kind, so that a shop that is slow to take
 * events keeps no payment waiting.
 */
export function startJobs(deps: JobDeps, pause: number): { stop(): void } {
  const rounds = JOB_KINDS.map((kind) =>
    startRounds(deps, kind, Math.max(pause, workerOf(deps, kind)?.pauseAtLeast ?? 0)),
  );
  return {
    stop() {
      for (const round of rounds) round.stop();
    },
  };
}

function startRounds(deps: JobDeps, kind: JobKind, pause: number): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    try {
      await drain(deps, kind, () => stopped);
    } catch (error) {
      deps.log.error({ job: kind, error: describeError(error) }, 'work for later had to wait');
    }
    plan();
  };
  const plan = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void keepRunning(deps, round()), pause);
    timer.unref();
  };
  plan();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
