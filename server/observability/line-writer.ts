import { EventEmitter, once } from 'node:events';
import { write, writeSync } from 'node:fs';

/** The most characters that wait. */
const MOST_WAITING = 1_000_000;
/** The pause before a failed write is retried, in ms. */
const PAUSE = 100;
/** How long the end of the process waits for a blocked reader, in ms. */
const LAST_PATIENCE = 1_000;

export interface LineWriter {
  write(line: string): void;
  /** Resolves once no write is in progress, after a second at the latest. The end of the process must not overtake one. */
  settled(): Promise<void>;
}

/**
 * Writes lines in order without blocking. A log that accepts no more, as on a full disk or with a blocked reader, stops
 * no payment. Lines wait up to a limit; further lines are dropped. Waiting lines are written when the process ends,
 * if the output accepts them.
 */
export function createLineWriter(fd: number): LineWriter {
  let waiting = '';
  let begun: Buffer = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'refused' = 'idle';
  const pauses = new EventEmitter();
  const next = (): void => {
    if (begun.length === 0) {
      begun = Buffer.from(waiting);
      waiting = '';
    }
    state = begun.length === 0 ? 'idle' : 'writing';
    if (state === 'idle') {
      pauses.emit('pause');
      return;
    }
    write(fd, begun, (error, written) => {
      if (error === null) {
        begun = begun.subarray(written);
        next();
      } else {
        state = 'refused';
        pauses.emit('pause');
        setTimeout(next, PAUSE).unref();
      }
    });
  };
  process.once('exit', () => {
    // The write in progress completes by itself.
    if (state !== 'writing') writeAtOnce(fd, begun);
    writeAtOnce(fd, Buffer.from(waiting));
  });
  return {
    write(line) {
      if (waiting.length + begun.length + line.length > MOST_WAITING) return;
      waiting += line;
      if (state === 'idle') next();
    },
    async settled() {
      if (state === 'writing')
        await once(pauses, 'pause', { signal: AbortSignal.timeout(LAST_PATIENCE) }).catch(() => undefined);
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
