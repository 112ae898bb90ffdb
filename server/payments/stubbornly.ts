import { isCheckoutError } from '../../shared/errors.ts';
import { describeError, type LogFacts } from '../log.ts';
import type { PaymentDeps } from './deps.ts';

/** Pauses before the store is tried again, in ms. */
const PAUSES = [50, 200, 500, 1_000, 2_000];

/**
 * Writes down what the gateway said, and keeps trying for a while when the store is away: it must not be lost.
 * @throws CheckoutError `store_unavailable` where the store stayed away, and whatever else the work throws
 */
export async function stubbornly<T>(deps: PaymentDeps, facts: LogFacts, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isCheckoutError(error) || error.code !== 'store_unavailable') throw error;
      deps.log.error({ ...facts, error: describeError(error) }, 'store away while settling; trying again');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
