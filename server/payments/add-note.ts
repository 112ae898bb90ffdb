import { withNote } from '../store/alarm-notes.ts';
import type { PaymentRecord, PaymentUpdate } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { eventsOf } from './payment-events.ts';

/**
 * Puts one note more into a payment's alarm, tells the shop, and leaves state and session as they are; undefined where the
 * payment moved on since it was read.
 */
export function addNote(
  deps: PaymentDeps,
  payment: PaymentRecord,
  note: string,
  event: PaymentUpdate['event'],
): Promise<PaymentRecord | undefined> {
  return deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { alarm: withNote(payment.alarm, note) },
    session: 'keep',
    event,
    at: deps.now(),
    events: (after) => eventsOf(deps.events, after),
  });
}
