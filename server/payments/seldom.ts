/** The pause between two lines of the log about the same thing that anybody may cause, in ms. */
const PAUSE = 60_000;
/** How many things are remembered. */
const MAX_KNOWN = 1_000;

/** Whether something may be said again: true once a minute for each thing. */
export type Seldom = (thing: string) => boolean;

export function createSeldom(now: () => number): Seldom {
  const saidAt = new Map<string, number>();
  return (thing) => {
    const at = now();
    const age = at - (saidAt.get(thing) ?? Number.NEGATIVE_INFINITY);
    // Said after now: the clock was put back.
    if (age >= 0 && age < PAUSE) return false;
    saidAt.delete(thing);
    const [oldest] = saidAt.keys();
    if (saidAt.size >= MAX_KNOWN && oldest !== undefined) saidAt.delete(oldest);
    saidAt.set(thing, at);
    return true;
  };
}
