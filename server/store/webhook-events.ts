import type { Transaction } from 'kysely';
import { onePage, toPage } from './cursor.ts';
import { planJob } from './jobs.ts';
import type { WebhookEventRow } from './merchant-schema.ts';
import type { NewWebhookEvent, Page, WebhookDelivery, WebhookEvent, WebhookEventFilter } from './merchant-store.ts';
import type { Db, Tables } from './schema.ts';
import { slotsOf, statement } from './statement.ts';

type Trx = Transaction<Tables>;

const addEvent = statement<WebhookEventRow>((db, event) =>
  db.insertInto('webhook_events').values(slotsOf(WEBHOOK_EVENT_COLUMNS, event)),
);

/** The outbox: events are written in the transaction of the change that they tell of, each with a job to deliver it. */
export async function insertWebhookEvents(trx: Trx, events: readonly NewWebhookEvent[], at: number): Promise<void> {
  for (const event of events) {
    await addEvent(trx, toWebhookEventRow(event, at));
    if (event.deliverAt !== null) await planJob(trx, 'webhook', event.id, event.deliverAt);
  }
}

export const WEBHOOK_EVENT_COLUMNS = [
  'id',
  'type',
  'ref',
  'data',
  'state',
  'attempts',
  'created_at',
  'delivered_at',
] as const satisfies (keyof WebhookEventRow)[];

export function toWebhookEventRow(event: NewWebhookEvent, at: number): WebhookEventRow {
  return {
    id: event.id,
    type: event.type,
    ref: event.ref,
    data: JSON.stringify(event.data),
    state: event.deliverAt === null ? 'none' : 'waiting',
    attempts: 0,
    created_at: at,
    delivered_at: null,
  };
}

export async function findWebhookEvent(db: Db, id: string): Promise<WebhookEvent | undefined> {
  const row = await db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toEvent(row);
}

export async function listWebhookEvents(db: Db, filter: WebhookEventFilter): Promise<Page<WebhookEvent>> {
  let query = db.selectFrom('webhook_events').selectAll();
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.ref !== undefined) query = query.where('ref', '=', filter.ref);
  const rows = await onePage(query, filter).execute();
  return toPage(rows, filter.limit, toEvent, (row) => [row.created_at, row.id]);
}

export async function listDeliveries(db: Db, eventId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('at')
    .execute();
  return rows.map((row) => ({ at: row.at, status: row.status, error: row.error, durationMs: row.duration_ms }));
}

export async function recordDelivery(
  trx: Trx,
  eventId: string,
  delivery: WebhookDelivery,
  state: WebhookEvent['state'],
): Promise<void> {
  const { at, status, error, durationMs } = delivery;
  await trx
    .insertInto('webhook_deliveries')
    .values({ id: crypto.randomUUID(), event_id: eventId, at, status, error, duration_ms: durationMs })
    .execute();
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({
      state,
      attempts: eb('attempts', '+', 1),
      ...(state === 'delivered' ? { delivered_at: at } : {}),
    }))
    .where('id', '=', eventId)
    .execute();
}

export async function redeliver(trx: Trx, eventId: string, at: number): Promise<boolean> {
  const found = await trx
    .updateTable('webhook_events')
    .set({ state: 'waiting' })
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (found.numUpdatedRows === 0n) return false;
  await planJob(trx, 'webhook', eventId, at);
  return true;
}

function toEvent(row: WebhookEventRow): WebhookEvent {
  return {
    id: row.id,
    type: row.type,
    ref: row.ref,
    data: JSON.parse(row.data) as WebhookEvent['data'],
    state: row.state as WebhookEvent['state'],
    attempts: row.attempts,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}
