import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Waits until a condition holds: until `probe` returns something.
 * @param ms the patience
 * @param pause between two probes, in ms
 */
export async function untilDefined<T>(
  probe: () => Promise<T | undefined> | T | undefined,
  ms = 5_000,
  pause = 10,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('waited in vain');
    await setTimeout(pause);
  }
}

/**
 * Lets `ms` pass where time is what a test is about: a response that comes late, a kill at a random moment, a rate. A test
 * never assumes that something has happened by then.
 */
export async function sleep(ms: number): Promise<void> {
  await setTimeout(ms);
}

/** Lets all promises that can go on do so, and the sockets have a turn. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
}
