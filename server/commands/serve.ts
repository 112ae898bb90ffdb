import { limitHeapAfterStart } from '../heap-growth.ts';
import { createServerWithSharedMetrics, type CheckoutServer } from '../create-checkout-server.ts';
import { createAlertLogger, createLogger, describeError, type Logger, startTracing } from '../observability/index.ts';
import { parseOptions, readServeSettings, type ServeSettings } from '../settings/index.ts';
import { serve, type RunningServer } from '../http/index.ts';
import { closeOnSignal, type CliCommand } from './command.ts';
import { describeRunningCompanion } from './describe-running-companion.ts';
import { findOwnWorker, readWorkerCount, startWorkers, type OwnWorker } from './workers.ts';

export const serveCommand: CliCommand = {
  usage: `tillgate serve [--workers N]

  Serves the companion. Settings come from the environment; X_FILE names a file that holds X:
    TILLGATE_GATEWAY_URL, TILLGATE_MERCHANT_ID, TILLGATE_ACCOUNT_ID, TILLGATE_SIGN_KEY, TILLGATE_API_KEYS (needed)
    PORT, HOST, DATABASE_URL, TILLGATE_DATA_DIR, TILLGATE_PUBLIC_URL, TILLGATE_ALLOWED_ORIGINS,
    TILLGATE_ISSUER_HOSTS, TILLGATE_SHOP_NAME, TILLGATE_PROFILE, TILLGATE_TRUST_PROXY, LOG_LEVEL
    and more: server/docs/settings.md lists all.
  --workers N serves in N processes on one port, on PostgreSQL; auto takes one for each CPU core. Default 1.
  SIGTERM lets payments under way come to their end; a second one does not wait.`,
  options: { workers: { type: 'string' } },
  async run(values, print) {
    // A log line that cannot be written, as on a full disk, does not stop the start.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    const settings = readServeSettings(process.env, values['env-file'] as string | undefined);
    const log = settings.options.logger ?? createLogger(settings.options.logLevel ?? 'info');
    const worker = findOwnWorker();
    if (worker !== undefined) {
      await serveInProcess(settings, { log, print: worker.isFirst ? print : () => undefined, worker }).catch(
        (error: unknown) => {
          worker.leave();
          throw error;
        },
      );
      return undefined;
    }
    for (const warning of settings.warnings) process.stderr.write(`tillgate: ${warning}\n`);
    for (const name of settings.unknown) log.warn({ source: name }, 'unknown setting: check its name');
    const count = readWorkerCount(values['workers'], settings.options.databaseUrl);
    if (count === 1) await serveInProcess(settings, { log, print });
    else if (!(await startWorkers(count, log))) return 1;
    return undefined;
  },
};

/** Serves in this process until a signal, or until the first process has its worker drain. */
async function serveInProcess(
  settings: ServeSettings,
  { log, print, worker }: { log: Logger; print: (line: string) => void; worker?: OwnWorker },
): Promise<void> {
  const { options, port, host } = settings;
  const stopTracing = await startTracing(process.env, print);
  const companion = createServerWithSharedMetrics({ ...options, logger: log }, worker?.processes);
  const served = await listen(companion, { port, host });
  const close = async (signal: NodeJS.Signals): Promise<number> => {
    const isDone = await drain({ companion, served, log }, settings, signal);
    // Traces that could not be sent in time are dropped.
    await Promise.race([stopTracing?.().catch(() => undefined), pause(TRACES_GRACE)]);
    return isDone ? 0 : 1;
  };
  if (worker === undefined) closeOnSignal(close);
  else worker.closeOnDrain(close);
  print(`companion on ${served.url}, known to browsers as ${options.publicUrl}`);
  const { allowedOrigins } = parseOptions(options);
  for (const line of await describeRunningCompanion(companion, options, allowedOrigins)) print(line);
}

/**
 * Listens once the database is ready. If either fails, everything is closed again. Open database connections would keep
 * a process alive that listens on no port, and its jobs would continue.
 */
async function listen(
  companion: CheckoutServer,
  { port, host }: Pick<ServeSettings, 'port' | 'host'>,
): Promise<RunningServer> {
  try {
    await companion.ready;
    const served = await serve({ fetch: companion.fetch, port, host });
    limitHeapAfterStart();
    return served;
  } catch (error) {
    // The error of the start matters, not one of closing.
    await companion.close().catch(() => undefined);
    throw error;
  }
}

/** The time limits at shutdown, in ms: for traces to be sent, and for connections to close after the last payment. */
const TRACES_GRACE = 2_000;
const CLOSE_GRACE = 2_000;

/**
 * Shuts down without loss. Reports not ready, serves until the load balancer has noticed, then refuses new requests and
 * waits for payments and jobs. Returns whether all work ended within the limit.
 */
async function drain(
  { companion, served, log }: { companion: CheckoutServer; served: RunningServer; log: Logger },
  { drainDelay, drainLimit }: Pick<ServeSettings, 'drainDelay' | 'drainLimit'>,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const started = performance.now();
  log.info({ source: signal }, 'draining');
  companion.drain();
  served.drain();
  // A companion that is stopped at a terminal has no load balancer in front of it.
  if (signal === 'SIGTERM') await pause(drainDelay);
  const left = Math.max(0, drainLimit - (performance.now() - started));
  const answered = await served.close(left);
  if (!answered) log.warn({}, 'connections were cut at the end of the drain');
  const rest = Math.max(CLOSE_GRACE, drainLimit - (performance.now() - started));
  const isDone = await Promise.race([
    companion.close().then(
      () => true,
      (error: unknown) => {
        log.error({ error: describeError(error) }, 'closing failed');
        return false;
      },
    ),
    pause(rest).then(() => false),
  ]);
  const facts = { duration_ms: Math.round(performance.now() - started) };
  if (isDone) log.info(facts, 'drained');
  else createAlertLogger(log).alert('shutdown_incomplete', facts);
  return isDone;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
