/** The sandbox's clock: runs in real time and can jump ahead. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs work after `ms`, by waiting or by jumping. */
  after(ms: number, work: () => void): void;
  /** Jumps ahead; planned work runs at its own time, earliest first. */
  advance(ms: number): void;
  /** Drops all planned work; the time stays. */
  clear(): void;
}

/** The longest timer of the runtime, in ms. */
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
      // Work beyond the longest timer runs only after a jump.
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
