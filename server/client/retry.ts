/** The longest first delay, in ms; each further one is twice as long. */
const BASE_DELAY = 500;
const MAX_DELAY = 8_000;
/** A companion that asks for a longer pause, in ms, is not called again. */
const MAX_RETRY_AFTER = 60_000;

/**
 * Milliseconds before the next try: exponential back-off with full jitter, after what Retry-After demands. Undefined if
 * that is too long to wait.
 * @param tries how many tries have failed, from 1
 */
export function retryDelayOf(tries: number, retryAfter: string | null): number | undefined {
  const jitter = Math.random() * Math.min(MAX_DELAY, BASE_DELAY * 2 ** (tries - 1));
  const demanded = toMilliseconds(retryAfter);
  return demanded > MAX_RETRY_AFTER ? undefined : demanded + jitter;
}

/** Retry-After in seconds or as an HTTP date. */
function toMilliseconds(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

/** @throws the signal's reason once it is aborted */
export async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller chose the reason
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
