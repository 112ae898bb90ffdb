/** The pause between two log lines about the same thing that any client can cause, in ms. */
const PAUSE = 60_000;
/** How many keys are remembered; the oldest is forgotten first. */
const MAX_KEYS = 1_000;

/** Whether a log line about `key` is due: true once a minute for each key. */
export type LogThrottle = (key: string) => boolean;

/** @param now clock in ms since the epoch */
export function createLogThrottle(now: () => number): LogThrottle {
  const admittedAt = new Map<string, number>();
  return (key) => {
    const at = now();
    const age = at - (admittedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    // A negative age: the clock was set back.
    if (age >= 0 && age < PAUSE) return false;
    admittedAt.delete(key);
    const [oldest] = admittedAt.keys();
    if (admittedAt.size >= MAX_KEYS && oldest !== undefined) admittedAt.delete(oldest);
    admittedAt.set(key, at);
    return true;
  };
}
