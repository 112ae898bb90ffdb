import { setTimeout } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { webhookEndpointOfJobKind, type Backlog, type Store } from '../store/index.ts';

/** The result of one database read is reused for this time, in ms, regardless of the number of scrapes. */
const FRESH = 2_000;
/**
 * The time limit of one read, in ms; after it the other metrics are returned without it. Prometheus gives up after ten
 * seconds.
 */
const PATIENCE = 3_000;

/** The reads behind the gauges: the backlog, and whether the database accepts writes. */
export type BacklogReader = Pick<Store, 'readBacklog' | 'ping'>;

/**
 * Gauges of waiting work, read from the database at each scrape. All companions on one database report the same values.
 * `endpoints`: the names of the webhook endpoints; what waits for another endpoint waits by design.
 */
export function registerBacklogGauges(
  registry: Registry,
  store: BacklogReader,
  { now, endpoints }: { now: () => number; endpoints: readonly string[] },
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `tillgate_${name}`, help, labelNames, registers: [registry] });
  const unknown = gauge('unknown_payments', 'Payments with an unknown outcome, by age', ['age']);
  const oldestUnknown = gauge('unknown_payments_oldest_seconds', 'Age of the oldest of them');
  const events = gauge('events_waiting', 'Events that a webhook endpoint has not accepted', ['endpoint']);
  const oldestEvent = gauge('events_waiting_oldest_seconds', 'Age of the oldest of them', ['endpoint']);
  const jobs = gauge('jobs_due', 'Jobs that are due and not running, by kind', ['kind']);
  const oldestJob = gauge('jobs_due_oldest_seconds', 'How long the oldest of them is due');
  const up = gauge('store_up', '1 while the database responds and accepts writes');
  const isRun = (kind: string): boolean => {
    const endpoint = webhookEndpointOfJobKind(kind);
    return endpoint === undefined ? kind !== 'webhook' || endpoints.length > 0 : endpoints.includes(endpoint);
  };
  const show = (backlog: Backlog): void => {
    const ageOf = (at: number | null): number => (at === null ? 0 : Math.max(0, (now() - at) / 1_000));
    for (const [age, count] of Object.entries(backlog.unknownPayments)) unknown.set({ age }, count);
    oldestUnknown.set(ageOf(backlog.oldestUnknownAt));
    for (const endpoint of endpoints) {
      const waiting = backlog.waitingEvents[endpoint];
      events.set({ endpoint }, waiting?.count ?? 0);
      oldestEvent.set({ endpoint }, ageOf(waiting?.oldestAt ?? null));
    }
    jobs.reset();
    const due = Object.entries(backlog.dueJobs).filter(([kind]) => isRun(kind));
    for (const [kind, { count }] of due) jobs.set({ kind }, count);
    oldestJob.set(Math.max(0, ...due.map(([, { oldestAt }]) => ageOf(oldestAt))));
  };
  let lookedAt = -Infinity;
  const look = async (): Promise<void> => {
    const [backlog, write] = await Promise.allSettled([store.readBacklog(now()), store.ping()]);
    // The other metrics stay available while the database is down.
    if (backlog.status === 'fulfilled') show(backlog.value);
    const isUp = backlog.status === 'fulfilled' && write.status === 'fulfilled';
    if (isUp) lookedAt = performance.now();
    up.set(isUp ? 1 : 0);
  };
  let looking: Promise<void> | undefined;
  return async () => {
    if (performance.now() - lookedAt < FRESH) return;
    looking ??= look().finally(() => (looking = undefined));
    const isLate = setTimeout(PATIENCE, true, { ref: false });
    if (await Promise.race([looking, isLate])) up.set(0);
  };
}
