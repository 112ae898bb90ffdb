import type { Context } from 'hono';
import type { Log, Metrics } from '../observability/index.ts';
import { rateLimitAddressOf } from './client-address.ts';
import { createRateLimit } from './rate-limit.ts';

/** The most wrong tokens and keys of one address in a minute. A stale page sends a few; a guesser sends many. */
const MAX_GUESSES = 30;
/** The limit of an address that stands for many clients. */
const MAX_CROWD_GUESSES = 600;
const MINUTE = 60_000;
/** The key of all clients that a proxy hides. */
const HIDDEN = '';

/**
 * Counts a wrong token or key. Valid credentials always work.
 * @throws CheckoutError `rate_limited` after too many
 */
export type CountRefusedCredential = (c: Context, kind: 'token' | 'api_key') => void;

export function createCredentialLimit(
  { log, metrics, now }: { log: Log; metrics: Metrics; now: () => number },
  trustProxy: number,
): CountRefusedCredential {
  const tell = (): void => log.alert('token_guessing', {});
  const countOne = createRateLimit(MAX_GUESSES, MINUTE, now, tell);
  const countCrowd = createRateLimit(MAX_CROWD_GUESSES, MINUTE, now, tell);
  return (c, kind) => {
    metrics.keyRefused(kind);
    const { network, isCrowd } = rateLimitAddressOf(c, trustProxy);
    // Behind a proxy that hides its clients, one guesser must not block the others.
    (isCrowd ? countCrowd : countOne)(network ?? HIDDEN);
  };
}
