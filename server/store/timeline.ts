import type { Db } from './schema.ts';
import { pickColumnValues, prepareStatement } from './statement.ts';
import { PAYMENT_TIMELINE, type TimelineRecord, type TimelineRow } from './payment-tables.ts';

/** An entry of a payment's timeline, before it has an id. */
export type NewTimelineRecord = Omit<TimelineRecord, 'id'>;

const addEvent = prepareStatement<TimelineRow>((db, event) =>
  db.insertInto('payment_events').values(pickColumnValues(PAYMENT_TIMELINE.names, event)),
);

export async function insertTimelineRecord(db: Db, event: NewTimelineRecord): Promise<void> {
  const id = `${event.payment_id}.${String(event.version)}`;
  await addEvent(db, PAYMENT_TIMELINE.toRow({ id, ...event }));
}
