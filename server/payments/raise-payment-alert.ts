import { CheckoutError } from '../../shared/errors.ts';
import { hasAlert, withAlert, type AlertRecord, type PaymentRecord, type PaymentUpdate } from '../store/index.ts';
import type { Deps } from '../context/index.ts';
import { eventsOf } from './payment-events.ts';
import type { ReportedStatus, ResultSource } from './transition-table.ts';

/** An alert before it is raised. */
export type NewPaymentAlert = Omit<AlertRecord, 'raised_at'>;

/**
 * Stores an alert on a payment as the caller saw it, with a timeline entry and webhook events; state and session stay as
 * they are. Undefined where the payment changed since it was read.
 */
export function storePaymentAlert(
  deps: Deps,
  payment: PaymentRecord,
  alert: NewPaymentAlert,
  event: PaymentUpdate['event'],
): Promise<PaymentRecord | undefined> {
  const at = deps.now();
  return deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { alerts: withAlert(payment.alerts, { ...alert, raised_at: at }) },
    session: 'keep',
    event,
    at,
    events: (after) => eventsOf(deps.events, after),
  });
}

const RACE_LIMIT = 10;

/**
 * Raises an alert on a payment, once, and reports it to the shop.
 * @param reported the status that the source reported, where the alert contradicts it
 * @throws CheckoutError `store_unavailable` where the payment changed too often meanwhile
 */
export async function raisePaymentAlert(
  deps: Deps,
  paymentId: string,
  alert: NewPaymentAlert,
  source: ResultSource,
  reported?: ReportedStatus,
): Promise<void> {
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const payment = await deps.store.findPayment(paymentId);
    if (payment === undefined || hasAlert(payment.alerts, alert)) return;
    const detail = { source, code: alert.code, ...alert.detail, ...(reported === undefined ? {} : { reported }) };
    const kind = reported === undefined ? 'alerted' : 'contradicted';
    if ((await storePaymentAlert(deps, payment, alert, { kind, detail })) === undefined) continue;
    deps.log.alert('payment_needs_review', { payment_id: paymentId, reason: alert.code });
    return;
  }
  throw new CheckoutError('store_unavailable', 'A payment changed too often to raise an alert on it.');
}
