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
import { JOB_KINDS, jobKindOfWebhookEndpoint, type JobKind } from '../store/index.ts';
import { METRIC_ALERT_MESSAGES, type AlertName } from './alerts.ts';
import { registerBacklogGauges, type BacklogReader } from './backlog-gauges.ts';

/**
 * The result of receiving a notification: stored with or without a valid digest, known already, over the limit,
 * unreadable, or for an unknown payment.
 */
export type NotificationReceipt = (typeof NOTIFICATION_RECEIPTS)[number];
const NOTIFICATION_RECEIPTS = ['verified', 'stored', 'duplicate', 'full', 'unreadable', 'no_payment'] as const;
/** The result of an attempt to deliver an event. */
export type WebhookDeliveryResult = (typeof WEBHOOK_DELIVERY_RESULTS)[number];
const WEBHOOK_DELIVERY_RESULTS = ['delivered', 'waiting', 'given_up'] as const;

/** The counters of the companion. Labels never contain shopper input. */
export interface Metrics {
  countPaymentStatus(to: PaymentStatus, source: string): void;
  countRefundStatus(to: RefundStatus): void;
  /** `result` is `ok`, `http_4xx` and the like, `not_sent`, `lost`. */
  countGatewayCall(operation: string, result: string, seconds: number): void;
  /** A response whose digest differs from a recipe that the profile does not confirm. */
  countDigestMismatch(recipe: DigestRecipeName): void;
  /** A submit that was refused before it was sent. */
  countRefusedSubmit(by: string): void;
  /** Whether card entry is paused because too many cards are declined. */
  setCardTesting(isRefusing: boolean): void;
  /** A wrong token or API key. */
  countRefusedCredential(kind: 'token' | 'api_key'): void;
  /** `endpoint`: the name of the webhook endpoint. */
  countDelivery(endpoint: string, outcome: WebhookDeliveryResult): void;
  countNotification(result: NotificationReceipt): void;
  countJob(kind: JobKind, result: 'done' | 'again' | 'failed'): void;
  /** An alert was raised; server/docs/alerts.md lists the codes. */
  countAlert(alert: AlertName): void;
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  countStoreCall(call: string, result: 'ok' | 'failed', seconds: number): void;
}

/** What one process has counted, to be added up with others. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** The other processes of a companion that runs in several. */
export interface ProcessMetricsCollector {
  /** Called when another process needs the counts of this one. */
  onCollect(read: () => Promise<ProcessMetrics>): void;
  /** The counts of every process, this one included; a process that does not respond is left out. */
  collect(): Promise<ProcessMetrics[]>;
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
  options: { now: () => number; endpoints: readonly string[]; processes?: ProcessMetricsCollector | undefined },
): MetricsRegistry {
  const registry = new Registry();
  // Every process would read the same values from the database, so they are not added up.
  const databaseRegistry = new Registry();
  // Event loop lag, memory, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const count = counterMaker(registry);
  const time = histogramMaker(registry);
  const payments = count('payments_total', 'Transitions of payments, by new status and by source of the result', [
    'status',
    'source',
  ]);
  const refunds = count('refunds_total', 'Transitions of refunds, by new status', ['status']);
  const deliveries = count('event_deliveries_total', 'Attempts to deliver an event, by endpoint and outcome', [
    'endpoint',
    'outcome',
  ]);
  const notifications = count('notifications_total', 'Notifications of the gateway, by the result of receiving them', [
    'result',
  ]);
  const digests = count(
    'digest_mismatches_total',
    'Responses whose digest differs from a recipe that the profile does not confirm, by recipe',
    ['recipe'],
  );
  const jobs = count('jobs_total', 'Jobs that ran, by kind and result', ['kind', 'result']);
  const alerts = count('alerts_total', 'Alerts that were raised, by code', ['alert']);
  const gateway = time('gateway_seconds', 'Duration of requests to the gateway', GATEWAY_BUCKETS, [
    'operation',
    'result',
  ]);
  const requests = time('request_seconds', 'Duration of requests to the companion', REQUEST_BUCKETS, [
    'method',
    'route',
    'status',
  ]);
  const store = time('store_seconds', 'Duration of database calls', STORE_BUCKETS, ['call', 'result']);
  const refusals = count('submits_refused_total', 'Submits refused before anything was sent, by reason', ['reason']);
  const testing = new Gauge({
    name: 'tillgate_card_testing',
    help: '1 while card entry is paused because too many cards are declined',
    aggregator: 'max',
    registers: [registry],
  });
  const keys = count('keys_refused_total', 'Wrong session tokens and API keys', ['kind']);
  // Each code starts at zero, so its first alert shows as an increase.
  for (const alert of Object.keys(METRIC_ALERT_MESSAGES)) alerts.inc({ alert }, 0);
  for (const result of NOTIFICATION_RECEIPTS) notifications.inc({ result }, 0);
  for (const endpoint of options.endpoints) {
    for (const outcome of WEBHOOK_DELIVERY_RESULTS) deliveries.inc({ endpoint, outcome }, 0);
  }
  for (const recipe of DIGEST_RECIPE_NAMES) digests.inc({ recipe }, 0);
  for (const kind of [...JOB_KINDS, ...options.endpoints.map(jobKindOfWebhookEndpoint)])
    jobs.inc({ kind, result: 'failed' }, 0);
  for (const status of ['paid', 'declined', 'unknown', 'not_sent']) payments.inc({ status, source: 'response' }, 0);
  const { processes } = options;
  processes?.onCollect(() => registry.getMetricsAsJSON());
  const readBacklog = registerBacklogGauges(databaseRegistry, watched, options);
  return {
    countPaymentStatus: (status, source) => payments.inc({ status, source }),
    countRefundStatus: (status) => refunds.inc({ status }),
    countGatewayCall: (operation, result, seconds) => gateway.observe({ operation, result }, seconds),
    countDelivery: (endpoint, outcome) => deliveries.inc({ endpoint, outcome }),
    countNotification: (result) => notifications.inc({ result }),
    countJob: (kind, result) => jobs.inc({ kind, result }),
    countAlert: (alert) => alerts.inc({ alert }),
    countRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countStoreCall: (call, result, seconds) => store.observe({ call, result }, seconds),
    countDigestMismatch: (recipe) => digests.inc({ recipe }),
    countRefusedSubmit: (reason) => refusals.inc({ reason }),
    setCardTesting: (isRefusing) => testing.set(isRefusing ? 1 : 0),
    countRefusedCredential: (kind) => keys.inc({ kind }),
    async render() {
      await readBacklog();
      const counted = processes === undefined ? registry : AggregatorRegistry.aggregate(await processes.collect());
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
