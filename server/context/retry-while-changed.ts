import { CheckoutError } from '../../shared/errors.ts';

/** So often a change is tried before its record counts as changing too often. */
const MAX_TRIES = 20;

/**
 * The optimistic lock: runs an attempt to read and change a record again as long as it returns undefined, which means that
 * the record changed between the two.
 * @param attempt reads the record, and writes it by the version that it read
 * @throws CheckoutError `store_unavailable` where the record changed at every try, and what the attempt throws
 */
export async function retryWhileChanged<T extends object | true>(
  record: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
  }
  throw new CheckoutError('store_unavailable', `The ${record} changed too often; try again.`);
}
