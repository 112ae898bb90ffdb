import { describeError, type LogFields, inSpan } from '../observability/index.ts';
import { runIssuingOrPayoutQueryJob, reportDuePaymentsToRiskProduct } from '../operations/index.ts';
import { runRefundQueryJob } from '../refunds/index.ts';
import { depsForAccount, withLog, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import { trackBackgroundWork } from '../context/index.ts';
import { runPaymentQueryJob, voidCardVerification } from '../payments/index.ts';
import { retryNotification } from '../notifications/index.ts';
import { runPruneJob, type Retention } from './prune.ts';
import { endpointNamesForEvent } from '../webhooks/endpoint.ts';
import {
  webhookEndpointOfJobKind,
  JOB_KINDS,
  jobKindOfWebhookEndpoint,
  type Job,
  type JobKind,
} from '../store/index.ts';
import { deliverEvent } from './deliver-event.ts';

/** The dependencies of the jobs. */
export interface JobDeps extends CompanionDeps {
  retention: Retention;
}

/** How long a claim of a job lasts, in ms. */
const LEASE = 120_000;

/** One kind of job: its concurrency and its handler, which returns the next time. */
interface Worker {
  /** Jobs that run at once. A low number, so live payments keep their connections. */
  concurrency: number;
  /** The most that run at once as long as every job ends at its first try; the default is `concurrency`. */
  concurrencyOfSuccess?: number;
  work: (deps: JobDeps, jobs: readonly Job[]) => Promise<Next[]>;
  /** The shortest pause between two searches for due jobs, in ms, if longer than the default. */
  pauseAtLeast?: number;
}

/** The next time of a job, in ms since the epoch; null for never; `leave`: its lease expires. */
type Next = number | null | 'leave';

const each =
  (work: (deps: JobDeps, job: Job) => Promise<number | null>): Worker['work'] =>
  (deps, jobs) =>
    Promise.all(
      jobs.map((job) => {
        const own = withLog(deps, deps.log.child(factsOfJob(job)));
        return inSpan(`job ${job.kind}`, {}, () => orLeave(own, () => work(own, job)));
      }),
    );

/** The account of a job's subject; undefined where there is no such subject any more. */
type FindAccount = (store: JobDeps['store'], ref: string) => Promise<string | undefined>;

const accountOfPayment: FindAccount = async (store, id) => (await store.findPayment(id))?.account;

const accountOfNotification: FindAccount = async (store, id) => {
  const notification = await store.findNotification(id);
  return notification === undefined ? undefined : accountOfPayment(store, notification.payment_id);
};

/** A worker whose jobs run with the account of their subject. */
const eachInAccount = (
  find: FindAccount,
  work: (deps: JobDeps & AccountDeps, job: Job) => Promise<number | null>,
): Worker['work'] =>
  each(async (deps, job) => {
    const account = await find(deps.store, job.ref);
    return account === undefined ? null : work(depsForAccount(deps, account), job);
  });

/** Reports together what belongs to one account. */
async function reportByAccount(deps: JobDeps, jobs: readonly Job[]): Promise<Next[]> {
  const accounts = await Promise.all(jobs.map((job) => accountOfPayment(deps.store, job.ref)));
  const next = new Map<Job, Next>();
  for (const account of new Set(accounts)) {
    if (account === undefined) continue;
    const own = jobs.filter((_job, index) => accounts[index] === account);
    // An account that this companion does not know yet must not stop the reports of the others.
    const times = await orLeave(deps, () => reportDuePaymentsToRiskProduct(depsForAccount(deps, account), own));
    own.forEach((job, index) => next.set(job, times === 'leave' ? times : (times[index] ?? null)));
  }
  return jobs.map((job) => next.get(job) ?? null);
}

/** Plans the deliveries of an event to the endpoints that receive it. */
async function scheduleDeliveries({ store, webhooks, now }: JobDeps, { ref }: Job): Promise<null> {
  const event = await store.findWebhookEvent(ref);
  if (event !== undefined) await store.scheduleDeliveries(ref, endpointNamesForEvent(webhooks, event), now());
  return null;
}

const WORKERS: Readonly<Record<(typeof JOB_KINDS)[number], Worker>> = {
  reconcile: { concurrency: 4, work: eachInAccount(accountOfPayment, runPaymentQueryJob) },
  refund: {
    concurrency: 4,
    work: eachInAccount(async (store, id) => (await store.findRefund(id))?.account, runRefundQueryJob),
  },
  operation: {
    concurrency: 4,
    work: eachInAccount(
      async (store, id) => (await store.findIssuingOrPayoutOperation(id))?.account,
      runIssuingOrPayoutQueryJob,
    ),
  },
  risk: { concurrency: 50, work: reportByAccount },
  notification: { concurrency: 4, work: eachInAccount(accountOfNotification, retryNotification) },
  void: { concurrency: 4, work: eachInAccount(accountOfPayment, voidCardVerification) },
  webhook: { concurrency: 20, work: each(scheduleDeliveries) },
  prune: { concurrency: 1, pauseAtLeast: 60_000, work: each(runPruneJob) },
};

/** The handler of a kind; undefined if this companion claims no such jobs. */
function workerOf({ webhooks }: JobDeps, kind: JobKind): Worker | undefined {
  if (isFixed(kind)) return kind === 'webhook' && webhooks.length === 0 ? undefined : WORKERS[kind];
  // Events from before an endpoint was removed wait until it is there again.
  const endpoint = webhooks.find(({ name }) => name === webhookEndpointOfJobKind(kind));
  if (endpoint === undefined) return undefined;
  // A host lookup uses one of the runtime's four threads, which gateway connections need as well.
  const concurrency = Math.max(1, Math.floor(3 / webhooks.length));
  // An endpoint that accepts events keeps its connections, and needs no further lookup.
  return { concurrency, concurrencyOfSuccess: 16, work: each((deps, job) => deliverEvent(deps, endpoint, job)) };
}

function isFixed(kind: JobKind): kind is (typeof JOB_KINDS)[number] {
  return JOB_KINDS.some((known) => known === kind);
}

/** The kinds that deliver events, one for each endpoint. */
function deliveryKinds({ webhooks }: JobDeps): JobKind[] {
  return webhooks.map(({ name }) => jobKindOfWebhookEndpoint(name));
}

/** The subject of a job, by its kind. */
const SUBJECTS: Readonly<Partial<Record<JobKind, 'payment_id' | 'refund_id' | 'operation_id' | 'event_id'>>> = {
  reconcile: 'payment_id',
  void: 'payment_id',
  refund: 'refund_id',
  operation: 'operation_id',
  webhook: 'event_id',
};

function factsOfJob({ kind, ref }: Job): LogFields {
  const subject = isFixed(kind) ? SUBJECTS[kind] : 'event_id';
  return subject === undefined ? {} : { [subject]: ref };
}

/** A failed job keeps its lease; a later round claims it again. */
async function orLeave<T>(deps: JobDeps, work: () => Promise<T>): Promise<T | 'leave'> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ error: describeError(error) }, 'a job failed');
    return 'leave';
  }
}

/**
 * Runs all due jobs, kinds in parallel, so no kind blocks another; then the deliveries that they planned. Returns the
 * number of jobs by kind.
 */
export async function runDueJobs(deps: JobDeps): Promise<Record<(typeof JOB_KINDS)[number], number>> {
  const counts = await Promise.all(JOB_KINDS.map((kind) => drain(deps, kind)));
  await Promise.all(deliveryKinds(deps).map((kind) => drain(deps, kind)));
  return Object.fromEntries(JOB_KINDS.map((kind, index) => [kind, counts[index] ?? 0])) as Awaited<
    ReturnType<typeof runDueJobs>
  >;
}

async function drain(deps: JobDeps, kind: JobKind, isStopped = (): boolean => false): Promise<number> {
  const worker = workerOf(deps, kind);
  if (worker === undefined) return 0;
  const { concurrency, concurrencyOfSuccess = concurrency, work } = worker;
  let size = concurrency;
  for (let count = 0; ;) {
    if (isStopped()) return count;
    const jobs = await deps.store.claimJobs(kind, deps.now(), size, LEASE);
    if (jobs.length === 0) return count;
    count += jobs.length;
    const next = await work(withLog(deps, deps.log.child({ job: kind })), jobs);
    size = next.every((runAt) => runAt === null) ? Math.min(size * 2, concurrencyOfSuccess) : concurrency;
    // Together, so several writes share one wait for the disk.
    await Promise.all(
      jobs.map(async (job, index) => {
        const runAt = next[index] ?? null;
        deps.metrics.countJob(kind, runAt === null ? 'done' : runAt === 'leave' ? 'failed' : 'again');
        if (runAt !== 'leave') await deps.store.finishOrRescheduleJob(job, runAt);
      }),
    );
  }
}

/**
 * Runs due jobs every `pause` ms until stopped. Each kind has its own rounds, so a slow webhook endpoint delays no
 * payment and no other endpoint.
 */
export function startJobs(deps: JobDeps, pause: number): { stop(): void } {
  const deliveries = deliveryKinds(deps).map((kind) => startRounds(deps, kind, { pause }));
  const rounds = JOB_KINDS.map((kind) =>
    startRounds(deps, kind, {
      pause: Math.max(pause, workerOf(deps, kind)?.pauseAtLeast ?? 0),
      onWork: kind === 'webhook' ? () => deliveries.forEach((round) => round.wake()) : undefined,
    }),
  );
  rounds.push(...deliveries);
  return {
    stop() {
      for (const round of rounds) round.stop();
    },
  };
}

interface Rounds {
  /** Begins the next round now, or after the one under way. */
  wake(): void;
  stop(): void;
}

/** `onWork` is called after each round that ran a job. */
function startRounds(
  deps: JobDeps,
  kind: JobKind,
  { pause, onWork }: { pause: number; onWork?: (() => void) | undefined },
): Rounds {
  let stopped = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    timer = undefined;
    isWoken = false;
    try {
      if ((await drain(deps, kind, () => stopped)) > 0) onWork?.();
    } catch (error) {
      deps.log.error({ job: kind, error: describeError(error) }, 'work for later had to wait');
    }
    plan();
  };
  const plan = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void trackBackgroundWork(deps, round()), isWoken ? 0 : pause);
    timer.unref();
  };
  plan();
  return {
    wake() {
      isWoken = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      plan();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
