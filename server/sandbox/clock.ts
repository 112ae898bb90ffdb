/** Time in the sandbox: runs by itself, and jumps ahead when told to. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Does work once `ms` have passed, by waiting or by jumping. */
  after(ms: number, work: () => void): void;
  /** Jumps ahead; what falls due on the way is done at its own time, earliest first. */
  advance(ms: number): void;
  /** Forgets what was planned; the time stays. */
  clear(): void;
}

/** The longest that a timer of the runtime can wait, in ms. */
const TIMER_MAX = 2 ** 31 - 1;

interface Planned {
  at: number;
  work: () => void;
  timer: NodeJS.Timeout | undefined;
}

export function createClock(base: () => number): Clock {
  let ahead = 0;
  const planned = new Set<Planned>();
  const now = (): number => base() + ahead;
  const run = (entry: Planned): void => {
    clearTimeout(entry.timer);
    if (planned.delete(entry)) entry.work();
  };
  const earliest = (until: number): Planned | undefined =>
    [...planned].filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    now,
    after(ms, work) {
      const entry: Planned = { at: now() + ms, work, timer: undefined };
      // What is farther off than a timer reaches comes by jumping only.
      if (ms <= TIMER_MAX) entry.timer = setTimeout(() => run(entry), ms).unref();
      planned.add(entry);
    },
    advance(ms) {
      const goal = now() + ms;
      for (let next = earliest(goal); next !== undefined; next = earliest(goal)) {
        ahead += Math.max(0, next.at - now());
        run(next);
      }
      ahead += Math.max(0, goal - now());
    },
    clear() {
      for (const entry of planned) clearTimeout(entry.timer);
      planned.clear();
    },
  };
}
