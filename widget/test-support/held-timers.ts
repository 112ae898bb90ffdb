/** A clock whose timers of some delays run only when the test says so; the others run as usual. */
export interface ManualTimers {
  /** Runs the timers of a delay that were set and not cleared; returns how many there were. */
  pass: (delay: number) => number;
  restore: () => void;
}

/** Holds the timers of the given delays, in ms. */
export function useManualTimers(...delays: readonly number[]): ManualTimers {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const held = new Map<number, { delay: number; run: () => void }>();
  let next = 1e9;
  globalThis.setTimeout = ((run: () => void, delay = 0, ...rest: unknown[]) => {
    if (!delays.includes(delay)) return set(run, delay, ...rest);
    held.set(++next, { delay, run });
    return next;
  }) as typeof setTimeout;
  globalThis.clearTimeout = ((timer: number) => {
    if (!held.delete(timer)) clear(timer);
  }) as typeof clearTimeout;
  return {
    pass: (delay) => {
      const due = [...held].filter(([, timer]) => timer.delay === delay);
      for (const [id, { run }] of due) {
        held.delete(id);
        run();
      }
      return due.length;
    },
    restore: () => {
      globalThis.setTimeout = set;
      globalThis.clearTimeout = clear;
    },
  };
}
