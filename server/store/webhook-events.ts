import type { Transaction } from 'kysely';
import { limitToPage, toPage } from './cursor.ts';
import { planJob } from './jobs.ts';
import type { NewWebhookEvent, Page, WebhookEventFilter } from './back-office-types.ts';
import {
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  type WebhookEventRecord,
  type WebhookEventRow,
} from './back-office-tables.ts';
import type { Db, Tables } from './schema.ts';
import { placeholdersOf, prepareStatement } from './statement.ts';

type Trx = Transaction<Tables>;

const addEvent = prepareStatement<WebhookEventRow>((db, event) =>
  db.insertInto('webhook_events').values(placeholdersOf(WEBHOOK_EVENTS.names, event)),
);

/** The outbox: events are stored in the transaction of the change that they report, each with a delivery job. */
export async function insertWebhookEvents(trx: Trx, events: readonly NewWebhookEvent[], at: number): Promise<void> {
  for (const event of events) {
    await addEvent(trx, toWebhookEventRow(event, at));
    if (event.deliver_at !== null) await planJob(trx, 'webhook', event.id, event.deliver_at);
  }
}

export function toWebhookEventRow({ deliver_at, ...event }: NewWebhookEvent, at: number): WebhookEventRow {
  const state = deliver_at === null ? 'none' : 'waiting';
  return WEBHOOK_EVENTS.toRow(WEBHOOK_EVENTS.create({ ...event, state, created_at: at }));
}

export async function findWebhookEvent(db: Db, id: string): Promise<WebhookEventRecord | undefined> {
  const row = await db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : WEBHOOK_EVENTS.toRecord(row);
}

export async function listWebhookEvents(db: Db, filter: WebhookEventFilter): Promise<Page<WebhookEventRecord>> {
  let query = db.selectFrom('webhook_events').selectAll();
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.ref !== undefined) query = query.where('ref', '=', filter.ref);
  const rows = await limitToPage(query, filter).execute();
  return toPage(rows, filter.limit, WEBHOOK_EVENTS.toRecord, (row) => [row.created_at, row.id]);
}

export async function listDeliveries(db: Db, eventId: string): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['at', 'status', 'error', 'duration_ms'])
    .where('event_id', '=', eventId)
    .orderBy('at')
    .execute();
}

export async function recordDelivery(
  trx: Trx,
  eventId: string,
  delivery: WebhookDelivery,
  state: WebhookEventRecord['state'],
): Promise<void> {
  await trx
    .insertInto('webhook_deliveries')
    .values({ id: crypto.randomUUID(), event_id: eventId, ...delivery })
    .execute();
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({
      state,
      attempts: eb('attempts', '+', 1),
      ...(state === 'delivered' ? { delivered_at: delivery.at } : {}),
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
