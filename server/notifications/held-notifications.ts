import type { NotificationWithProvenance } from '../gateway/notification.ts';
import { hasAlert, withoutAlert, type PaymentRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { raisePaymentAlert } from '../payments/index.ts';
import { findFieldsNeedingAcceptance } from './notification-subject.ts';

/** The alert on a payment of which a notification waits to be accepted. */
const WAITS_FOR_PERSON = { code: 'notification_waits', detail: {} } as const;

/** Holds a notification until a person accepts it, and raises its alert. */
export async function holdNotificationForAcceptance(
  deps: PaymentDeps,
  report: NotificationWithProvenance,
): Promise<void> {
  await deps.store.setNotificationHold(report.id, 'person');
  await raisePaymentAlert(deps, report.payment_id, WAITS_FOR_PERSON, 'notification');
}

/** Releases held notifications whose facts have come another way or were accepted. */
export async function endObsoleteNotificationHolds(deps: PaymentDeps, { id, alerts }: PaymentRecord): Promise<void> {
  const waiting = (await deps.store.listHeldNotificationsOfPayment(id)).filter(
    ({ waits_for: waitsFor }) => waitsFor === 'person',
  );
  if (waiting.length === 0 && !hasAlert(alerts, WAITS_FOR_PERSON)) return;
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) return;
  let left = waiting.length;
  for (const notification of waiting) {
    if ((await findFieldsNeedingAcceptance(deps, payment, notification)).length > 0) continue;
    await deps.store.setNotificationHold(notification.id, null);
    left -= 1;
  }
  if (left === 0) await removeAlert(deps, payment);
}

/** Removes the alert of held notifications; a payment that changed meanwhile keeps it until the next release. */
async function removeAlert(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  const alerts = withoutAlert(payment.alerts, WAITS_FOR_PERSON.code);
  if (alerts === payment.alerts) return;
  await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { alerts },
    session: 'keep',
    event: { kind: 'alert_cleared', detail: {} },
    at: deps.now(),
  });
}
