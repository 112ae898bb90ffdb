import { SpanKind } from '@opentelemetry/api';
import { toNetworkFailure } from '../../shared/network-failures.ts';
import { toApiWebhookEvent } from '../webhooks/event-body.ts';
import { inSpan, type SpanOptions, findRecordIdLogFields } from '../observability/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import type { Job, DeliveryAttemptRecord, EndpointDeliveryRecord, WebhookEventRecord } from '../store/index.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import { signWebhook } from '../webhooks/sign.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The time limit for a response of the shop's endpoint, in ms. */
const ANSWER_TIMEOUT = 15 * SECOND;

/** Pauses before each further try; about three days in total, then delivery is given up. */
const RETRY_PAUSES = [
  5 * SECOND,
  45 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Each pause varies by this fraction in both directions, so events do not all retry at once. */
const JITTER = 0.2;

/** The status by which the shop's endpoint refuses an event permanently. */
const GONE = 410;

type DeliveryDeps = Pick<PaymentDeps, 'store' | 'now' | 'metrics' | 'log'>;

/**
 * Delivers one signed event to an endpoint. Returns the time of the next try in ms since the epoch, or null. Any 2xx
 * accepts it; redirects are not followed.
 */
export async function deliverEvent(deps: DeliveryDeps, endpoint: WebhookEndpoint, job: Job): Promise<number | null> {
  const event = await deps.store.findWebhookEvent(job.ref);
  const own = (await deps.store.listEventDeliveriesByEndpoint(job.ref)).find(
    (known) => known.endpoint === endpoint.name,
  );
  // The event may have been delivered by another companion that claimed its job since.
  if (event === undefined || own?.state !== 'waiting') return null;
  const tries = triesOf(own, job);
  const notBefore = await nextTryAt(deps, own, job, tries);
  if (notBefore !== null) return notBefore;
  const delivery = await inSpan('deliver event', spanOf(event), () => post(event, endpoint, deps.now()));
  const isTaken = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
  const pause = isTaken || delivery.status === GONE ? undefined : RETRY_PAUSES[tries];
  const state = isTaken ? 'delivered' : pause === undefined ? 'given_up' : 'waiting';
  await deps.store.recordDeliveryAttempt(event.id, delivery, state);
  deps.metrics.countDelivery(endpoint.name, state);
  if (isTaken) return null;
  const facts = {
    ...findRecordIdLogFields([event.ref]),
    event_id: event.id,
    endpoint: endpoint.name,
    source: event.type,
    http_status: delivery.status ?? undefined,
    error: delivery.error ?? undefined,
  };
  if (pause === undefined) deps.log.alert('webhook_given_up', facts);
  else deps.log.warn(facts, 'an event was not taken');
  if (pause === undefined) return null;
  return deps.now() + Math.round(pause * (1 - JITTER + 2 * JITTER * Math.random()));
}

/**
 * The number of tries since the event was written or requested again. A claim without a try counts as a run, and an
 * earlier try as an attempt, so the lower number counts.
 */
function triesOf({ attempts }: EndpointDeliveryRecord, job: Job): number {
  return Math.min(job.runs - 1, attempts);
}

/**
 * The earliest time of the next try, in ms since the epoch; null if it is due. If the clocks of companions differ by
 * days, each sees the other's plans as overdue or far ahead. The shop still gets all tries over three days.
 */
async function nextTryAt(
  deps: DeliveryDeps,
  { endpoint }: EndpointDeliveryRecord,
  { ref, run_at: runAt }: Job,
  tries: number,
): Promise<number | null> {
  const now = deps.now();
  const pause = RETRY_PAUSES[Math.max(0, tries - 1)] ?? 0;
  // Planned by a clock far ahead: the time since the last try is unknown, so its pause starts now.
  if (runAt > now) return now + pause;
  if (tries === 0) return null;
  const deliveries = (await deps.store.listDeliveryAttempts(ref)).filter((known) => known.endpoint === endpoint);
  const times = deliveries.map(({ at }) => at).filter((at) => at <= now);
  const due = Math.round(Math.max(...times) + pause * (1 - JITTER));
  return due > now ? due : null;
}

/** The event carries no trace of ours; the shop's own trace starts when it receives the event. */
function spanOf({ id, type }: WebhookEventRecord): SpanOptions<DeliveryAttemptRecord> {
  return {
    kind: SpanKind.CLIENT,
    attributes: { 'tillgate.event_id': id, 'tillgate.event_type': type },
    isPrivate: true,
    describe: ({ status }) => ({
      attributes: status === null ? {} : { 'http.response.status_code': status },
      isFailed: status === null || status >= 300,
    }),
  };
}

async function post(event: WebhookEventRecord, endpoint: WebhookEndpoint, at: number): Promise<DeliveryAttemptRecord> {
  const { type, created_at: timestamp, data } = toApiWebhookEvent(event);
  const body = JSON.stringify({ type, timestamp, data });
  const started = performance.now();
  const done = (status: number | null, error: string | null): DeliveryAttemptRecord => ({
    endpoint: endpoint.name,
    at,
    status,
    error,
    duration_ms: Math.round(performance.now() - started),
  });
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(event.id, new Date(at), body, endpoint.secrets) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    await answer.body?.cancel();
    return done(answer.status, null);
  } catch (error) {
    return done(null, toNetworkFailure(error).reason);
  }
}
