import {
  type NotificationWithProvenance,
  type NotificationFields,
  notificationTopicOf,
} from '../gateway/notification.ts';
import { notificationKindOf, statusOfWireValue } from '../gateway/profile/index.ts';
import { withoutAlert, type DisputeRecord, type PaymentRecord } from '../store/index.ts';
import { toApiDispute } from './dispute-body.ts';
import { retryWhileChanged, type PaymentDeps } from '../context/index.ts';
import { raisePaymentAlert } from '../payments/index.ts';

/**
 * Records that a dispute was received or has ended, by a notification with evidence for its type: no query reports disputes.
 * A transaction has one dispute. An end that comes before the beginning is held until the beginning comes. A report after
 * the end changes nothing and raises an alert.
 * @throws CheckoutError `store_unavailable`
 */
export async function recordDispute(
  deps: PaymentDeps,
  first: PaymentRecord,
  report: NotificationWithProvenance,
): Promise<void> {
  const status = disputeStatusOf(deps, report.fields);
  if (status === undefined)
    return raisePaymentAlert(deps, first.id, { code: 'dispute_result_unknown', detail: {} }, 'notification');
  await retryWhileChanged('payment', async () => {
    const payment = await deps.store.findPayment(first.id);
    return payment === undefined ? true : applyDisputeStatus(deps, payment, report, status);
  });
}

/** True once everything that the report changes is stored; undefined where the payment changed since it was read. */
async function applyDisputeStatus(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: NotificationWithProvenance,
  status: DisputeRecord['status'],
): Promise<true | undefined> {
  const { dispute_status: before } = payment;
  if (before === 'won' || before === 'lost') {
    const alert = { code: 'dispute_after_end', detail: { reported: status, status: before } } as const;
    await raisePaymentAlert(deps, payment.id, alert, 'notification');
  } else if (before === null && status !== 'received') {
    await holdEnd(deps, payment, report);
  } else if (before !== status) {
    if (!(await write(deps, payment, report.fields, status))) return undefined;
    if (status === 'received') await takeHeldEnd(deps, payment.id, report.payment_id);
  }
  return true;
}

const END_CAME_FIRST = { code: 'dispute_end_first', detail: {} } as const;

async function holdEnd(deps: PaymentDeps, payment: PaymentRecord, report: NotificationWithProvenance): Promise<void> {
  await deps.store.setNotificationHold(report.id, 'dispute');
  await raisePaymentAlert(deps, payment.id, END_CAME_FIRST, 'notification');
}

/** Applies the end that was reported first, once the beginning is known. */
async function takeHeldEnd(deps: PaymentDeps, id: string, addressOf: string): Promise<void> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) return;
  const waiting = await deps.store.listHeldNotificationsOfPayment(addressOf);
  const [end] = waiting.filter(
    ({ waits_for: waitsFor, fields }) => waitsFor === 'dispute' && fields['transaction_id'] === payment.transaction_id,
  );
  if (end === undefined) return;
  await recordDispute(deps, payment, end);
  await deps.store.setNotificationHold(end.id, null);
}

/**
 * Whether a dispute is of a renewal that was not reported yet, of the subscription that this payment began. The dispute need
 * not have its recurring_id.
 */
export function mayConcernUnreportedRenewal(
  { gateway }: Pick<PaymentDeps, 'gateway'>,
  { recurring_id: recurringId }: PaymentRecord,
  fields: NotificationFields,
): boolean {
  return (
    notificationTopicOf(gateway.profile, fields) === 'dispute' &&
    recurringId !== null &&
    (fields['recurring_id'] ?? recurringId) === recurringId
  );
}

async function write(
  deps: PaymentDeps,
  payment: PaymentRecord,
  fields: NotificationFields,
  status: DisputeRecord['status'],
): Promise<boolean> {
  const at = deps.now();
  const known = (await deps.store.listDisputesOfPayment(payment.id))[0];
  const dispute: DisputeRecord = {
    id: known?.id ?? `dsp_${payment.id.slice(4)}`,
    account: payment.account,
    payment_id: payment.id,
    transaction_id: payment.transaction_id ?? fields['transaction_id'] ?? '',
    status,
    reason: known?.reason ?? fields['chargeback_reason'] ?? null,
    code: known?.code ?? fields['error_code'] ?? null,
    due_at: known?.due_at ?? null,
    created_at: known?.created_at ?? at,
    updated_at: at,
  };
  const type = status === 'received' ? 'dispute.received' : 'dispute.result';
  const alerts = status === 'received' ? payment.alerts : withoutAlert(payment.alerts, END_CAME_FIRST.code);
  const changed = await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { dispute_status: status, ...(alerts === payment.alerts ? {} : { alerts }) },
    session: 'keep',
    event: { kind: 'disputed', detail: { status, reason: dispute.reason } },
    at,
    dispute,
    events: () => [deps.events.make(type, dispute.id, toApiDispute(deps, { ...payment, ...dispute }))],
  });
  return changed !== undefined;
}

/** The status of a dispute by a notification's fields; undefined for an end that the profile does not list. */
export function disputeStatusOf(deps: PaymentDeps, fields: NotificationFields): DisputeRecord['status'] | undefined {
  const { profile } = deps.gateway;
  if (notificationKindOf(profile, fields) !== 'dispute_result') return 'received';
  return statusOfWireValue(profile, 'dispute_status', fields['order_status']);
}
