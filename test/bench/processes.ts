import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { StoreOptions } from '../../server/store/open-store.ts';

/** A function that was called: its place in a file, as offsets, and how often. */
export interface CalledFunction {
  file: string;
  start: number;
  end: number;
  count: number;
}

/** A measured process. */
export interface RunningProcess {
  url: string;
  /** From the start of the process to its first word, in ms. */
  startTime: number;
  /** CPU time so far in ms, memory now in bytes. */
  usage(): Promise<{ cpu: number; memory: number }>;
  /** The companion's functions that were called since the last time; V8 counts from the first time on. */
  takeCalledFunctions(): Promise<CalledFunction[]>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** The options of Node.js with which the image starts a companion. */
const COMPANION_OPTIONS = ['--max-semi-space-size=32'];

/** The environment of a script: its gateway, and its database if it has one. */
export const environmentOf = (gateway: RunningProcess, options: StoreOptions = {}): Record<string, string> => ({
  GATEWAY: gateway.url,
  DATA_DIR: options.dataDir ?? '',
  DATABASE_URL: options.databaseUrl ?? '',
});

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
  const ask = (word: string): Promise<unknown> => {
    const said = messageOf(child);
    child.send(word);
    return said;
  };
  return {
    url,
    startTime: performance.now() - began,
    usage: () => ask('usage') as Promise<{ cpu: number; memory: number }>,
    takeCalledFunctions: () => ask('calls') as Promise<CalledFunction[]>,
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill(signal);
      }),
  };
}

/** The length of a clock tick of Linux in ms. */
const TICK = 10;

/**
 * The CPU time so far, in ms, of a process and its children, also of those that have ended; NaN where the platform does not
 * tell.
 */
export function readCpuOfProcessAndChildren(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.reduce((sum, id) => sum + cpuOf(id, pid), 0);
}

function cpuOf(id: string, parent: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return 0; // It has just ended.
  }
  // The name of the process, in parentheses, may have spaces; the state and the parent follow.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [own, ended] = [fields.slice(11, 13), fields.slice(13, 15)];
  const sum = (ticks: readonly number[]): number => ticks.reduce((total, count) => total + count * TICK, 0);
  if (Number(id) === parent) return sum([...own, ...ended]);
  return fields[1] === parent ? sum(own) : 0;
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
