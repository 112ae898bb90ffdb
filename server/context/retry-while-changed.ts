import { CheckoutError } from '../../shared/errors.ts';

/** The most tries of a change before the record counts as changing too often. */
const MAX_TRIES = 20;

/**
 * The optimistic lock. Repeats an attempt to read and change a record while the attempt returns undefined, which means
 * that the record changed in between.
 * @param attempt reads the record, and writes it by the version that it read
 * @throws CheckoutError `store_unavailable` if the record changed at every try, and the errors of the attempt
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
