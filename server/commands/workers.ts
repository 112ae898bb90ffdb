import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { CheckoutError } from '../../shared/errors.ts';
import {
  createAlertLogger,
  type AlertLogger,
  type Logger,
  type ProcessMetricsCollector,
  type ProcessMetrics,
} from '../observability/index.ts';
import { closeOnSignal, exitAfter } from './command.ts';

/**
 * `tillgate serve --workers N`: the first process accepts connections and hands them to N workers, each a whole companion.
 * They share work as companions on several machines do, through the database. The first process replaces a worker that
 * ends, has all of them drain at a signal, and passes their metrics on.
 */

const MAX_WORKERS = 64;
/** A worker that ends is replaced after this pause, in ms; it doubles while workers end within `STABLE_AFTER`. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const STABLE_AFTER = 60_000;
/** The time limit for the metrics of a worker, in ms; a worker that is busy for longer is left out. */
const METRICS_TIMEOUT = 2_000;

type MessageToWorker =
  | { tillgate: 'drain'; signal: NodeJS.Signals }
  | { tillgate: 'read_metrics'; id: number }
  | { tillgate: 'metrics_of_all'; id: number; processes: ProcessMetrics[] };
type MessageToFirst =
  { tillgate: 'collect_metrics'; id: number } | { tillgate: 'metrics'; id: number; metrics: ProcessMetrics };

/**
 * The number of workers of `--workers`: a whole number up to 64, `auto` for one a core, or 1 if it is not given.
 * @throws CheckoutError `configuration_invalid`, also for several on SQLite, which has one writer
 */
export function readWorkerCount(given: unknown, databaseUrl: string | undefined): number {
  if (given === undefined) return 1;
  const count = given === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(given);
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS) {
    const rule = `a whole number from 1 to ${String(MAX_WORKERS)}, or auto`;
    throw new CheckoutError('configuration_invalid', `--workers: must be ${rule}.`);
  }
  if (count > 1 && databaseUrl === undefined) {
    throw new CheckoutError(
      'configuration_invalid',
      '--workers: several workers need PostgreSQL, set DATABASE_URL. SQLite has one writer, which several processes slow down.',
    );
  }
  return count;
}

/** Starts the workers in the first process. Resolves once all of them listen; to false if one ends before. */
export async function startWorkers(count: number, log: Logger): Promise<boolean> {
  const alerts = createAlertLogger(log);
  const group = new WorkerGroup(alerts);
  if (!(await group.start(count))) return false;
  closeOnSignal((signal) => group.drain(signal));
  log.info({ count }, 'all workers listen');
  return true;
}

class WorkerGroup {
  readonly #alerts: AlertLogger;
  readonly #waiting = new Map<number, { missing: Set<Worker>; found: ProcessMetrics[]; done: () => void }>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #collections = 0;
  #pause = FIRST_PAUSE;
  #isDraining = false;

  constructor(alerts: AlertLogger) {
    this.#alerts = alerts;
    cluster.on('message', (worker, message: MessageToFirst) => this.#receive(worker, message));
  }

  async start(count: number): Promise<boolean> {
    const workers = Array.from({ length: count }, () => cluster.fork());
    const listening = Promise.all(workers.map((worker) => eventOf(worker, 'listening'))).then(() => true);
    const ended = Promise.race(workers.map((worker) => eventOf(worker, 'exit'))).then(() => false);
    const isStarted = await Promise.race([listening, ended]);
    if (isStarted) for (const worker of workers) this.#replaceOnExit(worker);
    else for (const worker of workers) worker.process.kill('SIGKILL');
    return isStarted;
  }

  /** Has every worker drain. Resolves to the exit code: 0 if all of them finished their work. */
  async drain(signal: NodeJS.Signals): Promise<number> {
    this.#isDraining = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const workers = runningWorkers();
    const ended = workers.map((worker) => eventOf(worker, 'exit'));
    for (const worker of workers) send(worker, { tillgate: 'drain', signal });
    await Promise.all(ended);
    return workers.every((worker) => worker.process.exitCode === 0) ? 0 : 1;
  }

  #replaceOnExit(worker: Worker): void {
    const started = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (this.#isDraining) return;
      this.#alerts.alert('worker_exited', { reason: signal ?? `exit code ${String(code)}` });
      this.#pause = performance.now() - started > STABLE_AFTER ? FIRST_PAUSE : Math.min(this.#pause * 2, LONGEST_PAUSE);
      const restart = setTimeout(() => {
        this.#restarts.delete(restart);
        this.#replaceOnExit(cluster.fork());
      }, this.#pause);
      this.#restarts.add(restart);
    });
  }

  #receive(worker: Worker, message: MessageToFirst): void {
    if (message.tillgate === 'collect_metrics') void this.#collect(worker, message.id);
    if (message.tillgate !== 'metrics') return;
    const collection = this.#waiting.get(message.id);
    if (collection === undefined || !collection.missing.delete(worker)) return;
    collection.found.push(message.metrics);
    if (collection.missing.size === 0) collection.done();
  }

  async #collect(asker: Worker, askerId: number): Promise<void> {
    const id = (this.#collections += 1);
    const workers = runningWorkers();
    const found: ProcessMetrics[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, METRICS_TIMEOUT);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.set(id, { missing: new Set(workers), found, done });
      for (const worker of workers) send(worker, { tillgate: 'read_metrics', id });
    });
    this.#waiting.delete(id);
    send(asker, { tillgate: 'metrics_of_all', id: askerId, processes: found });
  }
}

/** This process as a worker. */
export interface OwnWorker {
  /** Whether it is the first worker, which says for all of them what is served. */
  isFirst: boolean;
  processes: ProcessMetricsCollector;
  /** Leaves the group after a start that failed, so that this process ends. */
  leave(): void;
  /** Runs `close` once the first process has its workers drain, then ends this one with the exit code. */
  closeOnDrain(close: (signal: NodeJS.Signals) => Promise<number>): void;
}

/** This process as a worker of `serve --workers`; undefined if it is none. */
export function findOwnWorker(): OwnWorker | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  // A terminal and a service manager signal the whole group; the first process alone decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const waiting = new Map<number, (processes: ProcessMetrics[]) => void>();
  let collections = 0;
  let read = (): Promise<ProcessMetrics> => Promise.resolve([]);
  let drain: ((signal: NodeJS.Signals) => void) | undefined;
  let early: NodeJS.Signals | undefined;
  process.on('message', (message: MessageToWorker) => {
    if (message.tillgate === 'drain') {
      if (drain === undefined) early = message.signal;
      else drain(message.signal);
    }
    if (message.tillgate === 'read_metrics') {
      void read().then((metrics) => sendToFirst({ tillgate: 'metrics', id: message.id, metrics }));
    }
    if (message.tillgate === 'metrics_of_all') {
      waiting.get(message.id)?.(message.processes);
      waiting.delete(message.id);
    }
  });
  return {
    isFirst: worker.id === 1,
    leave: () => worker.disconnect(),
    processes: {
      onCollect: (reader) => void (read = reader),
      collect: () =>
        new Promise((resolve) => {
          const id = (collections += 1);
          waiting.set(id, resolve);
          sendToFirst({ tillgate: 'collect_metrics', id });
        }),
    },
    closeOnDrain(close) {
      drain = (signal) => void exitAfter(close(signal));
      if (early !== undefined) drain(early);
    },
  };
}

function runningWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker => worker !== undefined && !worker.isDead(),
  );
}

/** A worker that ends at this moment takes no message; its `exit` is what counts. */
function send(worker: Worker, message: MessageToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function sendToFirst(message: MessageToFirst): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function eventOf(worker: Worker, event: 'listening' | 'exit'): Promise<void> {
  return new Promise((resolve) => worker.once(event, () => resolve()));
}
