import { SpanKind } from '@opentelemetry/api';
import { toWebhookEventBody } from '../webhooks/event-body.ts';
import { describeError, inSpan, type SpanOptions, factsOfIds } from '../observability/index.ts';
import type { Deps } from '../context/index.ts';
import type { WebhookDelivery, WebhookEvent, Job } from '../store/index.ts';
import { signWebhook } from '../webhooks/sign.ts';

/** Where the shop takes events, and what they are signed with. */
export interface WebhookTarget {
  url: string;
  secrets: readonly string[];
  /** For tests. */
  fetch?: typeof fetch;
  random?: () => number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long the shop's endpoint has to respond, in ms. */
const ANSWER_TIMEOUT = 15 * SECOND;

/** Pauses before each further try; together about three days, then the event is given up. */
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

/** A pause is drawn from this part of itself on each side, so that many events do not come back at once. */
const JITTER = 0.2;

/** The status by which the shop's endpoint refuses an event for good. */
const GONE = 410;

/**
 * Delivers one event, signed; returns when to try again, in ms since the epoch, or null. Any 2xx is an acceptance;
 * redirects are not followed.
 */
export async function deliverEvent(deps: Deps, target: WebhookTarget, job: Job): Promise<number | null> {
  const event = await deps.store.findWebhookEvent(job.ref);
  // Whoever delivered it may have been told so after somebody else had taken up its job.
  if (event?.state !== 'waiting') return null;
  const tries = triesOf(event, job);
  const notBefore = await nextTryAt(deps, job, tries);
  if (notBefore !== null) return notBefore;
  const delivery = await inSpan('deliver event', spanOf(event), () => post(event, target, deps.now()));
  const isTaken = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
  const pause = isTaken || delivery.status === GONE ? undefined : RETRY_PAUSES[tries];
  const state = isTaken ? 'delivered' : pause === undefined ? 'given_up' : 'waiting';
  await deps.store.recordDelivery(event.id, delivery, state);
  deps.metrics.eventDelivered(state);
  if (isTaken) return null;
  const facts = {
    ...factsOfIds([event.ref]),
    event_id: event.id,
    source: event.type,
    http_status: delivery.status ?? undefined,
    error: delivery.error ?? undefined,
  };
  if (pause === undefined) deps.log.alert('webhook_given_up', facts);
  else deps.log.warn(facts, 'an event was not taken');
  if (pause === undefined) return null;
  const random = target.random ?? Math.random;
  return deps.now() + Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
}

/**
 * How often it was tried since it was written or asked for again. A claim that brought no try counts as a run, a try of
 * before as an attempt, so it is the fewer of both.
 */
function triesOf(event: WebhookEvent, job: Job): number {
  return Math.min(job.runs - 1, event.attempts);
}

/**
 * Until when the next try has to wait, in ms since the epoch; null where its time has come. Of companions whose clocks are
 * days apart each finds the other's plans overdue or far ahead, and the shop has three days all the same.
 */
async function nextTryAt(deps: Deps, { ref, run_at: runAt }: Job, tries: number): Promise<number | null> {
  const now = deps.now();
  const pause = RETRY_PAUSES[Math.max(0, tries - 1)] ?? 0;
  // Planned by a clock far ahead: how long ago the last try was, nobody can tell, so its pause begins now.
  if (runAt > now) return now + pause;
  if (tries === 0) return null;
  const times = (await deps.store.listDeliveries(ref)).map(({ at }) => at).filter((at) => at <= now);
  const due = Math.round(Math.max(...times) + pause * (1 - JITTER));
  return due > now ? due : null;
}

/** The shop's own trace begins where it takes the event. */
function spanOf({ id, type }: WebhookEvent): SpanOptions<WebhookDelivery> {
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

async function post(event: WebhookEvent, target: WebhookTarget, at: number): Promise<WebhookDelivery> {
  const { type, created_at: timestamp, data } = toWebhookEventBody(event);
  const body = JSON.stringify({ type, timestamp, data });
  const started = performance.now();
  const done = (status: number | null, error: string | null): WebhookDelivery => ({
    at,
    status,
    error,
    duration_ms: Math.round(performance.now() - started),
  });
  try {
    const answer = await (target.fetch ?? fetch)(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(event.id, new Date(at), body, target.secrets) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    await answer.body?.cancel();
    return done(answer.status, null);
  } catch (error) {
    return done(null, describeError(error));
  }
}
