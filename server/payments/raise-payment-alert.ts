import { hasAlert, withAlert, type AlertRecord, type PaymentRecord, type PaymentUpdate } from '../store/index.ts';
import { type PaymentDeps, retryWhileChanged } from '../context/index.ts';
import { createPaymentWebhookEvents } from './webhook-events.ts';
import type { ReportedStatus, ResultSource } from './transition-table.ts';

/** An alert before it is raised. */
export type NewPaymentAlert = Omit<AlertRecord, 'raised_at'>;

/**
 * Stores an alert on a payment as the caller saw it, with a timeline entry and webhook events; state and session stay as
 * they are. Undefined where the payment changed since it was read.
 */
export function storePaymentAlertIfUnchanged(
  deps: PaymentDeps,
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
    events: (after) => createPaymentWebhookEvents(deps.events, after),
  });
}

/**
 * Raises an alert on a payment, once, and reports it to the shop.
 * @param reported the status that the source reported, where the alert contradicts it
 * @throws CheckoutError `store_unavailable` where the payment changed too often meanwhile
 */
export async function raisePaymentAlert(
  deps: PaymentDeps,
  paymentId: string,
  alert: NewPaymentAlert,
  source: ResultSource,
  reported?: ReportedStatus,
): Promise<void> {
  await retryWhileChanged('payment', async () => {
    const payment = await deps.store.findPayment(paymentId);
    if (payment === undefined || hasAlert(payment.alerts, alert)) return true;
    const detail = { source, code: alert.code, ...alert.detail, ...(reported === undefined ? {} : { reported }) };
    const kind = reported === undefined ? 'alerted' : 'contradicted';
    if ((await storePaymentAlertIfUnchanged(deps, payment, alert, { kind, detail })) === undefined) return undefined;
    deps.log.alert(alert.code, { payment_id: paymentId, ...reasonOf(alert) });
    return true;
  });
}

/** The alert's details as the reason of its log line; none where it has none. */
function reasonOf({ detail }: NewPaymentAlert): { reason?: string } {
  const reason = Object.values(detail).join(', ');
  return reason === '' ? {} : { reason };
}
