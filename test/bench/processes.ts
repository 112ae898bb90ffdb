import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** A measured process. */
export interface RunningProcess {
  url: string;
  /** From the start of the process to its first word, in ms. */
  startTime: number;
  /** CPU time so far in ms, memory now in bytes. */
  usage(): Promise<{ cpu: number; memory: number }>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** The options of Node.js with which the image starts a companion. */
const COMPANION_OPTIONS = ['--max-semi-space-size=32'];

/** Starts one of the scripts beside this file and waits until it serves. */
export async function startProcess(script: string, env: Record<string, string> = {}): Promise<RunningProcess> {
  const began = performance.now();
  const child = fork(new URL(script, import.meta.url), {
    env: { ...process.env, ...env },
    execArgv: [
      ...(script === './companion.mjs' ? COMPANION_OPTIONS : []),
      '--import',
      new URL('./measured.mjs', import.meta.url).href,
    ],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const { url } = (await messageOf(child)) as { url: string };
  return {
    url,
    startTime: performance.now() - began,
    usage: async () => {
      const said = messageOf(child);
      child.send('usage');
      return (await said) as { cpu: number; memory: number };
    },
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill(signal);
      }),
  };
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`a measured process ended with ${String(code)}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

/** Ends the processes of a failed run and removes its folder. */
export function cleanUpFailedRun(folder: string): void {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${String(cpus().length)} × ${cpu?.model ?? 'CPU'}, ${memory} GB, Node ${process.versions.node}, ${process.platform}`;
}

/** A size that the environment may change: `BENCH_PAYMENTS=500`. */
export function readBenchSize(name: string, usual: number): number {
  return Number(process.env[`BENCH_${name}`] ?? usual);
}
