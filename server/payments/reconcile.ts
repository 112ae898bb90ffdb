import { describeError } from '../log.ts';
import type { Job } from '../store/store.ts';
import { checkPayment } from './check.ts';
import { keepRunning, type PaymentDeps } from './deps.ts';
import { nextCheckAt } from './schedule.ts';
import { settle } from './settle.ts';
import { isUnsettled } from './states.ts';

/** How many payments one companion asks about at the same time, so that live payments keep their connections. */
const CONCURRENCY = 4;
const LEASE = 120_000;

/**
 * Asks the gateway about every payment that is due, once; returns how many there were. A `submitting` payment whose
 * sender had its time, because the process was killed, becomes unknown first.
 */
export async function reconcileDue(deps: PaymentDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const jobs = await deps.store.claimJobs('reconcile', deps.now(), CONCURRENCY, LEASE);
    if (jobs.length === 0) return count;
    count += jobs.length;
    await Promise.all(jobs.map((job) => runJob(deps, job)));
  }
}

async function runJob(deps: PaymentDeps, job: Job): Promise<void> {
  try {
    await deps.store.finishJob(job, await reconcilePayment(deps, job.ref));
  } catch (error) {
    // The lease ends by itself, and another round takes the payment up again.
    deps.log.error({ payment_id: job.ref, error: describeError(error) }, 'reconciling a payment failed');
  }
}

/** Asks about one payment; returns when to ask again, in ms since the epoch, or null. */
async function reconcilePayment(deps: PaymentDeps, paymentId: string): Promise<number | null> {
  let payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) return null;
  if (payment.status === 'submitting') {
    const answerDue = payment.createdAt + deps.settings.answerDeadline;
    if (answerDue > deps.now()) return answerDue;
    payment = await settle(deps, paymentId, {
      kind: 'unknown',
      source: 'answer',
      reason: 'the sender stopped before an answer',
    });
  }
  const asked = (await checkPayment(deps, payment)).payment;
  const next = nextCheckAt(asked, deps.now());
  if (next === null && isUnsettled(asked.status) && asked.status !== 'abandoned') {
    deps.log.error({ payment_id: paymentId, to: asked.status }, 'alarm: a payment needs a person');
  }
  return next;
}

/** Runs {@link reconcileDue} every `pause` ms until stopped. */
export function startReconciling(deps: PaymentDeps, pause: number): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    try {
      await reconcileDue(deps);
    } catch (error) {
      deps.log.error({ error: describeError(error) }, 'reconciling had to wait');
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
