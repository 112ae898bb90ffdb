import type { SubmitPayment } from '../../shared/contract/index.ts';
import { isCheckoutError } from '../../shared/errors.ts';
import { trackBackgroundWork, type PaymentDeps } from '../context/index.ts';
import { describeError } from '../observability/index.ts';
import type { NewPayment, SessionRecord, Store, VelocityLimit } from '../store/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import type { ReportedResult } from './transition-table.ts';

/** The pause between two rounds of lookups, in ms. */
const PAUSE = 1_000;
/** A payment that is not there is looked up after 1 s, 2 s more, and so on up to this pause, in ms. */
const LONGEST_PAUSE = 30_000;
/** The most lookups of a payment, a quarter of an hour: a commit that waits for its standby may take that long. */
const MAX_LOOKUPS = 45;
/** The most payments that are looked up. Any further one becomes `unknown`, as after a restart. */
const MAX_WAITING = 1_000;

/** Payments of this process whose intent the store has not confirmed. */
export interface UnconfirmedPayments {
  add(deps: PaymentDeps, paymentId: string): void;
  /** Ends those whose intent is there now. */
  endFound(): Promise<void>;
}

interface Waiting {
  deps: PaymentDeps;
  lookups: number;
  /** In ms, by the clock of `performance`. */
  dueAt: number;
}

const NOT_SENT: ReportedResult = {
  status: 'not_sent',
  source: 'response',
  reason: 'the store did not confirm the intent',
};

/**
 * Commits the intent. Where the store does not confirm it, the commit may hold all the same. This process, which alone could
 * send the payment, does not, and so ends it as `not_sent` once the store is back.
 * @throws CheckoutError `store_unavailable`
 */
export async function commitIntent(
  deps: PaymentDeps & { unconfirmed: UnconfirmedPayments },
  input: { payment: NewPayment; session: SessionRecord; submit: SubmitPayment; limits: readonly VelocityLimit[] },
): ReturnType<Store['beginPayment']> {
  const { payment, session, submit, limits } = input;
  const at = deps.now();
  try {
    return await deps.store.beginPayment({
      payment,
      sessionVersion: session.version,
      limits,
      oncePerOrder: deps.settings.ordersOnce,
      maxAttempts: deps.settings.maxAttempts,
      at,
      ...(submit.subscription_agreed === true ? { detail: { subscription_agreed: true } } : {}),
    });
  } catch (error) {
    deps.unconfirmed.add({ ...deps, log: deps.log.child({ payment_id: payment.id }) }, payment.id);
    throw error;
  }
}

/** Looks the payments up one after the other, so an outage does not end in a burst. */
export function createUnconfirmedPayments(): UnconfirmedPayments {
  const all = new Map<string, Waiting>();
  let isPlanned = false;
  const plan = (deps: PaymentDeps): void => {
    if (isPlanned || all.size === 0 || deps.closing.aborted) return;
    isPlanned = true;
    const round = async (): Promise<void> => {
      await endFound(performance.now()).finally(() => {
        isPlanned = false;
      });
      plan(deps);
    };
    setTimeout(() => void trackBackgroundWork(deps, round()), PAUSE).unref();
  };
  /** Stops at the first payment while the store is unavailable. */
  const endFound = async (now: number): Promise<void> => {
    for (const [paymentId, waiting] of all) {
      if (waiting.dueAt > now) continue;
      const found = await endIfFound(waiting.deps, paymentId);
      if (found === 'store_unavailable') return;
      waiting.lookups += 1;
      waiting.dueAt = now + Math.min(waiting.lookups * 1_000, LONGEST_PAUSE);
      if (found === 'ended' || waiting.lookups >= MAX_LOOKUPS) all.delete(paymentId);
    }
  };
  return {
    add(deps, paymentId) {
      if (all.size < MAX_WAITING) all.set(paymentId, { deps, lookups: 0, dueAt: 0 });
      plan(deps);
    },
    endFound: () => endFound(Infinity),
  };
}

async function endIfFound(deps: PaymentDeps, paymentId: string): Promise<'ended' | 'not_found' | 'store_unavailable'> {
  try {
    await applyPaymentResult(deps, paymentId, NOT_SENT);
    return 'ended';
  } catch (error) {
    const code = isCheckoutError(error) ? error.code : undefined;
    if (code === 'not_found' || code === 'store_unavailable') return code;
    deps.log.error({ error: describeError(error) }, 'a payment that was not sent could not be ended');
    return 'ended';
  }
}
