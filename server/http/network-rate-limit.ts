import type { Context } from 'hono';
import { clientNetworkOf } from './client-network.ts';
import { createRateLimit } from './rate-limit.ts';

/** The key of all clients that a proxy hides. */
const HIDDEN = '';

export interface NetworkRateLimitOptions {
  /** The most requests of one network within the time. */
  max: number;
  /** The limit of an address that many clients share: one client must not block the others. */
  maxCrowd: number;
  withinMs: number;
  trustProxy: number;
  now: () => number;
  /** Called for the first excess request, once for each network and time. */
  onFirst?: () => void;
}

/**
 * Limits the requests of one network within a time, in this process.
 * @returns a function that counts one request and throws CheckoutError `rate_limited` after too many
 */
export function createNetworkRateLimit(options: NetworkRateLimitOptions): (c: Context) => void {
  const { max, maxCrowd, withinMs, trustProxy, now, onFirst } = options;
  const countOne = createRateLimit(max, withinMs, now, onFirst);
  const countCrowd = createRateLimit(maxCrowd, withinMs, now, onFirst);
  return (c) => {
    const { network, isCrowd } = clientNetworkOf(c, trustProxy);
    (isCrowd ? countCrowd : countOne)(network ?? HIDDEN);
  };
}
