import type { ReportedNotification } from '../../shared/contract/merchant/notifications.ts';
import { toMoment } from '../../shared/dates.ts';
import type { WaitingNotification } from '../store/index.ts';

/** A notification that waits to be accepted, as the merchant API returns it: without its token. */
export function toNotificationBody(
  { id, at, fields, verified, address }: WaitingNotification,
  reports: ReportedNotification['reports'],
): ReportedNotification {
  return {
    id,
    at: toMoment(at),
    type: fields['webhooks_type'] ?? 'PAYMENT',
    verified,
    address,
    reports,
    transaction_id: fields['transaction_id'] ?? null,
    recurring_id: fields['recurring_id'] ?? null,
    amount: fields['amount'] ?? null,
    reason: fields['chargeback_reason'] ?? null,
  };
}
