import type { Db, PaymentEventRow } from './schema.ts';
import { slotsOf, statement } from './statement.ts';

/** A line of a payment's timeline as it is written. */
export interface NewEvent {
  /** The payment. */
  id: string;
  /** The payment's version after the event. */
  version: number;
  at: number;
  kind: string;
  from: string | null;
  to: string;
  detail: object;
}

export const EVENT_COLUMNS = [
  'id',
  'payment_id',
  'version',
  'at',
  'kind',
  'from_status',
  'to_status',
  'detail',
] as const satisfies (keyof PaymentEventRow)[];

const addEvent = statement<PaymentEventRow>((db, event) =>
  db.insertInto('payment_events').values(slotsOf(EVENT_COLUMNS, event)),
);

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await addEvent(db, toEventRow(event));
}

export function toEventRow(event: NewEvent): PaymentEventRow {
  return {
    id: `${event.id}.${String(event.version)}`,
    payment_id: event.id,
    version: event.version,
    at: event.at,
    kind: event.kind,
    from_status: event.from,
    to_status: event.to,
    detail: JSON.stringify(event.detail),
  };
}
