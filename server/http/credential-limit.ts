import type { Context } from 'hono';
import type { AlertLogger, Metrics } from '../observability/index.ts';
import { createNetworkRateLimit } from './network-rate-limit.ts';

/** The most wrong tokens and keys of one address in a minute. A stale page sends a few; a guesser sends many. */
const MAX_GUESSES = 30;
/** The limit of an address that stands for many clients. */
const MAX_CROWD_GUESSES = 600;
const MINUTE = 60_000;

/**
 * Counts a wrong token or key. Valid credentials always work.
 * @throws CheckoutError `rate_limited` after too many
 */
export type CountRefusedCredential = (c: Context, kind: 'token' | 'api_key') => void;

export function createRefusedCredentialLimit(
  { log, metrics, now }: { log: AlertLogger; metrics: Metrics; now: () => number },
  trustProxy: number,
): CountRefusedCredential {
  const count = createNetworkRateLimit({
    max: MAX_GUESSES,
    maxCrowd: MAX_CROWD_GUESSES,
    withinMs: MINUTE,
    trustProxy,
    now,
    onFirst: () => log.alert('token_guessing', {}),
  });
  return (c, kind) => {
    metrics.countRefusedCredential(kind);
    count(c);
  };
}
