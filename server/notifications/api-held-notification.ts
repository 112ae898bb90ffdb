import type { HeldNotificationBody } from '../../shared/contract/merchant/notifications.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { notificationKindOf, type GatewayProfile } from '../gateway/profile/index.ts';
import type { HeldNotification } from '../store/index.ts';

/** A notification that waits to be accepted, as the merchant API returns it: without its token. */
export function toApiHeldNotification(
  profile: GatewayProfile,
  { id, at, fields, verified, address }: HeldNotification,
  reports: HeldNotificationBody['reports'],
): HeldNotificationBody {
  return {
    id,
    at: toIsoUtcTime(at),
    type: fields['webhooks_type'] ?? 'PAYMENT',
    kind: notificationKindOf(profile, fields) ?? null,
    verified,
    address,
    reports,
    transaction_id: fields['transaction_id'] ?? null,
    recurring_id: fields['recurring_id'] ?? null,
    amount: fields['amount'] ?? null,
    reason: fields['chargeback_reason'] ?? null,
  };
}
