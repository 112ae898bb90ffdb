import type { Db } from './schema.ts';
import { pick } from './pick.ts';
import { prepareStatement } from './statement.ts';
import { findPayment } from './payments.ts';
import type { PaymentUpdate } from './payment-types.ts';
import { PAYMENT_TIMELINE, type PaymentRecord, type TimelineRecord, type TimelineRow } from './payment-tables.ts';

/** An entry of a payment's timeline, before it has an id. */
export type NewTimelineRecord = Omit<TimelineRecord, 'id'>;

const addEvent = prepareStatement<TimelineRow>((db, event) =>
  db.insertInto('payment_events').values(pick(event, ...PAYMENT_TIMELINE.names)),
);

export async function insertTimelineRecord(db: Db, event: NewTimelineRecord): Promise<void> {
  await addEvent(db, toTimelineRow(event));
}

export function toTimelineRow(event: NewTimelineRecord): TimelineRow {
  return PAYMENT_TIMELINE.toRow(withId(event));
}

/** The entry of an update. */
export function entryOfUpdate(
  before: PaymentRecord,
  { id, version, at, event, changes }: PaymentUpdate,
): NewTimelineRecord {
  const to = changes.status ?? before.status;
  return { payment_id: id, version: version + 1, at, from_status: before.status, to_status: to, ...event };
}

function withId(event: NewTimelineRecord): TimelineRecord {
  return { id: `${event.payment_id}.${String(event.version)}`, ...event };
}

/** The first entry of a payment's timeline. */
export function toSubmittedEntry(payment: PaymentRecord, detail: TimelineRecord['detail'] = {}): NewTimelineRecord {
  const { id, created_at: at } = payment;
  return { payment_id: id, version: 1, at, kind: 'submitted', from_status: null, to_status: 'submitting', detail };
}

/** The timeline of a payment, oldest entry first. A first entry that is not stored follows from the payment. */
export async function listTimeline(db: Db, paymentId: string): Promise<TimelineRecord[]> {
  const rows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('version')
    .execute();
  const entries = rows.map(PAYMENT_TIMELINE.toRecord);
  if (entries[0]?.version === 1) return entries;
  const payment = await findPayment(db, paymentId);
  return payment === undefined ? entries : [withId(toSubmittedEntry(payment)), ...entries];
}
