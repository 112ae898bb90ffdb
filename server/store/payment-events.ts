import type { Db } from './schema.ts';
import { slotsOf, statement } from './statement.ts';
import { PAYMENT_EVENTS, type PaymentEvent, type PaymentEventRow } from './tables.ts';

/** An entry of a payment's timeline, before it has an id. */
export type NewPaymentEvent = Omit<PaymentEvent, 'id'>;

const addEvent = statement<PaymentEventRow>((db, event) =>
  db.insertInto('payment_events').values(slotsOf(PAYMENT_EVENTS.names, event)),
);

export async function insertEvent(db: Db, event: NewPaymentEvent): Promise<void> {
  const id = `${event.payment_id}.${String(event.version)}`;
  await addEvent(db, PAYMENT_EVENTS.toRow({ id, ...event }));
}
