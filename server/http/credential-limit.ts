import type { Context } from 'hono';
import type { Logger, Metrics } from '../observability/index.ts';
import { limitAddressOf } from './client-address.ts';
import { createRateLimit } from './rate-limit.ts';

/** Wrong tokens and keys of one address in a minute: a stale page sends a few, a guesser sends all it can. */
const MAX_GUESSES = 30;
/** Of one that stands for many. */
const MAX_CROWD_GUESSES = 600;
const MINUTE = 60_000;
/** Stands for every client that a proxy hides. */
const HIDDEN = '';

/** Counts a wrong token or key; throws CheckoutError `rate_limited` once there were too many. Right ones always work. */
export type CountRefusedCredential = (c: Context, kind: 'token' | 'api_key') => void;

export function createCredentialLimit(
  { log, metrics, now }: { log: Logger; metrics: Metrics; now: () => number },
  trustProxy: number,
): CountRefusedCredential {
  const tell = (): void => log.error({}, 'alarm: one address tries many wrong tokens or keys');
  const countOne = createRateLimit(MAX_GUESSES, MINUTE, now, tell);
  const countCrowd = createRateLimit(MAX_CROWD_GUESSES, MINUTE, now, tell);
  return (c, kind) => {
    metrics.keyRefused(kind);
    const { network, isCrowd } = limitAddressOf(c, trustProxy);
    // Behind a proxy that hides everybody, one guesser must not silence the others.
    (isCrowd ? countCrowd : countOne)(network ?? HIDDEN);
  };
}
