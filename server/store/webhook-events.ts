import { sql } from 'kysely';
import { readPage } from './cursor.ts';
import { scheduleJob } from './jobs.ts';
import type { ListedWebhookEvent, NewWebhookEvent, Page, WebhookEventFilter } from './back-office-types.ts';
import {
  WEBHOOK_EVENT_ENDPOINTS,
  WEBHOOK_EVENTS,
  type DeliveryAttemptRecord,
  type EndpointDeliveryRecord,
  type WebhookEventRecord,
  type WebhookEventRow,
} from './back-office-tables.ts';
import type { Db, Trx } from './schema.ts';
import { pick } from './pick.ts';
import { prepareStatement } from './statement.ts';
import { jobKindOfWebhookEndpoint, type JobKind } from './payment-tables.ts';

const addEvent = prepareStatement<WebhookEventRow>((db, event) =>
  db.insertInto('webhook_events').values(pick(event, ...WEBHOOK_EVENTS.names)),
);

/**
 * The outbox: events are stored in the transaction of the change that they report, each with a job that plans its
 * deliveries.
 */
export async function insertWebhookEvents(trx: Trx, events: readonly NewWebhookEvent[], at: number): Promise<void> {
  for (const event of events) {
    await addEvent(trx, toWebhookEventRow(event, at));
    if (event.deliver_at !== null) await scheduleJob(trx, 'webhook', event.id, event.deliver_at);
  }
}

export function toWebhookEventRow(event: NewWebhookEvent, created_at: number): WebhookEventRow {
  const { id, account, type, ref, data } = event;
  const state = event.deliver_at === null ? 'none' : 'waiting';
  return WEBHOOK_EVENTS.toRow(WEBHOOK_EVENTS.create({ id, account, type, ref, data, state, created_at }));
}

export async function findWebhookEvent(db: Db, id: string): Promise<WebhookEventRecord | undefined> {
  const row = await db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : WEBHOOK_EVENTS.toRecord(row);
}

export async function listWebhookEvents(db: Db, filter: WebhookEventFilter): Promise<Page<ListedWebhookEvent>> {
  let query = db.selectFrom('webhook_events').selectAll();
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.ref !== undefined) query = query.where('ref', '=', filter.ref);
  const page = await readPage(query, filter, WEBHOOK_EVENTS.toRecord);
  return { ...page, entries: await withDeliveries(db, page.entries) };
}

/** Adds what happened to events last, and what is planned. */
async function withDeliveries(db: Db, events: readonly WebhookEventRecord[]): Promise<ListedWebhookEvent[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const attempts = await db
    .selectFrom('webhook_deliveries as attempt')
    .leftJoin('webhook_event_endpoints as own', (join) =>
      join.onRef('own.event_id', '=', 'attempt.event_id').onRef('own.endpoint', '=', 'attempt.endpoint'),
    )
    .select(['attempt.event_id', 'attempt.status', 'own.state'])
    .where('attempt.event_id', 'in', ids)
    .orderBy('attempt.event_id')
    .orderBy('attempt.at')
    .execute();
  const delivered = new Set(events.filter(({ state }) => state === 'delivered').map(({ id }) => id));
  const planned = await db
    .selectFrom('webhook_event_endpoints as own')
    .innerJoin('jobs', (join) =>
      join.onRef('jobs.ref', '=', 'own.event_id').on('jobs.kind', '=', sql<JobKind>`'webhook:' || own.endpoint`),
    )
    .select((eb) => ['own.event_id', eb.fn.min<number>('jobs.run_at').as('at')])
    .where('own.event_id', 'in', ids)
    .where('own.state', '=', 'waiting')
    .groupBy('own.event_id')
    .execute();
  // What an endpoint accepted says nothing of the one that an event still waits for.
  const told = attempts.filter(({ event_id: id, state }) => delivered.has(id) || state !== 'delivered');
  const lastStatus = new Map(told.map(({ event_id: id, status }) => [id, status]));
  const nextAt = new Map(planned.map(({ event_id: id, at }) => [id, at]));
  return events.map((event) => ({
    ...event,
    last_status: lastStatus.get(event.id) ?? null,
    next_delivery_at: nextAt.get(event.id) ?? null,
  }));
}

export async function listDeliveryAttempts(db: Db, eventId: string): Promise<DeliveryAttemptRecord[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['endpoint', 'at', 'status', 'error', 'duration_ms'])
    .where('event_id', '=', eventId)
    .orderBy('at')
    .execute();
}

/** The event at each endpoint that received it or has to. */
export async function listEventDeliveriesByEndpoint(db: Db, eventId: string): Promise<EndpointDeliveryRecord[]> {
  const rows = db.selectFrom('webhook_event_endpoints').selectAll().where('event_id', '=', eventId);
  return (await rows.orderBy('endpoint').execute()).map(WEBHOOK_EVENT_ENDPOINTS.toRecord);
}

/** Plans the first delivery of an event to each endpoint. An endpoint that has it planned already keeps its plan. */
export async function scheduleDeliveries(
  trx: Trx,
  eventId: string,
  endpoints: readonly string[],
  at: number,
): Promise<void> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined) return;
  for (const endpoint of endpoints) {
    const added = await trx
      .insertInto('webhook_event_endpoints')
      .values(waitingAt(endpoint, event))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 0n) await scheduleJob(trx, jobKindOfWebhookEndpoint(endpoint), eventId, at);
  }
  await updateEventState(trx, eventId);
}

/** Records a try and its effect on the event. */
export async function recordDeliveryAttempt(
  trx: Trx,
  eventId: string,
  delivery: DeliveryAttemptRecord,
  state: EndpointDeliveryRecord['state'],
): Promise<void> {
  await lockEvent(trx, eventId);
  await trx
    .insertInto('webhook_deliveries')
    .values({ id: `${eventId}.${crypto.randomUUID()}`, event_id: eventId, ...delivery })
    .execute();
  const ended = state === 'delivered' ? { delivered_at: delivery.at } : {};
  await trx
    .updateTable('webhook_event_endpoints')
    .set((eb) => ({ state, attempts: eb('attempts', '+', 1), ...ended }))
    .where('event_id', '=', eventId)
    .where('endpoint', '=', delivery.endpoint)
    .execute();
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), ...ended }))
    .where('id', '=', eventId)
    .execute();
  await updateEventState(trx, eventId);
}

/** Schedules an event for delivery again, to these endpoints; false if there is no such event. */
export async function redeliverEvent(
  trx: Trx,
  eventId: string,
  endpoints: readonly string[],
  at: number,
): Promise<boolean> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined) return false;
  for (const endpoint of endpoints) {
    await trx
      .insertInto('webhook_event_endpoints')
      .values(waitingAt(endpoint, event))
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint']).doUpdateSet({ state: 'waiting' }))
      .execute();
    await scheduleJob(trx, jobKindOfWebhookEndpoint(endpoint), eventId, at);
  }
  await updateEventState(trx, eventId);
  return true;
}

/** Deliveries to two endpoints change the state of one event: one after the other, by the lock of its row. */
async function lockEvent(trx: Trx, id: string): Promise<{ id: string; created_at: number } | undefined> {
  const event = trx.updateTable('webhook_events').set((eb) => ({ attempts: eb.ref('attempts') }));
  return event.where('id', '=', id).returning(['id', 'created_at']).executeTakeFirst();
}

function waitingAt(endpoint: string, { id, created_at: createdAt }: { id: string; created_at: number }) {
  return WEBHOOK_EVENT_ENDPOINTS.toRow(
    WEBHOOK_EVENT_ENDPOINTS.create({ event_id: id, endpoint, state: 'waiting', created_at: createdAt }),
  );
}

/** The state of an event follows from its states at the endpoints. */
async function updateEventState(trx: Trx, eventId: string): Promise<void> {
  const states = (await listEventDeliveriesByEndpoint(trx, eventId)).map(({ state }) => state);
  const state = (['waiting', 'given_up', 'delivered'] as const).find((known) => states.includes(known)) ?? 'none';
  await trx.updateTable('webhook_events').set({ state }).where('id', '=', eventId).execute();
}
