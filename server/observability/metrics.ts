import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { DIGEST_RECIPE_NAMES, type DigestRecipeName } from '../gateway/profile/index.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import { JOB_KINDS, toDeliveryJobKind, type JobKind } from '../store/index.ts';
import { COUNTED_ALERT_MESSAGES, type AlertName } from './alerts.ts';
import { createBacklogGauges, type BacklogReader } from './backlog-gauges.ts';

/**
 * The result of receiving a notification: stored with or without a valid digest, known already, over the limit,
 * unreadable, or for an unknown payment.
 */
export type NotificationResult = (typeof NOTIFICATION_RESULTS)[number];
const NOTIFICATION_RESULTS = ['verified', 'stored', 'duplicate', 'full', 'unreadable', 'no_payment'] as const;
/** The result of an attempt to deliver an event. */
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
const DELIVERY_OUTCOMES = ['delivered', 'waiting', 'given_up'] as const;

/** The counters of the companion. Labels never contain shopper input. */
export interface Metrics {
  paymentMoved(to: PaymentStatus, source: string): void;
  refundMoved(to: RefundStatus): void;
  /** `result` is `ok`, `http_4xx` and the like, `not_sent`, `lost`. */
  gatewayCalled(operation: string, result: string, seconds: number): void;
  /** A response whose digest differs from a recipe that the profile does not confirm. */
  answerDigestDiffered(recipe: DigestRecipeName): void;
  /** A submit that was refused before it was sent. */
  submitRefused(by: string): void;
  /** Whether card entry is paused because too many cards are declined. */
  cardTesting(isRefusing: boolean): void;
  /** A wrong token or API key. */
  keyRefused(kind: 'token' | 'api_key'): void;
  /** `endpoint`: the name of the webhook endpoint. */
  eventDelivered(endpoint: string, outcome: DeliveryOutcome): void;
  notificationTaken(result: NotificationResult): void;
  jobRan(kind: JobKind, result: 'done' | 'again' | 'failed'): void;
  /** An alert was raised; server/docs/alerts.md lists the codes. */
  alertRaised(alert: AlertName): void;
  requestServed(request: { method: string; route: string; status: number; seconds: number }): void;
  storeCalled(call: string, result: 'ok' | 'failed', seconds: number): void;
}

/** What one process has counted, to be added up with others. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The other processes of a companion that runs in several. */
export interface MetricsOfProcesses {
  /** Called when another process needs the counts of this one. */
  onCollect(read: () => Promise<ProcessMetrics>): void;
  /** The counts of every process, this one included; a process that does not respond is left out. */
  collect(): Promise<readonly ProcessMetrics[]>;
}

export interface MetricsRegistry extends Metrics {
  /** All metrics of the companion in Prometheus' text format. */
  render(): Promise<{ body: string; contentType: string }>;
}

/** Buckets from 10 ms to one minute, the response times of gateways. */
const GATEWAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 60];
const STORE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * A registry per companion, so several companions in one process do not mix.
 * @param processes the other processes of the companion, whose counts are added; without it, there are none
 */
export function createMetrics(
  watched: BacklogReader,
  options: { now: () => number; endpoints: readonly string[]; processes?: MetricsOfProcesses | undefined },
): MetricsRegistry {
  const registry = new Registry();
  // Every process would read the same values from the database, so they are not added up.
  const databaseRegistry = new Registry();
  // Event loop lag, memory, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const count = counterMaker(registry);
  const time = histogramMaker(registry);
  const payments = count('payments_total', 'Payments that reached a status, by status and source of the result', [
    'status',
    'source',
  ]);
  const refunds = count('refunds_total', 'Refunds that came to a state', ['status']);
  const deliveries = count(
    'event_deliveries_total',
    'Tries to deliver an event, by endpoint and by what became of it',
    ['endpoint', 'outcome'],
  );
  const notifications = count('notifications_total', 'Notifications of the gateway, by what became of them', [
    'result',
  ]);
  const digests = count(
    'answer_digests_differing_total',
    'Answers whose digest differs from a recipe that the profile does not confirm, by recipe',
    ['recipe'],
  );
  const jobs = count('jobs_total', 'Work done later, by kind and by what came of it', ['kind', 'result']);
  const alerts = count('alerts_total', 'Alerts, by their code', ['alert']);
  const gateway = time('gateway_seconds', 'Time that requests to the gateway took', GATEWAY_BUCKETS, [
    'operation',
    'result',
  ]);
  const requests = time('request_seconds', 'Time that requests took here', REQUEST_BUCKETS, [
    'method',
    'route',
    'status',
  ]);
  const store = time('store_seconds', 'Time that calls of the database took', STORE_BUCKETS, ['call', 'result']);
  const refusals = count('submits_refused_total', 'Submits refused before anything was sent, by reason', ['reason']);
  const testing = new Gauge({
    name: 'tillgate_card_testing',
    help: '1 while card entry is paused because too many cards are declined',
    aggregator: 'max',
    registers: [registry],
  });
  const keys = count('keys_refused_total', 'Wrong tokens and API keys', ['kind']);
  // Each code starts at zero, so its first alert shows as an increase.
  for (const alert of Object.keys(COUNTED_ALERT_MESSAGES)) alerts.inc({ alert }, 0);
  for (const result of NOTIFICATION_RESULTS) notifications.inc({ result }, 0);
  for (const endpoint of options.endpoints) {
    for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ endpoint, outcome }, 0);
  }
  for (const recipe of DIGEST_RECIPE_NAMES) digests.inc({ recipe }, 0);
  for (const kind of [...JOB_KINDS, ...options.endpoints.map(toDeliveryJobKind)])
    jobs.inc({ kind, result: 'failed' }, 0);
  for (const status of ['paid', 'declined', 'unknown', 'not_sent']) payments.inc({ status, source: 'response' }, 0);
  const { processes } = options;
  processes?.onCollect(() => registry.getMetricsAsJSON());
  const readBacklog = createBacklogGauges(databaseRegistry, watched, options);
  return {
    paymentMoved: (status, source) => payments.inc({ status, source }),
    refundMoved: (status) => refunds.inc({ status }),
    gatewayCalled: (operation, result, seconds) => gateway.observe({ operation, result }, seconds),
    eventDelivered: (endpoint, outcome) => deliveries.inc({ endpoint, outcome }),
    notificationTaken: (result) => notifications.inc({ result }),
    jobRan: (kind, result) => jobs.inc({ kind, result }),
    alertRaised: (alert) => alerts.inc({ alert }),
    requestServed: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    storeCalled: (call, result, seconds) => store.observe({ call, result }, seconds),
    answerDigestDiffered: (recipe) => digests.inc({ recipe }),
    submitRefused: (reason) => refusals.inc({ reason }),
    cardTesting: (isRefusing) => testing.set(isRefusing ? 1 : 0),
    keyRefused: (kind) => keys.inc({ kind }),
    async render() {
      await readBacklog();
      const counted =
        processes === undefined
          ? registry
          : AggregatorRegistry.aggregate((await processes.collect()).map((one) => [...one]));
      const body = `${await counted.metrics()}${await databaseRegistry.metrics()}`;
      return { body, contentType: registry.contentType };
    },
  };
}

function counterMaker(registry: Registry) {
  return <L extends string>(name: string, help: string, labelNames: L[]): Counter<L> =>
    new Counter({ name: `tillgate_${name}`, help, labelNames, registers: [registry] });
}

function histogramMaker(registry: Registry) {
  return <L extends string>(name: string, help: string, buckets: number[], labelNames: L[]): Histogram<L> =>
    new Histogram({ name: `tillgate_${name}`, help, buckets, labelNames, registers: [registry] });
}
