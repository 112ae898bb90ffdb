import { CheckoutError } from '../../shared/errors.ts';
import { hasNote, withNote } from '../store/alarm-notes.ts';
import type { PaymentRecord, PaymentUpdate } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { eventsOf } from './payment-events.ts';
import type { VerdictKind, VerdictSource } from './states.ts';

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

const RACE_LIMIT = 10;

/**
 * Raises an alert on a payment, once, and tells the shop; state and session stay as they are.
 * @throws CheckoutError `store_unavailable` where the payment changed too often meanwhile
 */
export async function addAlert(
  deps: PaymentDeps,
  paymentId: string,
  note: string,
  source: VerdictSource,
  says?: VerdictKind,
): Promise<void> {
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const payment = await deps.store.findPayment(paymentId);
    if (payment === undefined || hasNote(payment.alarm, note)) return;
    const detail = { source, ...(says === undefined ? {} : { says }), reason: note };
    if (
      (await addNote(deps, payment, note, { kind: says === undefined ? 'alerted' : 'conflict', detail })) === undefined
    )
      continue;
    deps.log.error({ payment_id: paymentId, reason: note }, 'alarm: a payment needs a person');
    return;
  }
  throw new CheckoutError('store_unavailable', 'A payment changed too often to raise an alert on it.');
}
