import { CheckoutError } from '../../shared/errors.ts';

/** The most remembered addresses; the oldest is dropped first. */
const MAX_ADDRESSES = 10_000;

/**
 * Limits the requests of one address within a time, in this process.
 * @param onFirst called for the first excess request, once for each address and time
 * @returns a function that counts one request and throws CheckoutError `rate_limited` after too many
 */
export function createRateLimit(
  max: number,
  withinMs: number,
  now: () => number,
  onFirst?: () => void,
): (address: string) => void {
  const seen = new Map<string, { count: number; since: number }>();
  return (address) => {
    const at = now();
    const known = seen.get(address);
    // A count from before the clock was set back starts anew.
    const isOver = known === undefined || at < known.since || at - known.since >= withinMs;
    const current = isOver ? { count: 0, since: at } : known;
    current.count += 1;
    seen.delete(address);
    seen.set(address, current);
    const oldest = seen.keys().next().value;
    if (seen.size > MAX_ADDRESSES && oldest !== undefined) seen.delete(oldest);
    if (current.count === max + 1) onFirst?.();
    if (current.count > max) throw new CheckoutError('rate_limited');
  };
}
