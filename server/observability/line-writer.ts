import { write, writeSync } from 'node:fs';

/** How much waits at most, in characters. */
const MOST_WAITING = 1_000_000;
/** After how long what was refused is tried again, in ms. */
const PAUSE = 100;
/** How long the end of the process waits for a reader who takes nothing, in ms. */
const LAST_PATIENCE = 1_000;

/**
 * Writes lines one after the other and holds nobody up: a log that takes no more, as on a full disk or with a reader who
 * stands still, stops no payment. So much waits until it does again; what comes beyond is left out. What still waits
 * when the process ends is written then, unless it is refused.
 */
export function createLineWriter(fd: number): { write(line: string): void } {
  let waiting = '';
  let begun: Buffer = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'refused' = 'idle';
  const next = (): void => {
    if (begun.length === 0) {
      begun = Buffer.from(waiting);
      waiting = '';
    }
    state = begun.length === 0 ? 'idle' : 'writing';
    if (state === 'idle') return;
    write(fd, begun, (error, written) => {
      if (error === null) {
        begun = begun.subarray(written);
        next();
      } else {
        state = 'refused';
        setTimeout(next, PAUSE).unref();
      }
    });
  };
  process.once('exit', () => {
    // What is under way comes to its end by itself.
    if (state !== 'writing') writeAtOnce(fd, begun);
    writeAtOnce(fd, Buffer.from(waiting));
  });
  return {
    write(line) {
      if (waiting.length + begun.length + line.length > MOST_WAITING) return;
      waiting += line;
      if (state === 'idle') next();
    },
  };
}

function writeAtOnce(fd: number, lines: Buffer): void {
  let lastAt = performance.now();
  for (let rest = lines; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
      lastAt = performance.now();
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isBusy || performance.now() - lastAt > LAST_PATIENCE) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
