import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { PaymentStatus, Store } from './store/store.ts';
import type { RefundStatus } from './store/merchant-store.ts';

/** What is counted while the companion works. No label ever holds what a shopper typed. */
export interface Metrics {
  paymentMoved(to: PaymentStatus, source: string): void;
  refundMoved(to: RefundStatus): void;
  /** `outcome` is what became of the request: answered, not_sent, lost. */
  gatewayCalled(path: string, outcome: string, seconds: number): void;
  /** A submit that was refused before it was sent. */
  submitRefused(by: string): void;
  /** Whether typed cards are refused because somebody tries out stolen numbers. */
  cardTesting(isRefusing: boolean): void;
  /** What became of a notification: verified, stored (without a digest of ours), duplicate, full, unreadable, no_payment. */
  notificationTaken(outcome: string): void;
  /** A wrong token or API key. */
  keyRefused(kind: 'token' | 'api_key'): void;
  eventDelivered(outcome: 'delivered' | 'waiting' | 'given_up'): void;
}

export interface MeasuredMetrics extends Metrics {
  /** Everything in Prometheus' text form. */
  render(): Promise<{ body: string; contentType: string }>;
}

const PREFIX = 'tillgate_';

/** Gateways take between a hundredth of a second and a minute. */
const LATENCY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 60];

/** Counts in a registry of its own, so that several companions in one process do not mix. */
export function createMetrics(store: Pick<Store, 'readBacklog'>, now: () => number): MeasuredMetrics {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, memory, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const payments = new Counter({
    name: `${PREFIX}payments_total`,
    help: 'Payments that came to a state, by state and by who said so',
    labelNames: ['status', 'source'],
    registers,
  });
  const refunds = new Counter({
    name: `${PREFIX}refunds_total`,
    help: 'Refunds that came to a state',
    labelNames: ['status'],
    registers,
  });
  const gateway = new Histogram({
    name: `${PREFIX}gateway_seconds`,
    help: 'Time that requests to the gateway took, by path and by what became of them',
    labelNames: ['path', 'outcome'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const deliveries = new Counter({
    name: `${PREFIX}event_deliveries_total`,
    help: 'Tries to deliver an event to the shop, by what became of the event',
    labelNames: ['outcome'],
    registers,
  });
  const abuse = abuseMetrics(registry);
  const readWhatWaits = backlogGauges(registry, store, now);
  return {
    paymentMoved: (status, source) => payments.inc({ status, source }),
    refundMoved: (status) => refunds.inc({ status }),
    gatewayCalled: (path, outcome, seconds) => gateway.observe({ path, outcome }, seconds),
    eventDelivered: (outcome) => deliveries.inc({ outcome }),
    ...abuse,
    async render() {
      await readWhatWaits();
      return { body: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** What was kept away. */
function abuseMetrics(
  registry: Registry,
): Pick<Metrics, 'submitRefused' | 'cardTesting' | 'keyRefused' | 'notificationTaken'> {
  const registers = [registry];
  const submits = new Counter({
    name: `${PREFIX}submits_refused_total`,
    help: 'Submits refused before anything was sent, by reason',
    labelNames: ['reason'],
    registers,
  });
  const testing = new Gauge({
    name: `${PREFIX}card_testing`,
    help: '1 while typed cards are refused because stolen numbers are tried out',
    registers,
  });
  const notifications = new Counter({
    name: `${PREFIX}notifications_total`,
    help: 'Notifications of the gateway, or of somebody else, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  const keys = new Counter({
    name: `${PREFIX}keys_refused_total`,
    help: 'Wrong tokens and API keys',
    labelNames: ['kind'],
    registers,
  });
  return {
    submitRefused: (reason) => submits.inc({ reason }),
    cardTesting: (isRefusing) => testing.set(isRefusing ? 1 : 0),
    notificationTaken: (outcome) => notifications.inc({ outcome }),
    keyRefused: (kind) => keys.inc({ kind }),
  };
}

/** What waits, read from the database when somebody asks: all companions on it tell the same. */
function backlogGauges(registry: Registry, store: Pick<Store, 'readBacklog'>, now: () => number): () => Promise<void> {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `${PREFIX}${name}`, help, registers: [registry] });
  const unknown = gauge('unknown_payments', 'Payments whose outcome nobody can say');
  const oldest = gauge('unknown_payments_oldest_seconds', 'Age of the oldest of them');
  const events = gauge('events_waiting', 'Events that the shop has not taken yet');
  const jobs = gauge('jobs_due', 'Work that is due and not claimed');
  const up = gauge('store_up', '1 while the database answers');
  return async () => {
    try {
      const at = now();
      const backlog = await store.readBacklog(at);
      unknown.set(backlog.unknownPayments);
      oldest.set(backlog.oldestUnknownAt === null ? 0 : Math.max(0, (at - backlog.oldestUnknownAt) / 1_000));
      events.set(backlog.waitingEvents);
      jobs.set(backlog.dueJobs);
      up.set(1);
    } catch {
      // The other figures are worth having while the database is away.
      up.set(0);
    }
  };
}
