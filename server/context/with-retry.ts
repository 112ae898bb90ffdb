import { isCheckoutError } from '../../shared/errors.ts';
import { describeError, type LogFacts } from '../observability/index.ts';
import type { Deps } from './deps.ts';

/** Pauses before the store is tried again while somebody waits for the result, in ms. */
const PAUSES = [50, 200, 500, 1_000, 2_000];
/** The pause between tries when nobody waits any more, and how many there are: a quarter of an hour. */
const LATER_PAUSE = 5_000;
const LATER_TRIES = 180;

/**
 * Writes down what the gateway said, and keeps trying for a while when the store is away: it must not be lost.
 * @throws CheckoutError `store_unavailable` where the store stayed away, and whatever else the work throws
 */
export async function withShortRetry<T>(deps: Deps, facts: LogFacts, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      deps.log.error({ ...facts, error: describeError(error) }, 'store away while settling; trying again');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}

/**
 * As {@link withShortRetry}; where the store stays away, the caller is told, and the work goes on being tried without it
 * until the companion closes. The schedule finds the truth anyway, but a gateway may not tell all that its answer told.
 */
export async function withRetry<T>(deps: Deps, facts: LogFacts, work: () => Promise<T>): Promise<T> {
  try {
    return await withShortRetry(deps, facts, work);
  } catch (error) {
    if (isStoreAway(error)) void keepTrying(deps, facts, work);
    throw error;
  }
}

async function keepTrying(deps: Deps, facts: LogFacts, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < LATER_TRIES && !deps.closing.aborted; tries += 1) {
    await sleep(LATER_PAUSE);
    try {
      await work();
      deps.log.info({ ...facts, count: tries + 1 }, 'a result was recorded late');
      return;
    } catch (error) {
      if (!isStoreAway(error)) {
        deps.log.error({ ...facts, error: describeError(error) }, 'a late result could not be recorded');
        return;
      }
    }
  }
}

/** A pause that keeps no process alive. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function isStoreAway(error: unknown): boolean {
  return isCheckoutError(error) && error.code === 'store_unavailable';
}
