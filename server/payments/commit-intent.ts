import { isCheckoutError } from '../../shared/errors.ts';
import type { PaymentDeps } from '../context/index.ts';
import { describeError } from '../observability/index.ts';
import type { Store } from '../store/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import type { ReportedResult } from './transition-table.ts';

/** The pause between two rounds of lookups, in ms. */
const PAUSE = 1_000;
/** The most lookups of a payment that is not there: a commit may arrive after its connection is lost. */
const MAX_LOOKUPS = 30;
/** The most payments that are looked up. Any further one becomes `unknown`, as after a restart. */
const MAX_WAITING = 1_000;

/** Payments whose intent the store has not confirmed, by ID, with the dependencies of their account. */
export type UnconfirmedPayments = Map<string, { deps: PaymentDeps; lookups: number }>;

const NOT_SENT: ReportedResult = {
  status: 'not_sent',
  source: 'response',
  reason: 'the store did not confirm the intent',
};

/**
 * Commits the intent. Where the store does not confirm it, the commit may hold all the same. This process, which alone could
 * send the payment, does not, and so ends it once the store is back.
 * @throws CheckoutError `store_unavailable`
 */
export async function commitIntent(
  unconfirmed: UnconfirmedPayments,
  deps: PaymentDeps,
  input: Parameters<Store['beginPayment']>[0],
): ReturnType<Store['beginPayment']> {
  try {
    return await deps.store.beginPayment(input);
  } catch (error) {
    if (unconfirmed.size < MAX_WAITING) unconfirmed.set(input.payment.id, { deps, lookups: 0 });
    if (unconfirmed.size === 1) planRound(unconfirmed, deps.closing);
    throw error;
  }
}

function planRound(unconfirmed: UnconfirmedPayments, closing: AbortSignal): void {
  const round = async (): Promise<void> => {
    await endFound(unconfirmed);
    if (unconfirmed.size > 0 && !closing.aborted) planRound(unconfirmed, closing);
  };
  setTimeout(() => void round(), PAUSE).unref();
}

/** Ends the payments that are there, one after the other, so an outage does not end in a burst; stops at the first one while the store is unavailable. */
async function endFound(unconfirmed: UnconfirmedPayments): Promise<void> {
  for (const [paymentId, waiting] of unconfirmed) {
    try {
      await applyPaymentResult(waiting.deps, paymentId, NOT_SENT);
      unconfirmed.delete(paymentId);
    } catch (error) {
      const code = isCheckoutError(error) ? error.code : undefined;
      if (code === 'store_unavailable') return;
      waiting.lookups += 1;
      if (code === 'not_found' && waiting.lookups < MAX_LOOKUPS) continue;
      unconfirmed.delete(paymentId);
      if (code !== 'not_found') {
        const facts = { payment_id: paymentId, error: describeError(error) };
        waiting.deps.log.error(facts, 'a payment that was not sent could not be ended');
      }
    }
  }
}
