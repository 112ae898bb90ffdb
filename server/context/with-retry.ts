import { isCheckoutError } from '../../shared/errors.ts';
import { describeError, type LogFields } from '../observability/index.ts';
import type { PaymentDeps } from './deps.ts';

/** Pauses between tries while a caller waits for the result, in ms. */
const PAUSES = [50, 200, 500, 1_000, 2_000];
/** The pause between tries once no caller waits, in ms, and their number: a quarter of an hour. */
const LATER_PAUSE = 5_000;
const LATER_TRIES = 180;

/**
 * Stores a result of the gateway, with retries while the store is unavailable: the result must not be lost.
 * @throws CheckoutError `store_unavailable` after the last try, and what else the work throws
 */
export async function storeResultWithRetry<T>(deps: PaymentDeps, facts: LogFields, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      deps.log.error(
        { ...facts, error: describeError(error) },
        'the store is unavailable while a result is applied; trying again',
      );
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}

/**
 * As {@link storeResultWithRetry}. After its last try it throws, and the work is retried in the background until the companion
 * closes: a query on schedule may not report everything that the response had.
 */
export async function storeResultWithRetryThenBackground<T>(
  deps: PaymentDeps,
  facts: LogFields,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await storeResultWithRetry(deps, facts, work);
  } catch (error) {
    if (isStoreAway(error)) void keepTrying(deps, facts, work);
    throw error;
  }
}

async function keepTrying(deps: PaymentDeps, facts: LogFields, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < LATER_TRIES && !deps.closing.aborted; tries += 1) {
    await sleep(LATER_PAUSE);
    try {
      await work();
      deps.log.info({ ...facts, count: tries + 1 }, 'a result was stored late');
      return;
    } catch (error) {
      if (!isStoreAway(error)) {
        deps.log.error({ ...facts, error: describeError(error) }, 'a late result could not be stored');
        return;
      }
    }
  }
}

/** A pause that does not keep the process alive. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function isStoreAway(error: unknown): boolean {
  return isCheckoutError(error) && error.code === 'store_unavailable';
}
