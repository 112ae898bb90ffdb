import { Gauge, type Registry } from 'prom-client';
import type { Backlog, Store } from '../store/store.ts';

/** How long one look at the database serves those who ask, in ms: however many scrape, it is asked this often. */
const FRESH = 2_000;

/** What waits, read from the database when somebody asks: all companions on it tell the same. */
export function createBacklogGauges(
  registry: Registry,
  store: Pick<Store, 'readBacklog'>,
  now: () => number,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `tillgate_${name}`, help, labelNames, registers: [registry] });
  const unknown = gauge('unknown_payments', 'Payments whose outcome nobody can say, by age', ['age']);
  const oldestUnknown = gauge('unknown_payments_oldest_seconds', 'Age of the oldest of them');
  const events = gauge('events_waiting', 'Events that the shop has not taken yet');
  const oldestEvent = gauge('events_waiting_oldest_seconds', 'Age of the oldest of them');
  const jobs = gauge('jobs_due', 'Work that is due and not claimed, by kind', ['kind']);
  const oldestJob = gauge('jobs_due_oldest_seconds', 'How long the first of it is due');
  const up = gauge('store_up', '1 while the database answers');
  const show = (backlog: Backlog): void => {
    const ageOf = (at: number | null): number => (at === null ? 0 : Math.max(0, (now() - at) / 1_000));
    for (const [age, count] of Object.entries(backlog.unknownPayments)) unknown.set({ age }, count);
    oldestUnknown.set(ageOf(backlog.oldestUnknownAt));
    events.set(backlog.waitingEvents);
    oldestEvent.set(ageOf(backlog.oldestEventAt));
    jobs.reset();
    for (const [kind, count] of Object.entries(backlog.dueJobs)) jobs.set({ kind }, count);
    oldestJob.set(ageOf(backlog.oldestJobAt));
  };
  let readAt = -Infinity;
  return async () => {
    if (performance.now() - readAt < FRESH) return;
    try {
      show(await store.readBacklog(now()));
      readAt = performance.now();
      up.set(1);
    } catch {
      // The other figures are worth having while the database is away.
      up.set(0);
    }
  };
}
